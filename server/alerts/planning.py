"""Who is told of an alert: decided once, soon after the alert was stored, by settings and the therapist's choice."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID, uuid4

from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from server.addresses import host_of
from server.settings import Settings

AT_ONCE: Final = 100
"""Alerts planned in one transaction."""
Channel = Literal["email", "clinic_webhook", "account_webhook"]
_UNPLANNED: Final = """
select e.interview_id as interview, e.seq, e.at, a.email, a.disabled, a.alert_email, a.alert_webhook, a.alert_second
from event e join interview i on i.id = e.interview_id join account a on a.id = i.owner_id
where e.kind = 'alert' and not exists (
  select from alert_plan p where p.interview_id = e.interview_id and p.seq = e.seq)
order by e.at limit %s
"""
_PLANNED: Final = "insert into alert_plan (interview_id, seq) values (%s, %s) on conflict do nothing returning seq"
_OWED: Final = """
insert into alert_delivery (id, interview_id, seq, channel, address, second, due_at)
values (%s, %s, %s, %s, %s, %s, %s) on conflict do nothing
"""


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


class Message(NamedTuple):
    """One message to send."""

    channel: Channel
    address: str
    second: bool
    due_at: datetime


def messages(settings: Settings, alert: Unplanned) -> Iterator[Message]:
    """What is sent about an alert: at once to therapist and clinic; later to the second persons. No address twice."""
    told = [*([alert.email] if alert.alert_email and not alert.disabled else []), *settings.alert_emails]
    second = [*settings.alert_second_emails, *([alert.alert_second] if alert.alert_second else [])]
    if settings.smtp_url is not None:
        later = alert.at + timedelta(seconds=settings.alert_second_after)
        yield from (Message("email", address, False, alert.at) for address in dict.fromkeys(told))
        yield from (Message("email", address, True, later) for address in dict.fromkeys(second))
    if settings.alert_webhook is not None:
        yield Message("clinic_webhook", host_of(settings.alert_webhook), False, alert.at)
    own = host_of(alert.alert_webhook or "")
    if own in settings.alert_webhook_hosts and not alert.disabled:
        yield Message("account_webhook", own, False, alert.at)


async def plan(pool: AsyncConnectionPool[AsyncConnection], settings: Settings) -> None:
    """Decide the messages about every alert that has none decided yet. Any number of processes may do so at once."""
    async with pool.connection() as connection:
        async with connection.cursor(row_factory=class_row(Unplanned)) as cursor:
            found = await (await cursor.execute(_UNPLANNED, (AT_ONCE,))).fetchall()
        for alert in found:
            async with connection.transaction():
                await _plan(connection, settings, alert)


async def _plan(connection: AsyncConnection, settings: Settings, alert: Unplanned) -> None:
    where = alert.interview, alert.seq
    if await (await connection.execute(_PLANNED, where)).fetchone() is None:
        return  # another process was faster
    rows: list[tuple[Any, ...]] = [(uuid4(), *where, *message) for message in messages(settings, alert)]
    async with connection.cursor() as cursor:
        await cursor.executemany(_OWED, rows)
