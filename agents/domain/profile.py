"""The patient profile: all findings of one interview, as a value."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Final

from pydantic import Field

from agents.domain.evidence import Quote
from agents.domain.level1 import Domain, anchor, instrument
from agents.domain.rating import Rating
from agents.domain.transcript import Transcript
from agents.domain.value import Value


class SessionStatus(StrEnum):
    ACTIVE = "active"
    COMPLETED = "completed"
    TERMINATED_FOR_SAFETY = "terminated_for_safety"
    ENDED_BY_PATIENT = "ended_by_patient"
    ENDED_BY_CLINICIAN = "ended_by_clinician"


NOT_HOW_OFTEN: Final = "how often is not known"
"""What is said of an answer that told that it was there, and not how often."""
_YES_ALONE: Final = f"yes, {NOT_HOW_OFTEN}"


class ItemResponse(Value):
    """One item's score. `score` 0-4 by frequency over two weeks, `ambiguity` 1 (clear) to 10, `confidence` 0-1.

    A declined item keeps a best-fit score of 0, ambiguity 10, and counts towards no domain. So does an `unclear` one:
    the reply did not answer, or said both yes and no, or the clinician left it to ask in person. `engine` names who
    scored; `second` is the rule engine's score where a model scored and the two are two steps or more apart, or one is
    0; or another score of a model that read the answer again after the rules had stood in for it;
    `note` says what a reader should know (for example that a model failed and the rule engine stood in).
    `yes_alone`: the patient said that it was there and never how often, so that the score tells no frequency.
    `question` is the item's question alone, as it was asked, `turns` are those that were scored; `elsewhere` is what
    the patient said of it in answer to something else, against a score of 0.
    """

    item_id: int = Field(ge=1, le=23)
    score: int = Field(ge=0, le=4)
    ambiguity: int = Field(ge=1, le=10)
    confidence: float = Field(ge=0, le=1)
    evidence_quotes: tuple[Quote, ...] = ()
    declined: bool = False
    unclear: bool = False
    follow_up_asked: bool = False
    engine: str = "rules"
    second: int | None = Field(default=None, ge=0, le=4)
    note: str | None = None
    yes_alone: bool = False
    question: str = ""
    turns: tuple[int, ...] = ()
    elsewhere: tuple[Quote, ...] = ()

    @property
    def known(self) -> bool:
        """Whether the score counts: neither declined nor unclear."""
        return not (self.declined or self.unclear)

    @property
    def passed(self) -> bool:
        """Whether the clinician, holding the interview in person, did not ask the item, and has not left it since."""
        return self.unclear and self.engine == CLINICIAN and "left to ask" not in (self.note or "")

    @property
    def stands(self) -> tuple[bool, bool, int | None]:
        """Whether it is declined or unclear, and the score where that counts: what tells it from another answer."""
        return self.declined, self.unclear, self.score if self.known else None

    @property
    def often(self) -> bool:
        """Whether the score tells how often; a yes alone counts, and does not."""
        return self.known and not self.yes_alone

    @property
    def frequency(self) -> str:
        """How often, in words; of a yes alone, that this is not known."""
        return _YES_ALONE if self.yes_alone else anchor(self.score)

    @property
    def in_words(self) -> str:
        """A known answer's score with its anchor; a yes alone names no frequency, and what it counts as."""
        return in_words(self.score, self.yes_alone)


def in_words(score: int, yes_alone: bool) -> str:
    """A score with its anchor; of a yes alone, that how often is not known, and what it counts as."""
    return f"{_YES_ALONE} (counted as {score})" if yes_alone else f"{score}, {anchor(score)}"


class DomainSummary(Value):
    """One domain: `severity_aggregate` is its highest known item (None when none of its items is known)."""

    domain: str
    severity_aggregate: int | None
    notable_symptoms: tuple[str, ...] = ()


