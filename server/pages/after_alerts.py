"""Alerts that were acknowledged, and nothing written down since: what was to be done then may still have to be."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from sqlalchemy import ColumnElement, and_, func, or_
from sqlmodel import col, select

from agents.domain.level1 import HARM_ITEM
from agents.interview import events as ev
from agents.interview.safety.to_do import next_step, still_to_call
from server.interviews.event_log import load
from server.interviews.tables import Event, Interview, InterviewNote, Outcome

FOR: Final = timedelta(days=30)
"""So long after the acknowledgement at most."""
_LOGGED: Final = """
select interview_id, kind, body::text from event
where interview_id = any(%s) and kind in ('alert', 'acknowledged', 'held', 'released', 'message', 'in_person')
order by interview_id, seq
"""


@dataclass(frozen=True, slots=True)
class AfterAlert:
    """An interview whose alerts were acknowledged: who said last what was done, and what comes next."""

    interview: Interview
    seen: ev.Acknowledged
    next: str


def unfinished() -> ColumnElement[bool]:
    """Every alert is acknowledged, and since the last one nobody wrote a note or signed the report off. Where item 11
    was asked in person, what was done is what the acknowledgement says."""
    alerted, here = col(Interview.alerted_at), col(Interview.id)
    noted = select(InterviewNote.id).where(col(InterviewNote.interview_id) == here, col(InterviewNote.at) > alerted)
    answer: Any = col(Event.body)["response"]["itemId"].as_integer()
    in_person = select(Event.seq).where(
        col(Event.interview_id) == here, col(Event.kind) == "in_person", answer == HARM_ITEM
    )
    return and_(
        alerted.is_not(None),
        col(Interview.acknowledged_at) > func.now() - FOR,
        or_(col(Outcome.signed_at).is_(None), col(Outcome.signed_at) < alerted),
        ~noted.exists(),
        ~in_person.exists(),
    )


async def after_alerts(
    pool: AsyncConnectionPool[AsyncConnection], interviews: Sequence[Interview]
) -> Sequence[AfterAlert]:
    """What was said of the alerts of these interviews, in the same order."""
    if not interviews:
        return ()
    async with pool.connection() as connection:
        rows = await (await connection.execute(_LOGGED, ([row.id for row in interviews],))).fetchall()
    logged: defaultdict[UUID, list[ev.Event]] = defaultdict(list)
    for interview, kind, body in rows:
        logged[interview].append(load(kind, body))
    return [AfterAlert(row, seen, _next(logged[row.id])) for row in interviews for seen in _seen(logged[row.id])[-1:]]


def _seen(log: Sequence[ev.Event]) -> list[ev.Acknowledged]:
    return [event for event in log if isinstance(event, ev.Acknowledged)]


def _next(log: Sequence[ev.Event]) -> str:
    step = next_step(event for event in log if isinstance(event, ev.Alerted))
    return "; then ".join((*still_to_call(log)[:1], step))
