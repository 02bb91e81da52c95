"""The reference checker by language model: one short call per reference."""

from typing import Annotated, Any, Final

from pydantic import BeforeValidator

from agents.domain import phq8
from agents.domain.value import Value
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel, Request, System, User
from agents.prompts import render
from agents.quantitative.port import ItemEvidence, Reference
from agents.reference_checker.port import Verdict

SYSTEM: Final = "reference_checker_system.j2"
USER: Final = "reference_checker_user.j2"
MOST_QUOTES: Final = 6


_ALSO: Final = {"accepted": "accept", "rejected": "reject", "uncertain": "unsure", "unclear": "unsure"}


def _spelt(given: Any) -> Any:
    """A verdict in the words of the contract."""
    return _ALSO.get(given.strip(" .").lower(), given) if isinstance(given, str) else given


class Checked(Value):
    """What the model is asked for; the reason comes first, so that the verdict is written after its grounds."""

    reason: str
    verdict: Annotated[Verdict, BeforeValidator(_spelt)]


class LlmReferenceChecker:
    """A `ReferenceChecker`."""

    def __init__(self, model: LanguageModel, budget: Budget) -> None:
        self._model: Final = model
        self._budget: Final = budget

    @property
    def name(self) -> str:
        """`provider/model`."""
        return self._model.name

    async def check(self, evidence: ItemEvidence, reference: Reference) -> Verdict:
        """See `ReferenceChecker.check`."""
        request = Request(
            role="reference_checker",
            messages=messages(evidence, reference),
            schema=Checked,
            temperature=0.0,
            max_tokens=400,
            budget=self._budget,
        )
        return (await self._model.complete(request)).value.verdict


def messages(evidence: ItemEvidence, reference: Reference) -> tuple[System, User]:
    """The prompt: first the constant part, then the item, the evidence and the passage with its score."""
    scale = [anchor.model_dump() for anchor in phq8.instrument().anchors]
    item = next(item for item in phq8.instrument().items if item.key == reference.item)
    given: dict[str, Any] = {
        "item": item.key,
        "evidence": [quote.text for quote in evidence.quotes[:MOST_QUOTES]],
        "passage": reference.text,
        "score": reference.score,
    }
    system = render(SYSTEM, scale=scale, verdicts=[verdict.value for verdict in Verdict])
    return System(text=system), User(text=render(USER, item=item, given=given))
