"""Who is told of an alert, or of an end: decided once, soon after it was stored, by settings and the therapist's
choice."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NamedTuple, TypeVar
from uuid import UUID, uuid4

from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from server.accounts.alert_choice import by_mail
from server.addresses import host_of
from server.interviews.invented import is_scripted
from server.settings import Settings

AT_ONCE: Final = 100
"""Alerts planned in one transaction."""
Channel = Literal["email", "clinic_webhook", "account_webhook", "ended_webhook"]
_UNPLANNED: Final = """
select e.interview_id as interview, e.seq, e.at, i.persona_id as persona, a.email, a.disabled, a.alert_email,
  a.alert_webhook, a.alert_second
from event e join interview i on i.id = e.interview_id join account a on a.id = i.owner_id
where e.kind = 'alert' and not exists (
  select from alert_plan p where p.interview_id = e.interview_id and p.seq = e.seq)
order by e.at limit %s
"""
_OVER: Final = """
select e.interview_id as interview, e.seq, e.at, i.persona_id as persona
from event e join interview i on i.id = e.interview_id
where e.kind = 'ended' and not exists (
  select from alert_plan p where p.interview_id = e.interview_id and p.seq = e.seq)
order by e.at limit %s
"""
_PLANNED: Final = "insert into alert_plan (interview_id, seq) values (%s, %s) on conflict do nothing returning seq"
_OWED: Final = """
insert into alert_delivery (id, interview_id, seq, channel, address, second, due_at)
values (%s, %s, %s, %s, %s, %s, %s) on conflict do nothing
"""
Row = TypeVar("Row")


class Unplanned(NamedTuple):
    """An alert in the log that no message has been decided for, and its therapist's choice."""

    interview: UUID
    seq: int
    at: datetime
    email: str
    disabled: bool
    alert_email: bool
    alert_webhook: str | None
    alert_second: str | None
    persona: str | None = None


class Over(NamedTuple):
    """An end in the log that no message has been decided for."""

    interview: UUID
    seq: int
    at: datetime
    persona: str | None = None


class Message(NamedTuple):
    """One message to send."""

    channel: Channel
    address: str
    second: bool
    due_at: datetime


def messages(settings: Settings, alert: Unplanned) -> Iterator[Message]:
    """What is sent about an alert: at once to therapist and clinic; later to the second persons. No address twice. What
    a script of this product's own says is an alert on the pages alone."""
    if is_scripted(alert.persona):
        return
    mail, later = by_mail(settings, alert), alert.at + timedelta(seconds=settings.alert_second_after)
    yield from (Message("email", address, False, alert.at) for address in mail.at_once)
    yield from (Message("email", address, True, later) for address in mail.later)
    if settings.alert_webhook is not None:
        yield Message("clinic_webhook", host_of(settings.alert_webhook), False, alert.at)
    own = host_of(alert.alert_webhook or "")
    if own in settings.alert_webhook_hosts and not alert.disabled:
        yield Message("account_webhook", own, False, alert.at)


def of_end(settings: Settings, end: Over) -> Iterator[Message]:
    """What is sent about an interview that is over: one message to the record system, where there is one."""
    if is_scripted(end.persona):
        return
    if settings.ended_webhook is not None:
        yield Message("ended_webhook", host_of(settings.ended_webhook), False, end.at)


async def plan(pool: AsyncConnectionPool[AsyncConnection], settings: Settings) -> None:
    """Decide the messages about every alert and every end that has none decided yet. Any number of processes may do so
    at once."""
    async with pool.connection() as connection:
        for alert in await _found(connection, Unplanned, _UNPLANNED):
            await _plan(connection, alert.interview, alert.seq, messages(settings, alert))
        for end in await _found(connection, Over, _OVER):
            await _plan(connection, end.interview, end.seq, of_end(settings, end))


async def _found(connection: AsyncConnection, kind: type[Row], query: str) -> list[Row]:
    async with connection.cursor(row_factory=class_row(kind)) as cursor:
        return await (await cursor.execute(query, (AT_ONCE,))).fetchall()


async def _plan(connection: AsyncConnection, interview: UUID, seq: int, owed: Iterator[Message]) -> None:
    async with connection.transaction():
        if await (await connection.execute(_PLANNED, (interview, seq))).fetchone() is None:
            return  # another process was faster
        rows: list[tuple[Any, ...]] = [(uuid4(), interview, seq, *message) for message in owed]
        async with connection.cursor() as cursor:
            await cursor.executemany(_OWED, rows)
