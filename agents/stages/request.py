"""What every model engine of the pipeline is made of: a model, a budget, and a request from a role's two templates."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from agents.domain import phq8
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel, Message, Reply, Request, System, T, User
from agents.prompts import render

SECONDS: Final = 120.0
"""The deadline of one call, all attempts together."""
MOST_TOKENS: Final = 6_000
DAYS: Final = 14


@dataclass(frozen=True, slots=True)
class Asking:
    """A model and its budget."""

    model: LanguageModel
    budget: Budget | None = None

    @property
    def name(self) -> str:
        """`provider/model`."""
        return self.model.name

    async def ask(
        self,
        role: str,
        messages: tuple[Message, ...],
        schema: type[T],
        temperature: float | None = 0.0,
        check: Callable[[T], tuple[str, ...]] | None = None,
        join: Callable[[T, T], T] | None = None,
    ) -> Reply[T]:
        """One call, or two where `check` has reasons against the first answer. Raises ModelFailed."""
        request = Request(
            role=role,
            messages=messages,
            schema=schema,
            temperature=temperature,
            budget=self.budget,
            timeout=SECONDS,
            max_tokens=MOST_TOKENS,
            check=check,
            join=join,
        )
        return await self.model.complete(request)


ASKED_AGAIN: Final = "the model was asked twice, as its first answer could not be used as it was"


async def prompt(names: tuple[str, str], given: dict[str, Any], **values: Any) -> tuple[System, User]:
    """System and user prompt by their templates' names; `given` are the data, `values` the other values that the
    templates use. Rendered in a thread: a transcript is long, and every stage of several assessments may begin at the
    same moment."""
    return await asyncio.to_thread(_prompt, names, given, values)


def _prompt(names: tuple[str, str], given: dict[str, Any], values: dict[str, Any]) -> tuple[System, User]:
    constants = {"days": DAYS, "items": phq8.instrument().items, "count": len(phq8.instrument().items)}
    values = {**constants, **values}
    return System(text=render(names[0], **values)), User(text=render(names[1], given=given, **values))
