"""The quantitative stage's language-model engine: one call for the evidence, then one for the scores, or several at
once."""

import asyncio
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field

from agents.domain import phq8
from agents.domain.transcript import Transcript
from agents.domain.value import Value
from agents.llm.budget import Budget
from agents.llm.errors import Malformed
from agents.llm.port import LanguageModel
from agents.prompts import FOLDER
from agents.quantitative.consistency import agreed
from agents.quantitative.examples import block
from agents.quantitative.port import ItemEvidence, ItemScore, Reason, Reference, Scores
from agents.quotes.participant import ParticipantQuotes
from agents.stages.request import DAYS, Asking, prompt
from agents.stages.turns import prompt_turns

EVIDENCE: Final = "phq8_evidence"
EVIDENCE_PROMPTS: Final = ("phq8_evidence_system.j2", "phq8_evidence_user.j2")
SCORER: Final = "phq8_scorer"
SCORER_PROMPTS: Final = ("phq8_scorer_system.j2", "phq8_scorer_user.j2")
MOST_QUOTES: Final = 6
SAMPLED: Final = 0.7
"""The temperature of several samples; a single one is taken at 0."""

Key = Literal["NoInterest", "Depressed", "Sleep", "Tired", "Appetite", "Failure", "Concentrating", "Moving"]


def _plain_score(given: Any) -> Any:
    """A score as models write it: "2" is 2, "N/A" is none; a value between two scores is left for the schema to reject.

    Raises ValueError for true and false, which would pass for 1 and 0."""
    if isinstance(given, bool):
        raise ValueError("true and false are no scores")
    if isinstance(given, str):
        text = given.strip()
        return None if text.lower() in {"n/a", "na", "none", "null", ""} else int(text) if text.isdecimal() else given
    return given


class Found(Value):
    """Quotes for one item."""

    item: Key
    quotes: tuple[str, ...]


class Gathered(Value):
    """What the evidence call is asked for."""

    items: tuple[Found, ...]


class Scored(Value):
    """One item as the model scores it; the grounds come before the score."""

    item: Key
    explanation: str
    quotes: tuple[str, ...]
    reason: Literal["judged", "no_mention", "not_enough_frequency", "past_only", "other_person"]
    score: Annotated[Annotated[int, Field(ge=0, le=3)] | None, BeforeValidator(_plain_score)]
    confidence: float = Field(ge=0, le=1)


class AllScored(Value):
    """What the scoring call is asked for."""

    items: tuple[Scored, ...]


class LlmQuantifier:
    """A `Quantifier`. If `samples` is more than 1, that many calls score at the same time. Raises ModelFailed."""

    def __init__(
        self,
        model: LanguageModel,
        budget: Budget | None = None,
        prompts: Path = FOLDER,
        samples: int = 1,
        fuzzy: bool = True,
    ) -> None:
        self._asking: Final = Asking(model, budget, prompts)
        self._samples: Final = samples
        self._fuzzy: Final = fuzzy

    @property
    def name(self) -> str:
        """`provider/model`."""
        return self._asking.model.name

    async def gather(self, transcript: Transcript) -> tuple[ItemEvidence, ...]:
        """See `Quantifier.gather`."""
        messages = await prompt(
            EVIDENCE_PROMPTS, self._asking.prompts, {"transcript": prompt_turns(transcript)}, most_quotes=MOST_QUOTES
        )
        gathered = await self._asking.ask(EVIDENCE, messages, Gathered)
        return await asyncio.to_thread(_found, gathered, ParticipantQuotes(transcript, self._fuzzy))

    async def score(
        self, transcript: Transcript, evidence: tuple[ItemEvidence, ...], references: tuple[Reference, ...] = ()
    ) -> Scores:
        """See `Quantifier.score`."""
        given = {
            "evidence": {one.item: [quote.text for quote in one.quotes] for one in evidence},
            "transcript": prompt_turns(transcript),
        }
        messages = await prompt(SCORER_PROMPTS, self._asking.prompts, given, examples=_shown(references), **_scale())
        temperature = 0.0 if self._samples == 1 else SAMPLED
        asked = (self._asking.ask(SCORER, messages, AllScored, temperature) for _ in range(self._samples))
        samples = [_by_item(answer) for answer in await asyncio.gather(*asked)]
        items = await asyncio.to_thread(_all_scored, samples, ParticipantQuotes(transcript, self._fuzzy))
        return Scores(items=tuple(one for one, _ in items), dropped=sum(lost for _, lost in items), engine=self.name)


def _found(gathered: Gathered, ground: ParticipantQuotes) -> tuple[ItemEvidence, ...]:
    quotes: dict[str, tuple[str, ...]] = {one.item: one.quotes for one in gathered.items}
    return tuple(
        ItemEvidence(item=item.key, quotes=ground.quotes(quotes.get(item.key, ()))[0][:MOST_QUOTES])
        for item in phq8.instrument().items
    )


def _all_scored(samples: list[dict[str, Scored]], ground: ParticipantQuotes) -> list[tuple[ItemScore, int]]:
    return [_scored([sample[key] for sample in samples], ground) for key in samples[0]]


def _shown(references: tuple[Reference, ...]) -> str:
    """The reference block, without backticks, which could open a block of data."""
    return block(references).replace("`", "'")


def _scale() -> dict[str, Any]:
    steps = [
        {"score": one.score, "label": one.label, "low": one.days[0], "high": one.days[1]}
        for one in phq8.instrument().anchors
    ]
    return {"scale": steps, "lowest": steps[0]["score"], "highest": steps[-1]["score"], "days": DAYS}


def _by_item(answer: AllScored) -> dict[str, Scored]:
    """The answer by item, in the instrument's order. Raises Malformed when an item is missing or occurs twice."""
    found: dict[str, Scored] = {one.item: one for one in answer.items}
    order = [item.key for item in phq8.instrument().items]
    if len(found) != len(answer.items) or set(found) != set(order):
        raise Malformed("the scoring names an item twice or leaves one out")
    return {key: found[key] for key in order}


def _scored(samples: list[Scored], ground: ParticipantQuotes) -> tuple[ItemScore, int]:
    """One item's score from its samples, with grounded quotes, and the number of quotes that nobody said."""
    score, share, chosen = agreed(samples)
    quotes, dropped = ground.quotes(chosen.quotes)
    reason = Reason(chosen.reason) if score is None and chosen.reason != "judged" else Reason.JUDGED
    if score is None and reason is Reason.JUDGED:
        reason = Reason.SAMPLES_DISAGREE if len(samples) > 1 else Reason.NO_MENTION
    if score and not any(ground.supports(quote) for quote in quotes):
        score, reason = None, Reason.UNSUPPORTED
    return (
        ItemScore(
            item=chosen.item,
            score=score,
            reason=reason,
            explanation=chosen.explanation,
            evidence=quotes[:MOST_QUOTES],
            confidence=chosen.confidence * share,
            samples=tuple(one.score for one in samples) if len(samples) > 1 else (),
        ),
        dropped,
    )
