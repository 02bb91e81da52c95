"""What became of an interview's alerts, in plain words: every message and its tries, who opened the page, who
acknowledged."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeVar
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from agents.domain.risk import AlertLevel
from agents.domain.value import Value
from agents.interview import events as ev
from server.interviews.event_log import load
from server.interviews.invented import is_scripted

MOST: Final = 10
"""Alerts of one interview that are shown, the latest."""
SHOWN_TRIES: Final = 3
"""The latest tries of one message."""
_ALERTS: Final = """
select e.seq, e.at, e.body::text as body, p.seq is not null as planned, i.persona_id as persona
from event e join interview i on i.id = e.interview_id
left join alert_plan p on p.interview_id = e.interview_id and p.seq = e.seq
where e.interview_id = %s and e.kind = 'alert' order by e.seq desc limit %s
"""
_TRIES: Final = """
select d.seq, d.id, d.channel, d.address, d.second, d.state, d.due_at, t.outcome, t.detail, t.at, t.again_at
from alert_delivery d left join alert_try t on t.delivery_id = d.id
where d.interview_id = %s and d.seq >= %s order by d.seq, d.second, d.channel, d.address, d.id, t.number
"""
_PEOPLE: Final = """
select seq, by, at, '' as name, '' as note, false as acknowledged from alert_opening
where interview_id = %(interview)s and seq >= %(seq)s
union all
select e.seq, seen.by, seen.at, seen.name, seen.note, true from event e join lateral (
  select a.body ->> 'by' as by, coalesce(a.body ->> 'name', '') as name, coalesce(a.body ->> 'note', '') as note, a.at
  from event a
  where a.interview_id = e.interview_id and a.kind = 'acknowledged' and a.seq > e.seq
  order by a.seq limit 1) seen on true
where e.interview_id = %(interview)s and e.kind = 'alert' and e.seq >= %(seq)s
order by at
"""
_OPENED: Final = """
insert into alert_opening (interview_id, seq, by)
select e.interview_id, e.seq, %(by)s from event e
where e.interview_id = %(interview)s and e.kind = 'alert' and e.seq > coalesce((
  select max(seen.seq) from event seen where seen.interview_id = e.interview_id and seen.kind = 'acknowledged'), 0)
on conflict do nothing
"""


Row = TypeVar("Row")


class Line(Value):
    """One thing that happened or is due: what and when; for a try that failed, when the next one is due; for an
    acknowledgement, what was done; `message` is False for what a person did on the page."""

    words: str
    at: datetime
    again_at: datetime | None = None
    done: str = ""
    message: bool = True


class AlertShown(Value):
    """One alert and what became of it, in order."""

    level: AlertLevel
    at: datetime
    lines: tuple[Line, ...]
    note: str | None


@dataclass(frozen=True, slots=True)
class _Alert:
    seq: int
    at: datetime
    body: str
    planned: bool
    persona: str | None


@dataclass(frozen=True, slots=True)
class _Try:
    """A try of a message; a message without one has no outcome."""

    seq: int
    id: UUID
    channel: str
    address: str
    second: bool
    state: str
    due_at: datetime
    outcome: str | None
    detail: str | None
    at: datetime | None
    again_at: datetime | None


@dataclass(frozen=True, slots=True)
class _Person:
    seq: int
    by: str
    at: datetime
    name: str
    note: str
    acknowledged: bool


async def opened(pool: AsyncConnectionPool[AsyncConnection], interview: UUID, by: str) -> None:
    """Somebody's browser shows the page with the alerts that stand now."""
    async with pool.connection() as connection:
        await connection.execute(_OPENED, {"interview": interview, "by": by})


async def told(pool: AsyncConnectionPool[AsyncConnection], interview: UUID) -> list[AlertShown]:
    """The interview's latest alerts, the latest first, each with what became of it."""
    async with pool.connection() as connection:
        alerts = await _rows(connection, _Alert, _ALERTS, (interview, MOST))
        if not alerts:
            return []
        first = alerts[-1].seq
        tries = await _rows(connection, _Try, _TRIES, (interview, first))
        people = await _rows(connection, _Person, _PEOPLE, {"interview": interview, "seq": first})
    return [_shown(one, [t for t in tries if t.seq == one.seq], people) for one in alerts]


async def _rows(connection: AsyncConnection, kind: type[Row], query: str, values: Any) -> list[Row]:
    async with connection.cursor(row_factory=class_row(kind)) as cursor:
        return await (await cursor.execute(query, values)).fetchall()


def _shown(alert: _Alert, tries: Sequence[_Try], people: Sequence[_Person]) -> AlertShown:
    event = load("alert", alert.body)
    assert isinstance(event, ev.Alerted)
    by_message: defaultdict[UUID, list[_Try]] = defaultdict(list)
    for one in tries:
        by_message[one.id].append(one)
    lines = [line for message in by_message.values() for line in _message(message)]
    lines += [_by(one) for one in people if one.seq == alert.seq]
    ordered = tuple(sorted(lines, key=lambda line: line.at))
    return AlertShown(level=event.level, at=alert.at, lines=ordered, note=_note(alert, bool(tries)))


def _by(one: _Person) -> Line:
    """Who opened the page, or who acknowledged and what was done."""
    if not one.acknowledged:
        return Line(words=f"Page opened by {one.by}", at=one.at, message=False)
    who = ev.Acknowledged(by=one.by, name=one.name).who
    return Line(words=f"Acknowledged by {who}", at=one.at, done=one.note, message=False)


def _note(alert: _Alert, messages: bool) -> str | None:
    if is_scripted(alert.persona):
        return "No message was sent, because a script played the patient."
    if not alert.planned:
        return "No message has been sent yet: that is for the server's background worker to do."
    return None if messages else "No message was sent, because neither e-mail nor a webhook is set up for alerts."


def _message(tries: Sequence[_Try]) -> Iterator[Line]:
    last = tries[-1]
    if last.outcome is None:
        waits = f"Due, unless somebody acknowledges the alert: {_lowered(_subject(last))}" if last.second else ""
        yield Line(words=waits or f"{_subject(last)} waits to be sent", at=last.due_at)
        return
    if len(tries) > SHOWN_TRIES:
        first = tries[0].at or last.due_at
        more = len(tries) - SHOWN_TRIES
        failed = f"{more} earlier tries failed, the first" if more > 1 else "an earlier try failed"
        yield Line(words=f"{_subject(last)}: {failed}", at=first)
    for one in tries[-SHOWN_TRIES:]:
        yield Line(words=f"{_subject(one)} {_ended(one)}", at=one.at or one.due_at, again_at=one.again_at)


def _ended(one: _Try) -> str:
    match one.outcome:
        case "accepted":
            return "accepted by the mail server" if one.channel == "email" else "accepted"
        case "failed":
            return f"failed: {one.detail}" + ("" if one.again_at else "; not tried again")
        case "interrupted":
            return "interrupted: the server stopped before it knew the outcome"
        case "unneeded":
            return f"not sent: {one.detail} had acknowledged the alert"
        case _:
            return "being sent"


def _subject(one: _Try) -> str:
    match one.channel:
        case "email":
            return f"E-mail to {one.address}" + (", the second person," if one.second else "")
        case "clinic_webhook":
            return f"Message to the clinic's webhook ({one.address})"
        case _:
            return f"Message to the therapist's webhook ({one.address})"


def _lowered(words: str) -> str:
    return words[:1].lower() + words[1:].rstrip(",")
