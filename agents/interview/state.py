"""The machine's state between two events, and its next duty."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from agents.diagnostician.port import Mode
from agents.domain import level1
from agents.domain.help import Care
from agents.domain.phase import Phase
from agents.domain.profile import ItemResponse, RiskFlags, SessionStatus
from agents.domain.rating import Rating
from agents.domain.risk import Finding, Tier
from agents.domain.transcript import Turn
from agents.interview.presence import Held
from agents.interviewer.port import Purpose, Revision
from agents.language import Language, language_of


@dataclass(frozen=True, slots=True)
class Speak:
    """Say something that needs no decision: the intro, a rephrasing, a notice."""

    purpose: Purpose
    item: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """Score the item from its answers' turns; `revises` says that this replaces an earlier answer."""

    item: int
    revises: bool = False


@dataclass(frozen=True, slots=True)
class ChooseNext:
    """Ask the follow-up, the next item, or close."""


@dataclass(frozen=True, slots=True)
class TakeNote:
    """Say nothing: what the patient wrote while the clinician holds the interview is only read for risk."""


@dataclass(frozen=True, slots=True)
class SendScript:
    """Send the safety script, and end."""


@dataclass(frozen=True, slots=True)
class BidFarewell:
    """Say what stays, and end: the patient wants to stop for good, or (`erase`) to have everything erased."""

    erase: bool = False


@dataclass(frozen=True, slots=True)
class EraseWords:
    """Erase what the patient said from the log, and everything made of it. The log's keeper does it, not the draft."""


@dataclass(frozen=True, slots=True)
class WriteReport:
    """Diagnose, retrieve, report, and end."""


Duty = Speak | ScoreItem | ChooseNext | TakeNote | SendScript | BidFarewell | EraseWords | WriteReport | None
_NONE: Final[Mapping[int, Any]] = MappingProxyType({})


class Question(NamedTuple):
    """The open question: an item, or its follow-up; no item in the introduction and after the last one, nor where it is
    `aside`: whether a danger is there now, or whether to go on."""

    item: int | None = None
    follow_up: bool = False
    aside: bool = False


class Edited(NamedTuple):
    """An earlier answer that the patient changed: what it was, and whether the new words took its place."""

    item: int
    before: ItemResponse | None
    took: bool


