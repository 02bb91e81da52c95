"""Alerts that were acknowledged, and nothing that settles them since: what was to be done may still have to be."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import ARRAY, ColumnElement, Uuid, and_, any_, cast, func, or_
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from agents.domain.level1 import HARM_ITEM
from agents.domain.risk import AlertLevel
from agents.interview import events as ev
from agents.interview.presence import InPerson
from agents.interview.safety.to_do import next_step
from server.interviews.owed_calls import Calls
from server.interviews.tables import Event, Interview, InterviewNote, Outcome

FOR: Final = timedelta(days=30)
"""So long after the acknowledgement at most."""


@dataclass(frozen=True, slots=True)
class AfterAlert:
    """An interview whose alerts were acknowledged: who said last what was done, and what comes next. It is not `open`
    where item 11 was answered in person and the acknowledgement says what was done; `pressing` where a call is still
    owed, or after a stop."""

    interview: Interview
    seen: ev.Acknowledged
    next: str
    open: bool = True
    pressing: bool = False

    @property
    def urgency(self) -> tuple[bool, bool, datetime | None]:
        """The order of `Candidate.urgency`, now that the whole log is read."""
        return self.interview.persona_id is not None, not self.pressing, self.interview.acknowledged_at


class Candidate(NamedTuple):
    """An interview whose alerts are acknowledged and of which nothing was written since: whether it was `stopped`, and
    whether item 11 answered in person raised the last of them (`tapped`): what was done is then what the
    acknowledgement says, unless a call was planned."""

    interview: UUID
    invented: bool
    at: datetime
    stopped: bool
    tapped: bool

    def open(self, planned: Collection[UUID]) -> bool:
        """Whether something may still have to be done."""
        return self.stopped or self.interview in planned or not self.tapped

    def urgency(self, planned: Collection[UUID]) -> tuple[bool, bool, datetime]:
        """Real patients, then calls that were planned and stops, then those that wait longest."""
        return self.invented, not (self.stopped or self.interview in planned), self.at


def candidate() -> tuple[Any, ...]:
    """The columns of a candidate."""
    stopped = _alerts(col(Event.body)["level"].as_string() == AlertLevel.STOP)
    invented = col(Interview.persona_id).is_not(None)
    return col(Interview.id), invented, col(Interview.acknowledged_at), stopped.exists(), _tapped().exists()


def acknowledgements(interviews: Sequence[UUID]) -> Any:
    """What the acknowledgements of these interviews say, each with its interview."""
    note: Any = col(Event.body)["note"].as_string()
    return select(Event.interview_id, note).where(
        col(Event.kind) == "acknowledged", col(Event.interview_id) == any_(cast(list(interviews), ARRAY(Uuid)))
    )


def nothing_written(tries: Collection[UUID]) -> ColumnElement[bool]:
    """An alert was acknowledged, and since then nobody wrote a note but of `tries` or signed the report off."""
    alerted = col(Interview.alerted_at)
    settled = select(InterviewNote.id).where(
        col(InterviewNote.interview_id) == col(Interview.id),
        col(InterviewNote.at) > alerted,
        col(InterviewNote.id).not_in(tries),
    )
    return and_(
        alerted.is_not(None),
        _lately(),
        or_(col(Outcome.signed_at).is_(None), col(Outcome.signed_at) < alerted),
        ~settled.exists(),
    )


def notes_since() -> Any:
    """The notes that staff wrote after an alert: number and words."""
    notes = select(InterviewNote.id, InterviewNote.body).join(Interview)
    return notes.where(col(InterviewNote.at) > col(Interview.alerted_at), _lately())


def _lately() -> ColumnElement[bool]:
    return col(Interview.acknowledged_at) > func.now() - FOR


def _alerts(*conditions: Any) -> Any:
    return select(Event.seq).where(
        col(Event.interview_id) == col(Interview.id), col(Event.kind) == "alert", *conditions
    )


def _tapped() -> Any:
    """The latest alert, where item 11 answered in person raised it: it then follows that answer at once."""
    answer, later = aliased(Event), aliased(Event)
    of: Any = col(answer.body)["response"]["itemId"].as_integer()
    answered = select(answer.seq).where(
        col(answer.interview_id) == col(Event.interview_id),
        col(answer.kind) == "in_person",
        of == HARM_ITEM,
        col(answer.seq) == col(Event.seq) - 1,
    )
    after = select(later.seq).where(
        col(later.interview_id) == col(Event.interview_id),
        col(later.kind) == "alert",
        col(later.seq) > col(Event.seq),
    )
    raised: Any = col(Event.body)["itemId"].as_integer()
    return _alerts(raised == HARM_ITEM, answered.exists(), ~after.exists())


def after_alert(row: Interview, log: Calls) -> AfterAlert:
    """What was said of an interview's alerts, and what comes next."""
    alerts = [place for place, event in enumerate(log.events) if isinstance(event, ev.Alerted)]
    raised = [event for event in log.events if isinstance(event, ev.Alerted)]
    pressing = bool(log.owed) or any(one.level is AlertLevel.STOP for one in raised)
    before = log.events[alerts[-1] - 1] if alerts and alerts[-1] else None
    tapped = isinstance(before, InPerson) and before.response.item_id == HARM_ITEM == raised[-1].item_id
    return AfterAlert(row, _seen(row, log), _next(log), open=pressing or not tapped, pressing=pressing)


def _seen(row: Interview, log: Calls) -> ev.Acknowledged:
    known = (event for event in reversed(log.events) if isinstance(event, ev.Acknowledged))
    return next(known, ev.Acknowledged(by="somebody", at=row.acknowledged_at))


def _next(log: Calls) -> str:
    step = next_step(event for event in log.events if isinstance(event, ev.Alerted))
    return "; then ".join(filter(None, (log.owed, step)))
