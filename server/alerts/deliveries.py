"""The messages about alerts as a list for admins: what waits, what failed, what was sent, and to whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from agents.errors import NotFound, NotNow
from server.alerts.planning import Channel

PAGE: Final = 30
_LIST: Final = """
select d.id, d.interview_id as interview, i.label, d.channel, d.address, d.second, d.state, d.tries, d.due_at, e.at,
  case when e.kind = 'alert' then coalesce(e.body ->> 'level', 'attention') else '' end as level,
  t.outcome, t.detail, t.at as tried_at
from alert_delivery d join event e on e.interview_id = d.interview_id and e.seq = d.seq
join interview i on i.id = d.interview_id
left join alert_try t on t.delivery_id = d.id and t.number = d.tries
where %(state)s::text is null or d.state = %(state)s
order by e.at desc, d.second, d.channel, d.id offset %(skip)s limit %(most)s
"""
_COUNTS: Final = "select state, count(*) from alert_delivery group by state"
_AGAIN: Final = """
update alert_delivery set state = 'waiting', due_at = now(), lease_until = null where id = %s and state = 'failed'
"""
_CHANNELS: Final[Mapping[Channel, str]] = {
    "email": "E-mail",
    "clinic_webhook": "The clinic's webhook",
    "account_webhook": "A webhook",
    "ended_webhook": "The record system's webhook",
}


class Which(StrEnum):
    """Which messages the list shows."""

    ALL = "all"
    WAITING = "waiting"
    FAILED = "failed"
    ACCEPTED = "accepted"
    UNNEEDED = "unneeded"


WORDS: Final[Mapping[Which, str]] = {
    Which.ALL: "All",
    Which.WAITING: "Waiting",
    Which.FAILED: "Failed",
    Which.ACCEPTED: "Sent",
    Which.UNNEEDED: "No longer needed",
}


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message to one address: of an alert of a `level`, or, without one, of an interview's end; `outcome`, `detail`
    and `tried_at` are of its latest try."""

    id: UUID
    interview: UUID
    label: str
    channel: Channel
    address: str
    second: bool
    state: str
    tries: int
    due_at: datetime
    at: datetime
    level: str
    outcome: str | None
    detail: str | None
    tried_at: datetime | None

    @property
    def how(self) -> str:
        """The channel in words."""
        return _CHANNELS[self.channel]

    @property
    def to(self) -> str:
        """The address, of an e-mail address only the first letter and the domain."""
        return masked(self.address) if self.channel == "email" else self.address


def masked(address: str) -> str:
    """An e-mail address that its owner knows again and that says little to others: `r…@example.org`."""
    name, at, domain = address.rpartition("@")
    return f"{name[:1]}…@{domain}" if at and name else "…"


class Deliveries:
    """Reads the messages, and has one tried again."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool = pool

    async def read(self, which: Which, page: int) -> tuple[Sequence[Delivery], bool]:
        """One page, the latest alert first, and whether there are more."""
        state = None if which is Which.ALL else which.value
        values = {"state": state, "skip": (page - 1) * PAGE, "most": PAGE + 1}
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Delivery)) as cursor:
            found = await (await cursor.execute(_LIST, values)).fetchall()
        return found[:PAGE], len(found) > PAGE

    async def counts(self) -> Mapping[Which, int]:
        """How many there are of each."""
        async with self._pool.connection() as connection:
            rows: list[tuple[str, int]] = await (await connection.execute(_COUNTS)).fetchall()
        found = dict(rows)
        return {which: sum(found.values()) if which is Which.ALL else found.get(which.value, 0) for which in Which}

    async def again(self, message: UUID) -> None:
        """Have a failed message tried once more, now. Raises NotFound; NotNow for one that has not failed."""
        async with self._pool.connection() as connection:
            if (await connection.execute(_AGAIN, (message,))).rowcount:
                return
            there = await (await connection.execute("select from alert_delivery where id = %s", (message,))).fetchone()
        if there is None:
            raise NotFound("There is no such message.")
        raise NotNow("This message has not failed: it waits, was sent, or is no longer needed.")
