"""The scorer's language-model engine: one call an answer, its quotes brought back to the patient's own characters."""

import math
import re
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Final

from pydantic import BeforeValidator, Field, model_validator

from agents.domain import level1
from agents.domain.profile import RiskFlags
from agents.domain.value import Value
from agents.language import ENGLISH
from agents.llm.budget import Budget
from agents.llm.port import LanguageModel, Request, System, User
from agents.llm.scalars import Maybe, Share, Whole, labelled, maybe, plain
from agents.prompts import render
from agents.questions.check import LONGEST, wrong_words
from agents.questions.proposal import follow_up_objections
from agents.quotes.as_written import looked_up
from agents.quotes.excerpt import ending, excerpt
from agents.quotes.grounding import locate
from agents.scorer.before import before
from agents.scorer.orders import without_orders_to_score
from agents.scorer.port import Answer, Evidence, Missing, Scoring
from agents.scorer.tally import score_for_days

SYSTEM: Final = "scorer_system.j2"
USER: Final = "scorer_user.j2"
MOST_AMBIGUITY: Final = 10
MOST_QUOTES: Final = 6
UNSUPPORTED: Final = 7
"""The least ambiguity of a score above 0 that no quote supports, and of an endorsement that is open."""
OPEN_FREQUENCY: Final = 5
MOST_WHY: Final = 20
"""The most words in which the model may tell the therapist what it counted."""
_MOST_LOOKED_FOR: Final = 10
_REPLY_CHARACTERS: Final = 4_000
_LEFT_OUT: Final = " [...] "
_HELD: Final = re.compile(r" {5,}")
_ROOM: Final = 60
_OWN_WORD: Final = re.compile(r"[a-z]{7,}", re.IGNORECASE)
"""A word that may name a condition, as patients do too ("insomnia every night")."""
_SUBJECTS: Final = {
    "suicidalityMentioned": re.compile("suicid"),
    "selfHarmIdeation": re.compile("self(?:harm|injur)|(?:harm|hurt)(?:to|ing)?self"),
    "violenceRisk": re.compile("violen|homicid|others"),
    "substanceAbuseSignal": re.compile("substance|drug|alcohol"),
}
_LEFT_UNREAD: Final = "the middle of a very long reply was not read"
_AGAIN: Final = "the model was asked twice, as its first answer could not be used as it was"


def _labelled(given: Any) -> Any:
    """A score by the scale's own words."""
    return labelled({one.label: one.score for one in level1.instrument().anchors})(given)


def _subject(name: object) -> str | None:
    """The flag that a name means."""
    return next((flag for flag, subject in _SUBJECTS.items() if subject.search(plain(name))), None)


class Flags(RiskFlags):
    """The flags as models write them; one by a name of the model's own is the flag of the same subject."""

    @model_validator(mode="before")
    @classmethod
    def _named(cls, given: Any) -> Any:
        if isinstance(given, list) and all(isinstance(one, str) for one in given):
            given = {one: True for one in given if _subject(one) and not one.lower().startswith("no")}
        if not isinstance(given, dict):
            return given
        made: dict[str, Any] = {}
        for name, told in given.items():
            known = _subject(name) or name
            told = {"true": True, "yes": True, "false": False, "no": False}.get(plain(told), told)
            if maybe(told) is not None and (told is True or not made.get(known)):
                made[known] = told
        return made


class Scored(Value):
    """What the model is asked for. Quotes come first, so that the score is written after its grounds; the last field
    may not be left out, so that an answer which was cut off is never taken for one that asks no follow-up."""

    ALSO: ClassVar[Mapping[str, tuple[str, ...]]] = {"why": ("reason", "reasoning", "rationale", "explanation")}
    evidence_quotes: tuple[str, ...]
    why: str = ""
    answered: bool | None = None
    score: Annotated[Whole, BeforeValidator(_labelled), Field(ge=0, le=level1.MAX_SCORE)]
    ambiguity: Annotated[Whole, Field(ge=1, le=MOST_AMBIGUITY)]
    confidence: Share = 0.5
    endorsed: bool | None
    missing: Missing | None
    needs_followup: bool = False
    follow_up: Maybe
    risk_flags_patch: Flags

    @model_validator(mode="before")
    @classmethod
    def _without_score(cls, given: Any) -> Any:
        """A reply that does not answer has no score and could be read in any way; null says that as well as 0 and
        10."""
        if not isinstance(given, dict) or plain(given.get("answered")) not in ("false", "no"):
            return given
        nothing = {"score": 0, "ambiguity": MOST_AMBIGUITY}
        return given | {name: told for name, told in nothing.items() if maybe(given.get(name, told)) is None}


