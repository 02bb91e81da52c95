"""The quantitative stage's language-model engine: one call for the evidence, then one for the scores, or several at
once."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Literal, get_args

from pydantic import BeforeValidator, Field

from agents.domain import phq8
from agents.domain.evidence import Quote
from agents.domain.transcript import Transcript
from agents.domain.value import Value
from agents.llm.scalars import Share, Whole, is_absent, labelled, maybe, plain
from agents.quantitative.examples import block
from agents.quantitative.port import ItemEvidence, ItemScore, Reason, Reference, Scores
from agents.quantitative.whose import Whose
from agents.quotes.participant import ParticipantQuotes
from agents.stages.request import ASKED_AGAIN, DAYS, Asking, prompt
from agents.stages.turns import prompt_turns

EVIDENCE: Final = "phq8_evidence"
EVIDENCE_PROMPTS: Final = ("phq8_evidence_system.j2", "phq8_evidence_user.j2")
SCORER: Final = "phq8_scorer"
SCORER_PROMPTS: Final = ("phq8_scorer_system.j2", "phq8_scorer_user.j2")
MOST_QUOTES: Final = 6
_BESIDE: Final = {
    Reason.OTHER_PERSON: "speak of somebody else; quote words about the participant",
    Reason.OTHER_ITEM: "speak of another item; quote words about this one",
}
_PLACE: Final = 60
SAMPLED: Final = 0.7
"""The temperature of several samples; a single one is taken at 0."""

Key = Literal["NoInterest", "Depressed", "Sleep", "Tired", "Appetite", "Failure", "Concentrating", "Moving"]
_KEYS: Final[tuple[Key, ...]] = get_args(Key)


Why = Literal["judged", "no_mention", "not_enough_frequency", "past_only", "other_person"]


def _labelled(given: Any) -> Any:
    """A score by the scale's own words."""
    return labelled({one.label: one.score for one in phq8.instrument().anchors})(given)


def _keyed(given: Any) -> Any:
    """An item by its number in the list, or by its text."""
    texts = [plain(one.text) for one in phq8.instrument().items]
    if isinstance(given, str) and plain(given) in texts:
        return _KEYS[texts.index(plain(given))]
    number = int(given) if isinstance(given, str) and given.strip().isdecimal() else given
    return _KEYS[number - 1] if type(number) is int and 1 <= number <= len(_KEYS) else given


def _why(given: Any) -> Any:
    """A reason in the words of the contract. Any other stands for none, so that it costs no score."""
    return {plain(one): one for one in get_args(Why)}.get(plain(given), "judged")


ItemKey = Annotated[Key, BeforeValidator(_keyed)]
_NAMES: Final = {"item": ("key", "name", "symptom", "id"), "quotes": ("evidence",)}
"""Other names that models give to these fields."""


class Found(Value):
    """Quotes for one item."""

    ALSO: ClassVar[Mapping[str, tuple[str, ...]]] = _NAMES
    item: ItemKey
    quotes: tuple[str, ...]


class Gathered(Value):
    """What the evidence call is asked for."""

    items: tuple[Found, ...]


class Scored(Value):
    """One item as the model scores it; the grounds come before the score."""

    ALSO: ClassVar[Mapping[str, tuple[str, ...]]] = _NAMES
    item: ItemKey
    explanation: str = ""
    quotes: tuple[str, ...] = ()
    reason: Annotated[Why, BeforeValidator(_why)] = "judged"
    score: Annotated[Annotated[Whole, Field(ge=0, le=3)] | None, BeforeValidator(_labelled), BeforeValidator(maybe)]
    confidence: Share = 0.5


class AllScored(Value):
    """What the scoring call is asked for."""

    items: tuple[Scored, ...]


@dataclass(frozen=True, slots=True)
class _Ground:
    """What a score may rest on: words of the participant's, about themselves and about the item."""

    said: ParticipantQuotes
    whose: Whose

    @classmethod
    def of(cls, transcript: Transcript, fuzzy: bool) -> "_Ground":
        return cls(ParticipantQuotes(transcript, fuzzy), Whose(transcript))

    def against(self, item: str, quotes: tuple[Quote, ...]) -> Reason | None:
        """Why a score above 0 can't rest on these quotes; None where it can."""
        if not any(map(self.said.supports, quotes)):
            return Reason.UNSUPPORTED
        return self.whose.against(item, quotes)


@dataclass(frozen=True, slots=True)
class LlmQuantifier(Asking):
    """A `Quantifier`. If `samples` is more than 1, that many calls score at the same time; `fuzzy` as in
    `ParticipantQuotes`. Raises ModelFailed."""

    samples: int = 1
    fuzzy: bool = True

    async def gather(self, transcript: Transcript) -> tuple[ItemEvidence, ...]:
        """See `Quantifier.gather`."""
        messages = await prompt(EVIDENCE_PROMPTS, {"transcript": prompt_turns(transcript)}, most_quotes=MOST_QUOTES)
        said = ParticipantQuotes(transcript, self.fuzzy)
        reply = await self.ask(EVIDENCE, messages, Gathered, check=lambda given: _strayed(given, said), join=_gathered)
        return await asyncio.to_thread(_found, reply.value, said)

    async def score(
        self, transcript: Transcript, evidence: tuple[ItemEvidence, ...], references: tuple[Reference, ...] = ()
    ) -> Scores:
        """See `Quantifier.score`."""
        given = {
            "transcript": prompt_turns(transcript),
            "evidence": {one.item: [quote.text for quote in one.quotes] for one in evidence},
        }
        messages = await prompt(SCORER_PROMPTS, given, examples=_shown(references), **_scale())
        temperature = 0.0 if self.samples == 1 else SAMPLED
        ground = await asyncio.to_thread(_Ground.of, transcript, self.fuzzy)
        check = partial(_faults, ground=ground)
        join = partial(_joined, ground=ground)
        asked = (self.ask(SCORER, messages, AllScored, temperature, check, join) for _ in range(self.samples))
        replies = await asyncio.gather(*asked)
        samples = [_by_item(reply.value) for reply in replies]
        items = await asyncio.to_thread(_all_scored, samples, ground)
        return Scores(
            items=tuple(one for one, _ in items),
            dropped=sum(lost for _, lost in items),
            engine=self.name,
            note=ASKED_AGAIN if any(reply.again for reply in replies) else None,
        )


