"""The interviewer's contract: how a message is classified (an answer, or another move), and what to say next."""

from enum import StrEnum
from typing import NamedTuple, Protocol

from agents.domain.value import Value


class Act(StrEnum):
    """The move that the patient made with a message."""

    ANSWER = "answer"
    READY = "ready"  # in INTRO: go on; after a pause: I'm back
    NOT_READY = "not_ready"  # in INTRO: not now, or who are you / what is this
    CLARIFY = "clarify"  # what do you mean?
    DECLINE = "decline"  # skip, I'd rather not say
    PAUSE = "pause"  # can we stop here?
    BACK = "back"  # go back; names no new answer
    CORRECT = "correct"  # gives a new answer to an earlier item in this very message
    OTHER_LANGUAGE = "other_language"
    LATE = "late"  # written for a question that is no longer open; set by the interview, never by an engine


class Heard(NamedTuple):
    """An act with the item that it is about: for BACK and CORRECT the earlier item, else the current one or None.
    `pauses` marks an ANSWER that also asks for a break: it is scored, and then the conversation pauses."""

    act: Act
    item: int | None = None
    pauses: bool = False


class Situation(NamedTuple):
    """The situation in which a message arrives. `phase` is the machine's phase name; `item` the item asked now (None in
    INTRO); `awaiting` is 'reply' or 'follow_up'; `answered` the items already answered, in the order they were
    asked."""

    phase: str
    item: int | None = None
    awaiting: str = "reply"
    paused: bool = False
    answered: tuple[int, ...] = ()


class Purpose(StrEnum):
    """Why the interviewer speaks."""

    INTRO = "intro"
    REASSURE = "reassure"  # answer to NOT_READY
    QUESTION = "question"
    FOLLOW_UP = "follow_up"
    REPHRASE = "rephrase"  # same item, other words; costs no follow-up
    REVISIT = "revisit"  # ask an earlier item again, because the patient asked to go back
    CORRECTED = "corrected"  # an earlier answer was changed; the open question again
    PAUSED = "paused"
    RESUMED = "resumed"  # welcome back, the open question again
    REPEATED = "repeated"  # a message for an earlier question was kept; the open question again
    LANGUAGE = "language"  # answer to OTHER_LANGUAGE
    SCRIPT = "script"  # the safety script, after which nothing more is said
    CLOSING = "closing"  # after the last item


class Brief(Value):
    """What to say. `item` is the item to ask (None for INTRO, PAUSED, CLOSING ..); `missing` for FOLLOW_UP is
    'frequency' or 'endorsement'; `reply` is the patient's last message; `previous` the interviewer's last question;
    `seed` makes the choice of wording stable within one interview and varied between interviews; `attempt` counts
    rephrasings of this item; `proposed` are the scorer's own words for a FOLLOW_UP, if any; `declined` is true when the
    previous item was declined; `first`/`last` mark the ends; `care` says that a kind word and numbers to call precede
    these words."""

    purpose: Purpose
    item: int | None = None
    reply: str = ""
    previous: str = ""
    missing: str | None = None
    seed: int = 0
    attempt: int = 0
    declined: bool = False
    first: bool = False
    last: bool = False
    locale: str = "en-US"
    proposed: str | None = None
    care: bool = False


class Utterance(NamedTuple):
    """The words said. `engine` names the engine that found them, `note` anything the therapist should know about
    them."""

    text: str
    engine: str = "rules"
    note: str | None = None


class Interviewer(Protocol):
    """Any engine that leads the conversation. It chooses words; the machine alone chooses what is asked."""

    @property
    def name(self) -> str:
        """`rules` or `provider/model`."""
        ...

    async def hear(self, text: str, situation: Situation) -> Heard:
        """The move that the patient made with this message."""
        ...

    async def say(self, brief: Brief) -> Utterance:
        """The words for a brief: plain, kind, at most one question, no advice, no interpretation."""
        ...
