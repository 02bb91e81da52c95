"""The interviewer's contract: how a message is classified (an answer, or another move), and what to say next."""

from enum import StrEnum
from typing import NamedTuple, Protocol

from agents.domain.value import Value
from agents.language import ENGLISH, Language, language_of
from agents.questions.catalogue import NOTHING_TOLD, Clinic


class Act(StrEnum):
    """The move that the patient made with a message."""

    ANSWER = "answer"
    READY = "ready"  # in INTRO: go on; after a pause: I'm back
    NOT_READY = "not_ready"  # in INTRO: not now, or who are you / what is this
    CLARIFY = "clarify"  # what do you mean?
    ASK = "ask"  # a question about the conversation itself: who reads this, how long does it take
    DECLINE = "decline"  # skip, I'd rather not say
    PAUSE = "pause"  # can we stop here?
    LEAVE = "leave"  # wants to stop for good
    ERASE = "erase"  # wants everything deleted
    PERSON = "person"  # wants to talk to a person
    HELP = "help"  # asks for help without saying more
    UNSAFE = "unsafe"  # cannot speak freely: somebody is near
    BACK = "back"  # go back; names no new answer
    CORRECT = "correct"  # gives a new answer to an earlier item in this very message
    WHICH = "which"  # takes back what was noted, and says neither of what nor a new answer
    ELSEWHERE = "elsewhere"  # answers an item that comes later, not this one
    OTHER_LANGUAGE = "other_language"
    ADDED = "added"  # something to add, in the review or when asked whether to end; read for risk, scores nothing
    SAFETY = "safety"  # said in answer to whether it is there now; read for risk, scores nothing
    UNSURE = "unsure"  # the same, and neither a yes nor a no; set by the interview, never by an engine
    LATE = "late"  # written for a question that is no longer open; set by the interview, never by an engine


class Revision(Value):
    """A part of a message that gives a new answer to an earlier item, from `start` to `end`; the answer itself begins
    at `new`, or is to be asked for where that is the end, and ends at `until`, or with the part."""

    item: int
    start: int
    new: int
    end: int
    until: int | None = None


class Heard(NamedTuple):
    """An act with the item that it is about: for BACK and CORRECT the earlier item, else the current one or None.
    `then` is what an ANSWER also asks for (a break, to stop for good, a person ...): it is scored, and then that is
    done; ADDED where the rest of a CORRECT is kept as it was written. `about` is the later item of an ELSEWHERE, or
    that a part of an ANSWER is about, `also` further ones that it tells of. `sure` marks a LEAVE or ERASE that is plain
    enough, or confirmed, so that the interview ends. `revises` are the parts about earlier items of an ANSWER, or of a
    CORRECT that gives several."""

    act: Act
    item: int | None = None
    then: Act | None = None
    sure: bool = False
    about: int | None = None
    also: tuple[int, ...] = ()
    revises: tuple[Revision, ...] = ()


class Situation(NamedTuple):
    """The situation in which a message arrives. `item` is the item asked now (None in INTRO); `awaiting` is 'reply',
    'follow_up', 'now' (whether a danger is there now), 'go_on' (whether to go on after that), 'leave' (whether to stop
    for good), 'erase' (whether to have everything erased as well), 'which' (which answer to change) or 'review'
    (anything to change or add); `question` the words that were asked; `answered` the items already answered, in the
    order they were asked; `language` that of the interview; `just` the item that the patient's last message answered,
    where nothing but the next question has been asked since."""

    item: int | None = None
    awaiting: str = "reply"
    paused: bool = False
    answered: tuple[int, ...] = ()
    question: str = ""
    language: Language = ENGLISH
    just: int | None = None


