"""The entries of an interview's log, which is authoritative: `machine.advance` derives the state from them.
Wire names and who may see what are described in docs/socket.md."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, model_validator

from agents import tools
from agents.diagnostician.port import Mode
from agents.domain.help import Help
from agents.domain.phase import Phase
from agents.domain.profile import SessionStatus
from agents.domain.rating import Rating
from agents.domain.risk import AlertLevel, Finding, Reading, Tier, Unlocated, at_least
from agents.domain.transcript import Role
from agents.domain.value import Value
from agents.interview.answered import Answered
from agents.interview.notices import Noticed as Noticed
from agents.interview.notices import Reread as Reread
from agents.interview.presence import Held, InPerson, Released
from agents.interview.versions import Discarded as Discarded
from agents.interview.versions import Reopened as Reopened
from agents.interview.versions import Signed as Signed
from agents.interviewer.port import Act, Purpose, Revision
from agents.quotes.sentences import Quoted


class Progress(Value):
    """How many of the items are finally answered or declined, and how many of these have no answer."""

    answered: int
    total: int
    open: int = 0


class Started(Value):
    """The interview was created. `seed` fixes which paraphrases it uses; `review` says whether the patient is shown all
    answers before the end, `familiar` whether Spanish says tú."""

    kind: Literal["started"] = "started"
    session_id: str
    mode: Mode
    locale: str
    model: str
    prompt_version: str
    synthetic_persona_id: str | None = None
    seed: int = 0
    review: bool = False
    familiar: bool = False


class Said(Value):
    """A patient's message, as the rule engine of risk read it. `act` is the move, `item_id` its item; `then` is what an
    answer also asks for, `sure` that a wish to stop for good, or to have everything erased, ends the interview, `about`
    the later item that it answers instead, `also` others that it tells of, `revises` its parts about earlier items;
    `answers` is the interviewer's turn that the message answers, set where another question had been asked meanwhile;
    `by` is the clinician who wrote it down in person."""

    kind: Literal["message"] = "message"
    role: Literal[Role.PATIENT] = Role.PATIENT
    turn: int
    text: str
    item_id: int | None
    client_id: str
    act: Act
    then: Act | None = None
    sure: bool = False
    about: int | None = None
    also: tuple[int, ...] = ()
    revises: tuple[Revision, ...] = ()
    answers: int | None = None
    by: str = ""
    risk: Reading
    phase: Phase
    progress: Progress

    @model_validator(mode="before")
    @classmethod
    def _then(cls, given: Any) -> Any:
        """A message stored when an answer could ask for a break only (`pauses`)."""
        if isinstance(given, dict) and "pauses" in given:
            rest = {name: value for name, value in given.items() if name != "pauses"}
            return {**rest, "then": Act.PAUSE if given["pauses"] else None}
        return given


class Told(Value):
    """The interviewer's words; `in_person`, they stand in the record only (None where an older entry does not say).
    `phase` is the phase after them; `answered` are the answers that are new or changed. Where they come with `help`,
    `text` begins with its words, which form a separate turn, the one before."""

    kind: Literal["message"] = "message"
    role: Literal[Role.INTERVIEWER] = Role.INTERVIEWER
    turn: int
    text: str
    item_id: int | None
    purpose: Purpose
    help: Help | None = None
    answered: tuple[Answered, ...] = ()
    in_person: bool | None = None
    phase: Phase
    progress: Progress

    @property
    def asks(self) -> str:
        """The interviewer's words without the offer of help."""
        return self.text if self.help is None else self.text.removeprefix(self.help.text).lstrip()


class Skipped(Value):
    """The patient skipped the open question with the button, without saying anything. `late` marks a press that was
    meant for an earlier question and skips nothing."""

    kind: Literal["skipped"] = "skipped"
    client_id: str
    item_id: int | None
    late: bool = False


class Paused(Value):
    """The patient paused the interview with the button."""

    kind: Literal["paused"] = "paused"
    client_id: str


class RiskRaised(Value):
    """A later reading of a turn that found more than the rule engine did, or claims more."""

    kind: Literal["risk"] = "risk"
    turn: int
    reading: Reading


