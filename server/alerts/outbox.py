"""The messages that are due, each taken under a lease, and what became of each try."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from server.alerts.planning import Channel

LONGEST_PAUSE_SECONDS: Final = 600.0
MOST_TRIES: Final = 150
"""About a day, with the usual pauses."""
_ACKNOWLEDGED: Final = """
with seen as (
  select distinct on (d.id) d.id, a.body ->> 'by' as by from alert_delivery d
  join event a on a.interview_id = d.interview_id and a.seq > d.seq and a.kind = 'acknowledged'
  where d.state = 'waiting' and d.channel <> 'ended_webhook'
    and (d.lease_until is null or d.lease_until < now()) order by d.id, a.seq),
settled as (
  update alert_delivery d set state = 'unneeded', tries = d.tries + 1, lease_until = null
  from seen where d.id = seen.id and d.state = 'waiting' returning d.id, d.tries, seen.by),
interrupted as (
  update alert_try t set outcome = 'interrupted' from settled where t.delivery_id = settled.id and t.outcome = 'trying')
insert into alert_try (delivery_id, number, outcome, detail) select id, tries, 'unneeded', by from settled
on conflict do nothing
"""
_TAKE: Final = """
with due as (
  select id from alert_delivery
  where state = 'waiting' and due_at <= now() and (lease_until is null or lease_until < now())
  order by due_at limit %(most)s for update skip locked),
taken as (
  update alert_delivery d set tries = d.tries + 1, lease_until = now() + make_interval(secs => %(lease)s)
  from due where d.id = due.id returning d.*),
interrupted as (
  update alert_try t set outcome = 'interrupted' from due where t.delivery_id = due.id and t.outcome = 'trying'),
begun as (insert into alert_try (delivery_id, number) select id, tries from taken)
select t.id, t.interview_id as interview, t.channel, t.address, t.second, t.tries as number,
  e.body::text as entry, e.at, i.reference, a.alert_webhook as webhook, a.alert_webhook_secret as secret
from taken t join event e on e.interview_id = t.interview_id and e.seq = t.seq
join interview i on i.id = t.interview_id join account a on a.id = i.owner_id
"""
_RECORD: Final = """
with ended as (
  update alert_try set outcome = %(outcome)s, detail = %(detail)s, at = now(),
    again_at = now() + make_interval(secs => %(pause)s)
  where delivery_id = %(id)s and number = %(number)s and outcome in ('trying', 'interrupted') returning again_at)
update alert_delivery d set lease_until = null, due_at = coalesce(ended.again_at, d.due_at),
  state = case when %(outcome)s = 'accepted' then 'accepted' when ended.again_at is null then 'failed'
    else 'waiting' end
from ended where d.id = %(id)s and (d.tries = %(number)s or %(outcome)s = 'accepted') and d.state = 'waiting'
"""


@dataclass(frozen=True, slots=True)
class Due:
    """A message taken to be sent: `number` counts its tries. `webhook` and `secret` are those of the therapist's
    account, as they are now; `entry` is the log's as JSON: an alert, or an end; `reference` is the record system's name
    for the interview."""

    id: UUID
    interview: UUID
    channel: Channel
    address: str
    second: bool
    number: int
    entry: str
    at: datetime
    webhook: str | None
    secret: str | None
    reference: str | None = None


class Outbox:
    """Every method is one statement. A message whose worker was killed can be taken again when its lease is over."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], lease_seconds: float, pause_seconds: float) -> None:
        self._pool, self._lease, self._pause = pool, lease_seconds, pause_seconds

    async def drop_acknowledged(self) -> None:
        """What waits although somebody has acknowledged its alert is not sent any more."""
        async with self._pool.connection() as connection:
            await connection.execute(_ACKNOWLEDGED)

    async def take(self, most: int) -> list[Due]:
        """The messages that are due now, for this process alone until the lease is over."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Due)) as cursor:
            return await (await cursor.execute(_TAKE, {"most": most, "lease": self._lease})).fetchall()

    async def accepted(self, one: Due, detail: str) -> None:
        """The mail server or the webhook has taken the message."""
        await self._record(one, "accepted", detail, None)

    async def failed(self, one: Due, detail: str, final: bool = False) -> None:
        """It has not: try again after a pause that doubles each time, unless it is `final` or was tried too often."""
        pause = min(LONGEST_PAUSE_SECONDS, self._pause * 2.0 ** min(one.number - 1, 20))
        await self._record(one, "failed", detail, None if final or one.number >= MOST_TRIES else pause)

    async def _record(self, one: Due, outcome: str, detail: str, pause: float | None) -> None:
        values = {"id": one.id, "number": one.number, "outcome": outcome, "detail": detail, "pause": pause}
        async with self._pool.connection() as connection:
            await connection.execute(_RECORD, values)