def _strayed(gathered: Gathered, said: ParticipantQuotes) -> tuple[str, ...]:
    """The items of which no quote is the participant's."""
    told = ((one.item, *said.quotes(quote for quote in one.quotes if not is_absent(quote))) for one in gathered.items)
    return tuple(
        f"{item}: none of its quotes stands in the participant's turns; copy them letter by letter"
        for item, quotes, dropped in told
        if dropped and not quotes
    )


def _gathered(first: Gathered, second: Gathered) -> Gathered:
    """The quotes of both answers."""
    return Gathered(items=(*first.items, *second.items))


def _faults(answer: AllScored, ground: _Ground) -> tuple[str, ...]:
    """What speaks against a scoring, item by item."""
    found = _by_item(answer)
    return tuple(f"{key}: {wrong}" for key in _KEYS if (wrong := _wrong(found.get(key), ground)))


def _wrong(one: Scored | None, ground: _Ground) -> str | None:
    if one is None:
        return "it has no score that can be read, or two; give it once, with a whole number from 0 to 3 or null"
    if one.score is None and one.reason == "judged":
        return "its score is null; say by `reason` why"
    quotes = ground.said.quotes(one.quotes)[0]
    why = ground.against(one.item, quotes) if one.score else None
    if why is Reason.UNSUPPORTED:
        return "none of its quotes stands in the participant's turns; copy them letter by letter, or give null"
    return f"its quotes (“{quotes[0].text[:_PLACE]}”) {_BESIDE[why]}, or give null" if why else None


def _joined(first: AllScored, second: AllScored, ground: _Ground) -> AllScored:
    """Item by item the second answer, or the first where only that one can be used."""
    known, again = _by_item(first), _by_item(second)
    chosen = (
        known.get(key) if key in known and _wrong(again.get(key), ground) and not _wrong(known[key], ground)
        else again.get(key) or known.get(key)
        for key in _KEYS
    )  # fmt: skip
    return AllScored(items=tuple(one for one in chosen if one))


def _found(gathered: Gathered, said: ParticipantQuotes) -> tuple[ItemEvidence, ...]:
    quotes: dict[str, tuple[str, ...]] = {}
    for one in gathered.items:
        quotes[one.item] = (*quotes.get(one.item, ()), *one.quotes)
    return tuple(
        ItemEvidence(item=item.key, quotes=said.quotes(quotes.get(item.key, ()))[0][:MOST_QUOTES])
        for item in phq8.instrument().items
    )


def _all_scored(samples: list[dict[Key, Scored]], ground: _Ground) -> list[tuple[ItemScore, int]]:
    read = ((key, [sample[key] for sample in samples if key in sample]) for key in _KEYS)
    return [_scored(told, ground) if told else (_unreadable(key), 0) for key, told in read]


def _unreadable(key: Key) -> ItemScore:
    return ItemScore(item=key, score=None, reason=Reason.UNREADABLE, confidence=0.0)


def _shown(references: tuple[Reference, ...]) -> str:
    """The reference block, without backticks, which could open a block of data."""
    return block(references).replace("`", "'")


def _scale() -> dict[str, Any]:
    steps = [
        {"score": one.score, "label": one.label, "low": one.days[0], "high": one.days[1]}
        for one in phq8.instrument().anchors
    ]
    return {"scale": steps, "lowest": steps[0]["score"], "highest": steps[-1]["score"], "days": DAYS}


def _by_item(answer: AllScored) -> dict[Key, Scored]:
    """The items that occur once, or each time with the same score."""
    told = {key: [one for one in answer.items if one.item == key] for key in _KEYS}
    return {key: those[0] for key, those in told.items() if len({one.score for one in those}) == 1}


def _scored(samples: list[Scored], ground: _Ground) -> tuple[ItemScore, int]:
    """One item's score from its samples, with grounded quotes, and the number of quotes that nobody said."""
    score, share, chosen = _agreed(samples)
    quotes, dropped = ground.said.quotes(chosen.quotes)
    reason = Reason(chosen.reason) if score is None and chosen.reason != "judged" else Reason.JUDGED
    if score is None and reason is Reason.JUDGED:
        reason = Reason.SAMPLES_DISAGREE if len(samples) > 1 else Reason.NO_MENTION
    if score and (why := ground.against(chosen.item, quotes)):
        score, reason = None, why
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


def _agreed(samples: list[Scored]) -> tuple[int | None, float, Scored]:
    """The score that more than half of the samples give, None where none does; the share that agrees (0-1); and the
    first sample with that score. Without a majority the share is that of the most frequent score."""
    score, count = Counter(one.score for one in samples).most_common(1)[0]
    chosen = next(one for one in samples if one.score == score)
    share = count / len(samples)
    return (score if count * 2 > len(samples) else None), share, chosen
