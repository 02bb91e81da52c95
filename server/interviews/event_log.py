"""The log of every interview in Postgres: appended to by server/interviews/group_commit.py, read here."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from psycopg import AsyncConnection, errors
from psycopg_pool import AsyncConnectionPool
from pydantic import ValidationError

from agents.errors import Unreadable
from agents.interview import events as ev
from agents.interview.presence import Why
from agents.interview.state import State
from server.interviews.erasure import erase
from server.interviews.group_commit import Block, GroupCommit, Head, Row, store
from server.interviews.live.frames import Entry, entry
from server.interviews.tables import Interview

_OWED = """
select i.id from interview i join event e on e.interview_id = i.id and e.seq = i.last_seq
where (i.phase not in ('DONE', 'SAFETY_STOP') and (i.phase = 'REPORT' or e.kind <> 'tool')
    or e.kind = 'ended' and e.body @> '{"erases": true}')
  and i.updated_at < now() - make_interval(secs => %s)
"""


class StaleError(Exception):
    """Somebody else appended first: read the new entries and try again."""


class DuplicateError(Exception):
    """The client's frame has already been stored."""


@dataclass(frozen=True, slots=True)
class Append:
    """Events to store after `before`, and the state that they lead to."""

    interview: UUID
    before: int
    events: Sequence[ev.Event]
    state: State
    answered: int


class EventLog:
    """Reads and appends. Every method is one statement, on an autocommit connection but for `begin`, and `erase` one
    transaction; appends may share theirs."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool = pool
        self._commits = GroupCommit(pool)
        self.node = self._commits.node

    async def append(self, new: Append) -> list[Entry]:
        """Store the events. Raises StaleError when the log has grown, DuplicateError for a known client id."""
        entries, block = written(new, datetime.now(UTC))
        try:
            stored = await self._commits.store(block)
        except errors.UniqueViolation as clash:
            raise DuplicateError from clash
        if not stored:
            raise StaleError
        return entries

    async def acknowledge(self, row: Interview, seen: ev.Acknowledged) -> None:
        """Store that an alert was seen behind entries that can't be read; all else stays as the interview's row has it.
        Raises StaleError."""
        at = datetime.now(UTC)
        one = entry(row.last_seq + 1, seen, at)
        head = Head(
            phase=row.phase,
            status=row.status,
            paused=row.paused,
            answered=row.answered,
            tier=row.tier,
            alert=0,
            seen=True,
            completed=row.completed_at,
            at=at,
        )
        block = Block(row.id, row.last_seq, head, (Row(one.kind, one.body, None),))
        if not await self._commits.store(block):
            raise StaleError

    async def begin(self, connection: AsyncConnection, new: Append) -> None:
        """Store the first events of an interview inside the transaction that makes its row."""
        await store(connection, [written(new, datetime.now(UTC))[1]], self.node)

    async def read(self, interview: UUID, after: int = 0) -> list[tuple[int, ev.Event, datetime]]:
        """All entries after a number, in order. Raises Unreadable."""
        async with self._pool.connection() as connection:
            rows = await connection.execute(
                "select seq, kind, body::text, at from event where interview_id = %s and seq > %s order by seq",
                (interview, after),
            )
            found = await rows.fetchall()
        return [(seq, load(kind, body), at) for seq, kind, body, at in found]

    async def erase(self, interview: UUID) -> None:
        """Erase what the patient said, where the log's last entry says so. Safe to call twice."""
        async with self._pool.connection() as connection:
            await erase(connection, interview, self.node)

    async def seq_of(self, interview: UUID, client_id: str) -> int | None:
        """The number under which a client's frame is stored, or None."""
        async with self._pool.connection() as connection:
            row = await connection.execute(
                "select seq from event where interview_id = %s and client_id = %s", (interview, client_id)
            )
            found = await row.fetchone()
        return int(found[0]) if found else None

    async def owed(self, idle_seconds: float = 0) -> list[UUID]:
        """Interviews in which something is owed to the patient, untouched for so many seconds."""
        async with self._pool.connection() as connection:
            rows = await connection.execute(_OWED, (idle_seconds,))
            return [row[0] for row in await rows.fetchall()]


def written(new: Append, at: datetime) -> tuple[list[Entry], Block]:
    """What is appended at a moment: as viewers get it, and as it is stored."""
    state = new.state
    entries = [entry(new.before + place, event, at) for place, event in enumerate(new.events, start=1)]
    head = Head(
        phase=state.phase.value,
        status=state.status.value,
        paused=state.paused or (state.held is not None and state.held.why is Why.PAUSE),
        answered=new.answered,
        tier=state.tier.value,
        alert=_level(new.events),
        seen=any(isinstance(event, ev.Acknowledged) for event in new.events),
        completed=state.completed_at,
        at=at,
    )
    clients = [getattr(event, "client_id", None) for event in new.events]
    rows = tuple(Row(one.kind, one.body, client) for one, client in zip(entries, clients, strict=True))
    return entries, Block(new.interview, new.before, head, rows)


def _level(events: Sequence[ev.Event]) -> int:
    """The highest rank among the alerts of these events, 0 for none."""
    return max((event.level.rank for event in events if isinstance(event, ev.Alerted)), default=0)


def load(kind: str, body: str) -> ev.Event:
    """The event that a stored entry describes. Raises Unreadable, without what was said."""
    try:
        return ev.event_adapter.validate_python({"kind": kind, **json.loads(body)}, strict=False)
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        raise Unreadable(f"{kind}: {'.'.join(map(str, wrong['loc']))}: {wrong['type']}") from None
    except TypeError:
        raise Unreadable(f"{kind}: no object") from None
