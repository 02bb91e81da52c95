"""The six tools of the interview: their input and output, both validated.

Tools run on the server alone; no client can call one. Every call is kept in the interview's log.
"""

from typing import Literal

from pydantic import Field

from agents.diagnostician.port import Diagnosis, Mode, Passage
from agents.domain.phase import Phase
from agents.domain.profile import ItemResponse, QuestionState, RiskFlags, SessionStatus
from agents.domain.value import Value
from agents.interviewer.port import Purpose
from agents.scorer.port import Answer, Missing


class NextInput(Value):
    """`item` is the item asked last and `needs_follow_up` whether its score still lacks something that may be asked."""

    pending: tuple[int, ...]
    item: int | None
    needs_follow_up: bool


class NextOutput(Value):
    """What is asked now and in which words; REVIEW, then CLOSING when nothing is left."""

    purpose: Literal[Purpose.QUESTION, Purpose.FOLLOW_UP, Purpose.REVIEW, Purpose.CLOSING]
    item: int | None
    text: str


class ScoreInput(Value):
    """The answer to score; a declined item has no answer."""

    item_id: int = Field(ge=1, le=23)
    answer: Answer | None
    revises: bool = False


class ScoreOutput(Value):
    """The item's response. `missing` says what a follow-up would ask for; None when none is needed."""

    response: ItemResponse
    needs_follow_up: bool = False
    missing: Missing | None = None
    follow_up: str | None = None
    risk_flags: RiskFlags = RiskFlags()


class StoreInput(Value):
    """What is stored at the end of a turn, beside the events themselves."""

    phase: Phase
    session_status: SessionStatus
    question_state: QuestionState


class StoreOutput(Value):
    """`turns` is the length of the transcript that was stored."""

    stored: bool
    turns: int


class RetrieveInput(Value):
    query: str
    limit: int = Field(ge=1, le=50)


class RetrieveOutput(Value):
    """`note` says why there are no passages, where there are none."""

    passages: tuple[Passage, ...]
    note: str | None = None


class DiagnoseInput(Value):
    """The profile is the interview's own at this point of the log; it is not written down a second time."""

    mode: Mode
    passages: tuple[str, ...]


class DiagnoseOutput(Value):
    diagnosis: Diagnosis


class ReportInput(Value):
    label: str
    mode: Mode


class ReportOutput(Value):
    """The keys of the sections that were written, in order."""

    sections: tuple[str, ...]