class State(NamedTuple):
    """Everything about one interview. `item` is the open question and `follow_up` whether its follow-up is open;
    `revisiting` is an earlier item that is being answered again while the open question waits; `replies` maps items
    to the turns that answer them now, `revised` turns to their parts about earlier items, and `owed` are those of these
    items that are still to be scored; `needs` is the detail that the open item's score lacks; `asking` its question,
    `proposed` the scorer's words for a follow-up; `heard` is the tier of the patient's last message alone; `alerted`
    are the turns that the therapist was alerted to, `alarmed` whether one of these alerts is still unacknowledged;
    `kept` maps later items to the turns that already told of them; `care` is the help that must be offered with the
    next words, `check` what must be asked then: whether it is there now (NOW) or, where others hurt the patient, only
    whether to go on (GO_ON); `aside` is that question (NOW), the
    one after it (GO_ON) or whether to stop for good (LEFT, ERASURE) while its answer is awaited, `deferred` the duty
    that waits for it, `unsure` whether NOW is asked in plainer words, `halt` what is said before a break,
    `waits` that nothing is asked until the patient says to go on, `gently` that no question has followed a disclosure
    yet;
    `shown` is the question that was open after each turn of
    the interviewer, `heard_with` the words that the patient's last message answered; `strays` counts the replies in
    a row that answered nothing; `edited` are the changes of earlier answers that are still to be confirmed; `review`
    says that all answers are shown before the end, `reviewed` that the patient is done with that, `added` are the
    turns of what was added there; `rated` is what the clinician said of an item, the last word last, and `changes`
    how often they said or took back something; `version` is the report's, `signed` whether it is signed off;
    `silent` are the roles in which a model gives no usable answer; `held` says that the clinician paused the
    interview or carries it on in person, `written` maps items to the turns in which they wrote down what was said."""

    session_id: str = ""
    mode: Mode = Mode.SCREENING
    locale: str = "en-US"
    model: str = "rules"
    prompt_version: str = ""
    persona_id: str | None = None
    seed: int = 0
    review: bool = False
    familiar: bool = False
    phase: Phase = Phase.INTRO
    status: SessionStatus = SessionStatus.ACTIVE
    paused: bool = False
    item: int | None = None
    follow_up: bool = False
    revisiting: int | None = None
    needs: str | None = None
    proposed: str | None = None
    rephrased: int = 0
    asking: str = ""
    duty: Duty = None
    tier: Tier = Tier.NONE
    heard: Tier = Tier.NONE
    heard_with: str | None = None
    findings: tuple[Finding, ...] = ()
    alerted: tuple[int, ...] = ()
    alarmed: bool = False
    kept: Mapping[int, int] = _NONE
    care: Care | None = None
    check: Purpose | None = None
    aside: Purpose | None = None
    deferred: Duty = None
    unsure: bool = False
    halt: Purpose = Purpose.PAUSED
    waits: bool = False
    gently: bool = False
    flags: RiskFlags = RiskFlags()
    transcript: tuple[Turn, ...] = ()
    shown: Mapping[int, Question] = _NONE
    replies: Mapping[int, tuple[int, ...]] = _NONE
    revised: Mapping[int, tuple[Revision, ...]] = _NONE
    owed: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    followed_up: tuple[int, ...] = ()
    responses: Mapping[int, ItemResponse] = _NONE
    superseded: tuple[ItemResponse, ...] = ()
    strays: int = 0
    edited: tuple[Edited, ...] = ()
    reviewed: bool = False
    added: tuple[int, ...] = ()
    completed_at: datetime | None = None
    rated: Mapping[int, tuple[Rating, ...]] = _NONE
    changes: Mapping[int, int] = _NONE
    held: Held | None = None
    written: Mapping[int, tuple[int, ...]] = _NONE
    version: int = 1
    signed: bool = False
    silent: frozenset[str] = frozenset()

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """The clinician's standing word on each item that has one."""
        return tuple(words[-1] for _, words in sorted(self.rated.items()) if words)

    @property
    def language(self) -> Language:
        """The language in which the interview is held."""
        return language_of(self.locale, self.familiar)

    @property
    def open_item(self) -> int | None:
        """The item that the next answer belongs to."""
        return self.revisiting if self.revisiting is not None else self.item

    @property
    def awaits_follow_up(self) -> bool:
        """Whether the next answer belongs to a follow-up question."""
        return self.follow_up and self.revisiting is None

    @property
    def standing(self) -> Question:
        """The question that the next answer belongs to."""
        return Question(aside=True) if self.checking else Question(self.open_item, self.awaits_follow_up)

    @property
    def checking(self) -> bool:
        """Whether the next words answer whether a danger is there now, or whether to go on after that."""
        return self.aside in (Purpose.NOW, Purpose.GO_ON)

    @property
    def waiting(self) -> bool:
        """Whether nothing is asked until the patient plainly says to go on: they may not be safe to speak, or asked for
        a person or for help."""
        return self.paused and self.waits

    @property
    def must_check(self) -> bool:
        """Whether what follows a disclosure has to be asked: before anything else is said, not in a break."""
        return self.check is not None and not self.paused and isinstance(self.duty, ChooseNext | Speak)

    def gone(self, to: int | None) -> Question | None:
        """The question that stood after this turn of the interviewer, if another one stands now; else None. A question
        asked again in other words, or after a break, is the same question."""
        seen = None if to is None else self.shown.get(to)
        return None if seen == self.standing else seen

    def late(self, to: int | None) -> Question | None:
        """The question that an answer to this turn of the interviewer was written for, if it is no longer open; else
        None. What was written for an item while its follow-up was on its way answers that."""
        seen, asked = self.gone(to), self.standing
        return None if asked.follow_up and seen == asked._replace(follow_up=False) else seen

    @property
    def pending(self) -> tuple[int, ...]:
        """The items not yet asked. Items are asked in the form's order, so those already asked are its beginning."""
        return _form()[len(self.asked) :]

    @property
    def completed(self) -> tuple[int, ...]:
        """The items finally answered or declined, in the order they were asked: all that were asked, except the last
        one while it is open."""
        if self.item is None or (self.item in self.responses and not self.unsettled(self.item)):
            return self.asked
        return self.asked[:-1]

    def unsettled(self, number: int) -> bool:
        """Whether an item's score may still change at this point: its follow-up is open or about to be asked."""
        return number == self.item and (self.follow_up or self.needs is not None) and self.phase is not Phase.REPORT

    @property
    def between(self) -> bool:
        """Whether the open item is answered and the next words are not chosen yet, as after an answer that also asked
        for a break, and in the review: no question is open then, unless an earlier one is asked again."""
        if self.revisiting is not None:
            return False
        if self.item is None:
            return bool(self.asked)
        return self.item in self.responses and not self.follow_up

    @property
    def resumes(self) -> Duty:
        """What goes on with the questions: the open one again, or the next one; before the first, the introduction."""
        if self.phase is Phase.INTRO:
            return Speak(Purpose.REASSURE)
        return ChooseNext() if self.between else Speak(Purpose.RESUMED, self.open_item)

    @property
    def reviewing(self) -> bool:
        """Whether the next words answer whether there is anything to change or to add."""
        return self.aside in (Purpose.REVIEW, Purpose.ADDED)

    @property
    def at_end(self) -> bool:
        """Whether every item was asked, and it was asked whether there is anything to change or to add."""
        return self.item is None and bool(self.asked) and not self.pending

    @property
    def question(self) -> str | None:
        """The interviewer's last words."""
        return next((turn.text for turn in reversed(self.transcript) if turn.role == "interviewer"), None)

    @property
    def heard_at(self) -> int | None:
        """The turn of the patient's last message."""
        return next((turn.index for turn in reversed(self.transcript) if turn.role == "patient"), None)

    @property
    def just_answered(self) -> int | None:
        """The item that the patient's last message answered, where only the next question has been asked since."""
        if self.checking or self.paused or self.standing.follow_up or self.heard_at != len(self.transcript) - 2:
            return None
        answered = (item for item, turns in self.replies.items() if self.heard_at in turns and item != self.open_item)
        return next((item for item in answered if item in self.responses), None)

    def written_down(self, turn: int) -> bool:
        """Whether a turn was written down in person: the patient is not shown it."""
        return any(turn in turns for turns in self.written.values())

    def words_of(self, turn: int, item: int) -> str:
        """What a turn says of an item, each other character a blank: the new answer where a part of it gives one, else
        all but its parts about other items."""
        text, parts = self.transcript[turn].text, self.revised.get(turn, ())
        if own := next((one for one in parts if one.item == item), None):
            end = own.until or own.end
            return " " * own.new + text[own.new : end] + " " * (len(text) - end)
        for one in parts:
            text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
        return text

    def words_about(self, item: int) -> str | None:
        """The words in which an item was asked last."""
        asked = (turn.text for turn in reversed(self.transcript) if turn.role == "interviewer" and turn.item_id == item)
        return next(asked, None)


def with_entry(mapping: Mapping[int, Any], key: int, value: object) -> Mapping[int, Any]:
    """A copy of the mapping that holds one more entry, or another value for it."""
    return MappingProxyType({**mapping, key: value})


@cache
def _form() -> tuple[int, ...]:
    return tuple(level1.items())
