"""What every model engine of the pipeline shares: one request of a role, rendered from its two templates."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from agents.domain import phq8
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel, Message, Request, System, T, User
from agents.prompts import FOLDER, render

SECONDS: Final = 120.0
"""The deadline of one call, all attempts together."""
MOST_TOKENS: Final = 6_000


@dataclass(frozen=True, slots=True)
class Asking:
    """A model, what it may spend, and where its prompts are."""

    model: LanguageModel
    budget: Budget | None = None
    prompts: Path = FOLDER

    async def ask(
        self, role: str, messages: tuple[Message, ...], schema: type[T], temperature: float | None = 0.0
    ) -> T:
        """One call. Raises ModelFailed."""
        request = Request(
            role=role,
            messages=messages,
            schema=schema,
            temperature=temperature,
            budget=self.budget,
            timeout=SECONDS,
            max_tokens=MOST_TOKENS,
        )
        return (await self.model.complete(request)).value


def prompt(role: str, prompts: Path, given: dict[str, Any], **values: Any) -> tuple[System, User]:
    """System and user prompt of a role; `given` are the data, `values` what else its templates use."""
    constants = {"days": DAYS, "items": phq8.instrument().items, "count": len(phq8.instrument().items)}
    user = render(f"{role}_user.j2", prompts, given=given, **{**constants, **values})
    return System(text=render(f"{role}_system.j2", prompts, **{**constants, **values})), User(text=user)


DAYS: Final = 14