class LlmScorer:
    """A `Scorer`. Raises ModelFailed where the model gives no usable answer (a score out of range is none)."""

    def __init__(self, model: LanguageModel, budget: Budget) -> None:
        self._model: Final = model
        self._budget: Final = budget

    @property
    def name(self) -> str:
        """`provider/model`."""
        return self._model.name

    async def score(self, answer: Answer) -> Scoring:
        """Score one answer by one call, by two where the first can't be used as it is. Raises ModelFailed."""
        request = Request(
            role="scorer",
            messages=messages(answer),
            schema=Scored,
            temperature=0.0,
            budget=self._budget,
            check=partial(faults, answer=answer),
        )
        reply = await self._model.complete(request)
        scored = scoring(reply.value, answer, self.name)
        return (
            scored.model_copy(update={"note": "; ".join(filter(None, (scored.note, _AGAIN)))})
            if reply.again
            else scored
        )


def faults(scored: Scored, answer: Answer) -> tuple[str, ...]:
    """What speaks against a scoring: a score that no words carry, fields that contradict each other, and a follow-up
    that may not be asked."""
    found: list[str] = []
    if scored.score > 0 and scored.answered is False:
        found.append(f"answered is false but score is {scored.score}: one of them is wrong")
    if scored.score > 0 and scored.answered is not False:
        if not grounded(scored.evidence_quotes, answer)[0]:
            found.append(f"evidenceQuotes: {_ungrounded(scored.evidence_quotes, answer)}")
        if scored.endorsed is False:
            found.append(f"endorsed is false but score is {scored.score}: one of them is wrong")
    if scored.score == 0 and scored.endorsed and scored.missing is None and scored.answered is not False:
        found.append("endorsed is true but score is 0: one of them is wrong")
    if answer.language == ENGLISH and (proposed := _proposed(scored, answer)):
        found += [f"followUp: {why}" for why in follow_up_objections(proposed, answer.item, (answer.reply,))]
    return tuple(found)


def _ungrounded(quotes: tuple[str, ...], answer: Answer) -> str:
    """Why none of these quotes counts."""
    before = [one.said for one in answer.earlier]
    if any(locate(quote, before, alike=False) for quote in quotes[:_MOST_LOOKED_FOR]):
        return (
            "none of them stands in the reply; those of before count only where the reply points back to them, "
            "and then only what was said of this very problem. Quote the reply, or set answered to false"
        )
    return "none of them stands in the reply; copy the words letter by letter"


def messages(answer: Answer) -> tuple[System, User]:
    """The prompt for one answer: what never changes first, then the conversation before it, which only grows, and last
    the item with its question and its replies."""
    item, domain = level1.items()[answer.item], level1.domain_of(answer.item)
    user = render(USER, item=item, domain=domain, count=level1.ITEM_COUNT, given=_given(answer))
    return System(text=render(SYSTEM, **_constants())), User(text=user)


def _constants() -> dict[str, Any]:
    instrument = level1.instrument()
    return {
        "days": instrument.window_days,
        "items": level1.items(),
        "domains": instrument.domains,
        "scale": [_step(anchor, instrument.window_days) for anchor in instrument.anchors],
        "lowest": 0,
        "highest": level1.MAX_SCORE,
        "most_ambiguity": MOST_AMBIGUITY,
        "most_quotes": MOST_QUOTES,
        "open_frequency": OPEN_FREQUENCY,
        "open_endorsement": UNSUPPORTED,
        "longest_question": LONGEST - _ROOM,
        "most_why": MOST_WHY,
    }


def _step(anchor: level1.Anchor, window: int) -> dict[str, Any]:
    days = [day for day in range(window + 1) if score_for_days(day) == anchor.score]
    return {"score": anchor.score, "label": anchor.label, "low": days[0], "high": days[-1]}


def _given(answer: Answer) -> dict[str, Any]:
    shown: dict[str, Any] = {"earlier": before(answer)} if answer.earlier else {}
    shown |= {"item": answer.item, **({"question": answer.question} if answer.question else {})}
    shown |= {"day": f"{answer.on:%A, %Y-%m-%d}"} if answer.on else {}
    shown["reply"] = _cut(answer.reply)
    if answer.followup_reply is not None and answer.original_question:
        shown["originalQuestion"] = answer.original_question
    if answer.followup_reply is not None:
        shown["followupReply"] = _cut(answer.followup_reply)
    return shown


def _cut(text: str) -> str:
    """The text without the blanks that hold the place of what is no answer, its middle left out where it is too
    long."""
    text = _HELD.sub(" ", text)
    if len(text) <= _REPLY_CHARACTERS:
        return text
    half = (_REPLY_CHARACTERS - len(_LEFT_OUT)) // 2
    return excerpt(text, half) + _LEFT_OUT + ending(text, half)