class RiskFlags(Value):
    """What the risk reader or the items raised at any time in the interview."""

    suicidality_mentioned: bool = False
    self_harm_ideation: bool = False
    violence_risk: bool = False
    substance_abuse_signal: bool = False

    def __or__(self, other: "RiskFlags") -> "RiskFlags":
        """The flags raised in either of the two."""
        mine, theirs = self.model_dump(by_alias=False), other.model_dump(by_alias=False)
        return RiskFlags(**{name: mine[name] or theirs[name] for name in mine})


class QuestionState(Value):
    """Item numbers: still to ask, settled (answered, declined or unclear), and waiting for the reply to a follow-up."""

    pending: tuple[int, ...]
    completed: tuple[int, ...] = ()
    follow_ups_needed: tuple[int, ...] = ()


class SessionMeta(Value):
    """Where the profile comes from. `model` names the engine that drove the interview."""

    id: str
    model: str = "rules"
    prompt_version: str
    synthetic_persona_id: str | None = None


CLINICIAN = "clinician"
"""The engine of an answer whose score is the clinician's."""


class PatientProfile(Value):
    """The result of one interview, complete at every moment of it. `item_responses` are the machine's, `ratings` what
    the clinician said of them since, one an item at most; everything that is derived follows the clinician. `added` is
    what the patient added before the end: it belongs to no item and is never scored."""

    session_status: SessionStatus = SessionStatus.ACTIVE
    completed_at: datetime | None = None
    transcript: Transcript = ()
    item_responses: tuple[ItemResponse, ...] = ()
    superseded: tuple[ItemResponse, ...] = ()
    ratings: tuple[Rating, ...] = ()
    added: tuple[Quote, ...] = ()
    symptom_summary: tuple[DomainSummary, ...] = ()
    risk_flags: RiskFlags = RiskFlags()
    question_state: QuestionState
    session_meta: SessionMeta

    @property
    def settled(self) -> tuple[ItemResponse, ...]:
        """The answers as they count: the clinician's score where there is one, the machine's elsewhere."""
        return settled(self.item_responses, self.ratings)

    @property
    def scores(self) -> dict[int, int]:
        """The scores that count, by item: declined and unclear items have none."""
        return {response.item_id: response.score for response in self.settled if response.known}

    def changed_since(self, earlier: "PatientProfile") -> tuple[int, ...]:
        """The items that stand otherwise than they did: another score, or known where it was not."""
        then = {one.item_id: one.stands for one in earlier.settled}
        return tuple(one.item_id for one in self.settled if one.stands != then.get(one.item_id))

    @property
    def over(self) -> tuple[Domain, ...]:
        """The domains at or over their threshold, in the form's order: the single source for every statement of it."""
        scores = self.scores
        return tuple(domain for domain in instrument().domains if domain.over(scores))


def settled(responses: Iterable[ItemResponse], ratings: Iterable[Rating]) -> tuple[ItemResponse, ...]:
    """The answers as they count, with what the clinician said of them in their notes."""
    rated = {one.item_id: one for one in ratings}
    return tuple(_with(one, rated[one.item_id]) if one.item_id in rated else one for one in responses)


def _with(response: ItemResponse, rating: Rating) -> ItemResponse:
    if rating.score is None:
        note = _noted(response, f"left to ask in person by {rating.who}")
        left = {"score": 0, "declined": False, "unclear": True, "yes_alone": False, "note": note}
        return response.model_copy(update=left)
    said = {"declined": False, "unclear": False, "yes_alone": False}
    plain = {"score": rating.score, "ambiguity": 1, "confidence": 1.0, **said}
    if not rating.changes:
        return response.model_copy(update={**plain, "note": _noted(response, f"confirmed by {rating.who}")})
    before = "no score" if rating.machine is None else str(rating.machine)
    why = f": {rating.reason}" if rating.reason else ""
    told = f"{rating.score} by {rating.who}, {before} by {response.engine}{why}"
    return response.model_copy(update={**plain, "engine": CLINICIAN, "note": told})


def _noted(response: ItemResponse, word: str) -> str:
    return f"{response.note}; {word}" if response.note else word