class Purpose(StrEnum):
    """Why the interviewer speaks."""

    INTRO = "intro"
    REASSURE = "reassure"  # answer to NOT_READY
    QUESTION = "question"
    FOLLOW_UP = "follow_up"
    REPHRASE = "rephrase"  # same item, other words; costs no follow-up
    ABOUT = "about"  # answer to ASK, then the same item in other words; costs no follow-up
    KEPT = "kept"  # answer to ELSEWHERE: it is kept for its item; then the same item in other words
    REVISIT = "revisit"  # ask an earlier item again, because the patient asked to go back
    CORRECTED = "corrected"  # an earlier answer was changed; the open question again
    WHICH = "which"  # answer to WHICH: which answer, and what it should say
    PAUSED = "paused"
    LEFT = "left"  # answers to LEAVE and ERASE that are not sure: whether to stop for good
    ERASURE = "erasure"
    FAREWELL = "farewell"  # the patient ended the interview: what stays, and nothing more
    PERSON = "person"  # answers to PERSON, HELP, UNSAFE; nothing more is asked until the patient writes again
    HELP = "help"
    UNSAFE = "unsafe"
    WAITING = "waiting"  # until the patient says to go on after those: the answer to what they ask, nothing else
    NOW = "now"  # after a disclosure, with numbers to call: whether it is there now
    GO_ON = "go_on"  # after that: whether to go on
    REVIEW = "review"  # before the end: all answers, and whether there is anything to change or add
    ADDED = "added"  # answer to ADDED: it is kept; whether there is anything else
    RESUMED = "resumed"  # welcome back, the open question again
    REPEATED = "repeated"  # a message for an earlier question was kept; the open question again
    LANGUAGE = "language"  # answer to OTHER_LANGUAGE
    SCRIPT = "script"  # the safety script, after which nothing more is said
    CLOSING = "closing"  # after the last item


class Edit(Value):
    """A changed answer to an earlier item: from the words `before` to what is noted `now` (None: what was said stays,
    for the new words are no answer)."""

    item: int
    before: str = ""
    now: str | None = None


class Brief(Value):
    """What to say. `item` is the item to ask (None for INTRO, PAUSED, CLOSING ..); `missing` for FOLLOW_UP is
    'frequency' or 'endorsement'; `reply` is the patient's last message, `heard` (for words that are found ahead) the
    last one before the open question, empty where it told of a danger; `previous` the interviewer's last question,
    `spoken` the interviewer's last messages, the newest last; `seed` makes the choice of wording stable within one
    interview and varied between interviews; `attempt` counts rephrasings of this item; `proposed` are the scorer's own
    words for a FOLLOW_UP, if any; `declined` is true when the previous item was declined, `noted` what was noted of it
    (None: not answered), `open` that it stays unclear; `asked` counts the items asked so far; `first`/`last` mark the
    ends; `care` says that numbers to call, or whether to go on after a disclosure, precede these words; `about` is the
    later item that KEPT words are of, `also` others, `earlier` what was kept so for a QUESTION; `strays` counts the
    replies in a row that answered nothing, `edits` are the earlier answers just changed, `answers` says that the same
    message answered the open item as well, `kept` that what else it told is kept as it was written; `again` marks words
    of the review after its first ones, and whether it is there now in plainer words; `clinic` is what the clinic tells
    its patients, `erase` that a FAREWELL follows the wish to have everything erased; `familiar` says tú in Spanish,
    `alerted` that there was an alert, `danger` that the last message told of one; `numbers` are the numbers to call."""

    purpose: Purpose
    item: int | None = None
    reply: str = ""
    heard: str = ""
    previous: str = ""
    spoken: tuple[str, ...] = ()
    missing: str | None = None
    seed: int = 0
    attempt: int = 0
    declined: bool = False
    noted: str | None = None
    open: bool = False
    asked: int = 0
    first: bool = False
    last: bool = False
    locale: str = "en-US"
    proposed: str | None = None
    care: bool = False
    about: int | None = None
    also: tuple[int, ...] = ()
    earlier: str = ""
    strays: int = 0
    edits: tuple[Edit, ...] = ()
    answers: bool = False
    kept: bool = False
    again: bool = False
    clinic: Clinic = NOTHING_TOLD
    erase: bool = False
    familiar: bool = False
    alerted: bool = False
    danger: bool = False
    numbers: tuple[str, ...] = ()

    @property
    def language(self) -> Language:
        """The language to speak."""
        return language_of(self.locale, self.familiar)


class Utterance(NamedTuple):
    """The words said. `engine` names the engine that found them, `note` anything the therapist should know about
    them; `question` is what the patient asked where the words say that it is noted for the therapist."""

    text: str
    engine: str = "rules"
    note: str | None = None
    question: str | None = None


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
