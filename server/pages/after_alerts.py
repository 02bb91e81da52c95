"""Alerts that were acknowledged, and nothing that settles them since: what was to be done may still have to be."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import ARRAY, ColumnElement, Uuid, and_, any_, cast, func, or_
from sqlmodel import col, select

from agents.domain.risk import AlertLevel
from agents.interview import events as ev
from agents.interview.safety.to_do import next_step
from server.interviews.owed_calls import Calls
from server.interviews.person.screens import Screened, screened_in
from server.interviews.tables import Event, Interview, InterviewNote, Outcome

FOR: Final = timedelta(days=30)
"""So long after the acknowledgement at most."""


@dataclass(frozen=True, slots=True)
class AfterAlert:
    """An interview whose alerts were acknowledged: who said last what was done, and what comes next, empty where
    nothing does. `screened` is the suicide screen that was given since; it is `pressing` where a call is still owed, or
    after a stop."""

    interview: Interview
    seen: ev.Acknowledged
    next: str
    pressing: bool = False
    screened: Screened | None = None

    @property
    def urgency(self) -> tuple[bool, bool, datetime | None]:
        """The order of `Candidate.urgency`, now that the whole log is read."""
        return self.interview.persona_id is not None, not self.pressing, self.interview.acknowledged_at


class Candidate(NamedTuple):
    """An interview whose alerts are acknowledged and of which nothing was written since, and whether it was
    `stopped`."""

    interview: UUID
    invented: bool
    at: datetime
    stopped: bool

    def urgency(self, planned: Collection[UUID]) -> tuple[bool, bool, datetime]:
        """Real patients, then calls that were planned and stops, then those that wait longest."""
        return self.invented, not (self.stopped or self.interview in planned), self.at


def candidate() -> tuple[Any, ...]:
    """The columns of a candidate."""
    invented = col(Interview.persona_id).is_not(None)
    return col(Interview.id), invented, col(Interview.acknowledged_at), _stopped()


def acknowledgements(interviews: Sequence[UUID]) -> Any:
    """What the acknowledgements of these interviews say, each with its interview."""
    note: Any = col(Event.body)["note"].as_string()
    return select(Event.interview_id, note).where(
        col(Event.kind) == "acknowledged", col(Event.interview_id) == any_(cast(list(interviews), ARRAY(Uuid)))
    )


def nothing_written(unsettling: Collection[UUID]) -> ColumnElement[bool]:
    """An alert was acknowledged, and since then nobody wrote a note but the `unsettling` ones or signed the report
    off."""
    alerted = col(Interview.alerted_at)
    settled = select(InterviewNote.id).where(
        col(InterviewNote.interview_id) == col(Interview.id),
        col(InterviewNote.at) > alerted,
        col(InterviewNote.id).not_in(unsettling),
    )
    return and_(
        alerted.is_not(None),
        _lately(),
        or_(col(Outcome.signed_at).is_(None), col(Outcome.signed_at) < alerted),
        ~settled.exists(),
    )


def notes_since() -> Any:
    """The notes that staff wrote after an alert, the oldest first."""
    since = select(InterviewNote).join(Interview).where(col(InterviewNote.at) > col(Interview.alerted_at), _lately())
    return since.order_by(col(InterviewNote.at))


def unsettling(notes: Iterable[InterviewNote], unanswered: Callable[[str], bool]) -> Sequence[UUID]:
    """Those of `notes_since` that settle nothing by themselves: of calls that reached nobody, and of a suicide screen
    alone, behind which a call may be owed or a safety plan still to be agreed."""
    return [one.id for one in notes if not one.tells or unanswered(one.body)]


def _lately() -> ColumnElement[bool]:
    return col(Interview.acknowledged_at) > func.now() - FOR


def _stopped() -> Any:
    alerts = select(Event.seq).where(col(Event.interview_id) == col(Interview.id), col(Event.kind) == "alert")
    return alerts.where(col(Event.body)["level"].as_string() == AlertLevel.STOP).exists()


def after_alert(row: Interview, log: Calls, notes: Sequence[InterviewNote]) -> AfterAlert:
    """What was said of an interview's alerts and written since, and what comes next."""
    raised = [event for event in log.events if isinstance(event, ev.Alerted)]
    pressing = bool(log.owed) or any(one.level is AlertLevel.STOP for one in raised)
    screened = screened_in(row, notes)
    step = next_step(raised, bool(screened))
    following = "; then ".join(filter(None, (log.owed, step)))
    return AfterAlert(row, _seen(row, log), following, pressing=pressing, screened=screened)


def _seen(row: Interview, log: Calls) -> ev.Acknowledged:
    known = (event for event in reversed(log.events) if isinstance(event, ev.Acknowledged))
    return next(known, ev.Acknowledged(by="somebody", at=row.acknowledged_at))