class Alerted(Value):
    """The therapist is alerted to a turn: by `score`, that of item `item_id`, by what was asked for, `act`, by `quotes`
    (where they answer what was asked, `aside`, words `before` led to it) or by `unlocated`, a model's claims without
    words; `later`: it was found on reading again, which stops nothing. Without a level it gets that of its tier."""

    kind: Literal["alert"] = "alert"
    turn: int
    level: AlertLevel
    tier: Tier
    findings: tuple[Finding, ...]
    quotes: tuple[Quoted, ...] = ()
    aside: Purpose | None = None
    before: Quoted = ()
    unlocated: tuple[Unlocated, ...] = ()
    item_id: int | None = None
    score: int | None = None
    act: Act | None = None
    later: bool = False

    @model_validator(mode="before")
    @classmethod
    def _levelled(cls, given: Any) -> Any:
        if isinstance(given, dict) and "level" not in given and "tier" in given:
            return {**given, "level": at_least(Tier(given["tier"])) or AlertLevel.ATTENTION}
        return given


class Acknowledged(Value):
    """A member of staff has seen the alerts that stand. `by` is their e-mail address, `name` their name, `note` what
    was done. One stored before notes were asked for has none of the last three."""

    kind: Literal["acknowledged"] = "acknowledged"
    by: str
    name: str = ""
    note: str = ""
    at: datetime | None = None

    @property
    def who(self) -> str:
        """The name with the address, or the address alone."""
        return f"{self.name} ({self.by})" if self.name else self.by


class Rated(Value):
    """The clinician's word on an item of a completed interview; an earlier one on it stays in the log."""

    kind: Literal["rated"] = "rated"
    rating: Rating


class Unrated(Value):
    """The clinician took back their last word on an item: what stood before it stands again."""

    kind: Literal["unrated"] = "unrated"
    item_id: int
    by: str
    name: str = ""
    at: datetime


class Reported(Value):
    """One section of the report."""

    kind: Literal["report"] = "report"
    key: str
    markdown: str


class Ended(Value):
    """The interview is over. `erases`: the patient wanted everything erased, and the clinic's setting has it done.
    `who` closed it, where the clinician did."""

    kind: Literal["ended"] = "ended"
    status: SessionStatus
    at: datetime
    erases: bool = False
    who: str = ""


class Removed(Value):
    """An entry that was here until everything was erased on the patient's wish; its place in the log stays."""

    kind: Literal["removed"] = "removed"


class Erased(Value):
    """What the patient said was erased on their wish: nothing of it is left in the entries before."""

    kind: Literal["erased"] = "erased"
    at: datetime


class ToolEvent(Value):
    """A call of one of the six tools. `ms` is wall time in milliseconds."""

    kind: Literal["tool"] = "tool"
    engine: str
    ms: float


class ScoreCalled(ToolEvent):
    tool: Literal["score_response"] = "score_response"
    input: tools.ScoreInput
    output: tools.ScoreOutput


class NextCalled(ToolEvent):
    tool: Literal["next_question"] = "next_question"
    input: tools.NextInput
    output: tools.NextOutput


class StoreCalled(ToolEvent):
    tool: Literal["store_session_state"] = "store_session_state"
    input: tools.StoreInput
    output: tools.StoreOutput


class RetrieveCalled(ToolEvent):
    tool: Literal["retrieve_passages"] = "retrieve_passages"
    input: tools.RetrieveInput
    output: tools.RetrieveOutput


class DiagnoseCalled(ToolEvent):
    tool: Literal["diagnose"] = "diagnose"
    input: tools.DiagnoseInput
    output: tools.DiagnoseOutput


class ReportCalled(ToolEvent):
    tool: Literal["generate_report"] = "generate_report"
    input: tools.ReportInput
    output: tools.ReportOutput


Message = Annotated[Said | Told, Field(discriminator="role")]
ToolCall = Annotated[
    ScoreCalled | NextCalled | StoreCalled | RetrieveCalled | DiagnoseCalled | ReportCalled, Field(discriminator="tool")
]
Event = Annotated[
    Started
    | Message
    | Skipped
    | Paused
    | RiskRaised
    | Alerted
    | Acknowledged
    | Rated
    | Unrated
    | Signed
    | Reopened
    | Discarded
    | Held
    | Released
    | InPerson
    | Noticed
    | Reread
    | Reported
    | Ended
    | Removed
    | Erased
    | ToolCall,
    Field(discriminator="kind"),
]
event_adapter: TypeAdapter[Event] = TypeAdapter(Event)