def scoring(scored: Scored, answer: Answer, engine: str) -> Scoring:
    """The score as the contract wants it. Quotes that nobody said are dropped; by their share the ambiguity goes
    towards its highest and the confidence towards half."""
    evidence, dropped = grounded(scored.evidence_quotes, answer)
    unsupported = scored.score > 0 and not evidence
    answered = _answered(scored, bool(evidence))
    ambiguity = scored.ambiguity + math.ceil(dropped * (MOST_AMBIGUITY - scored.ambiguity))
    missing = _missing(scored)
    cut = max(len(answer.reply), len(answer.followup_reply or "")) > _REPLY_CHARACTERS
    return Scoring(
        score=scored.score if answered else 0,
        ambiguity=max(ambiguity, UNSUPPORTED) if unsupported else ambiguity,
        confidence=scored.confidence * (1 - dropped / 2),
        endorsed=_endorsed(scored),
        answered=answered,
        evidence=evidence,
        needs_followup=missing is not None,
        missing=missing,
        follow_up=_follow_up(scored, answer) if missing else None,
        risk_flags=RiskFlags() | scored.risk_flags_patch,
        engine=engine,
        note="; ".join(filter(None, (_LEFT_UNREAD if cut else None, _why(scored, answer)))) or None,
    )


def _why(scored: Scored, answer: Answer) -> str | None:
    """The model's words on what it counted, where they say no more than that; the patient's own words may stand in
    it."""
    words, said = scored.why.split(), f"{answer.reply} {answer.followup_reply or ''}".lower()
    own = _OWN_WORD.sub(lambda one: " " if re.search(rf"\b{one[0].lower()}\b", said) else one[0], scored.why)
    if not words or scored.answered is False or len(words) > MOST_WHY * 3 // 2 or wrong_words(own):
        return None
    return f"as the model counted: {' '.join(words).rstrip('.')}"


def grounded(quotes: tuple[str, ...], answer: Answer) -> tuple[tuple[Evidence, ...], float]:
    """The quotes as pieces of the replies, in their order, and the share (0-1) of those that stand nowhere in them or
    only in an order to the software. Earlier turns count as the replies do where these point back, the latest first."""
    asked = [quote for quote in quotes if quote.strip()][:_MOST_LOOKED_FOR]
    told = without_orders_to_score(answer)
    own = (told.reply, told.followup_reply or "", *(one.counts for one in reversed(told.earlier)))
    spans, dropped = looked_up(asked, lambda quote, alike: locate(quote, own, alike))
    known = sorted(set(spans))
    kept = [one for one in known if not any(_inside(one, other) for other in known if other != one)][:MOST_QUOTES]
    evidence = tuple(_evidence(answer, source, start, end) for source, start, end in kept)
    return evidence, min(1.0, dropped / len(asked)) if asked else 0.0


def _inside(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return one[0] == other[0] and other[1] <= one[1] and one[2] <= other[2]


def _evidence(answer: Answer, source: int, start: int, end: int) -> Evidence:
    if source > 1:
        one = answer.earlier[1 - source]
        return Evidence(source="earlier", start=start, end=end, text=one.said[start:end], turn=one.turn)
    text = (answer.reply, answer.followup_reply or "")[source]
    return Evidence(source="followup" if source else "reply", start=start, end=end, text=text[start:end])


def _answered(scored: Scored, quoted: bool) -> bool:
    """What the model says of it; where it does not, a 0 that neither quotes nor denies anything is no answer."""
    if scored.answered is not None:
        return scored.answered
    return bool(scored.score or quoted or scored.endorsed is not None or scored.missing != "endorsement")


def _endorsed(scored: Scored) -> bool | None:
    """What the model says; where it does not, and nothing is missing, what its score says."""
    open_ = scored.endorsed is None and scored.answered is not False and _missing(scored) is None
    return scored.score > 0 if open_ else scored.endorsed


def _missing(scored: Scored) -> Missing | None:
    """What is missing; a follow-up that is wanted or worded without saying for what is taken to ask how often."""
    wanted = scored.needs_followup or bool(scored.follow_up)
    return scored.missing or ("frequency" if wanted else None)


def _follow_up(scored: Scored, answer: Answer) -> str | None:
    """The proposed question, where it is fit to be asked and none was asked yet; else the bank finds one."""
    text = _proposed(scored, answer)
    return None if not text or follow_up_objections(text, answer.item, (answer.reply,)) else text


def _proposed(scored: Scored, answer: Answer) -> str:
    """The question that the model proposes; nothing where none is needed, or was asked already."""
    wanted = answer.followup_reply is None and _missing(scored)
    return (scored.follow_up or "").strip() if wanted else ""
