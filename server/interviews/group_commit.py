"""Many interviews' appends in one commit: what arrives while one is under way goes together in the next.

One statement moves the heads that stand where their writers think, and stores the events of those alone, or does
nothing at all. So an append is whole or not there, whoever it shares its commit with. With the commit goes out which
interviews have grown, for the other processes (server/interviews/live/listening.py). A new alert brings an interview
back that was deleted.
"""

import asyncio
import json
from collections import deque
from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID, uuid4

from psycopg import AsyncConnection, DataError, IntegrityError
from psycopg.errors import DeadlockDetected
from psycopg_pool import AsyncConnectionPool

MOST = 64
"""Appends in one commit; their notification stays well below the 8,000 bytes that PostgreSQL allows."""
CHANNEL = "anamnesis_interview"
_ONE_BLOCKS_FAULT = (IntegrityError, DataError, DeadlockDetected)
"""What need not befall the others when each is tried alone; a lost connection would."""
_APPEND = """
with head as (
  select * from jsonb_to_recordset(%s::jsonb) as h(id uuid, before bigint, last bigint, phase text, status text,
    paused boolean, answered integer, tier text, alert integer, seen boolean, completed timestamptz, at timestamptz)),
moved as (
  update interview i set last_seq = h.last, phase = h.phase, status = h.status, paused = h.paused,
    answered = h.answered, tier = h.tier,
    alert_level = case when h.alert = 0 or (i.acknowledged_at is null and i.alert_level > h.alert)
      then i.alert_level else h.alert end,
    alerted_at = case when h.alert = 0 or (i.acknowledged_at is null and i.alert_level > h.alert)
      then i.alerted_at else h.at end,
    acknowledged_at = case when h.alert > 0 then null when h.seen then h.at else i.acknowledged_at end,
    completed_at = h.completed, updated_at = h.at,
    deleted_at = case when h.alert > 0 then null else i.deleted_at end
  from head h where i.id = h.id and i.last_seq = h.before returning i.id, h.before, h.at),
stored as (
  insert into event (interview_id, seq, kind, body, client_id, at)
  select moved.id, moved.before + e.place, e.kind, e.body, e.client, moved.at
  from moved join jsonb_to_recordset(%s::jsonb) as e(id uuid, place integer, kind text, body jsonb, client text)
    using (id))
select array_agg(id), pg_notify(%s, %s || ' ' || string_agg(id::text, ' ')) from moved having count(*) > 0
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One event to store: its kind, its body as JSON, and the client's own id of it, if it has one."""

    kind: str
    body: str
    client_id: str | None


@dataclass(frozen=True, slots=True)
class Head:
    """What the interview's row holds after a block, by the names of the record `head` in the statement above. `alert`
    is the rank of the highest alert among the block's events (0: none), `seen` whether one of them acknowledges."""

    phase: str
    status: str
    paused: bool
    answered: int
    tier: str
    alert: int
    seen: bool
    completed: datetime | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Block:
    """The events of one interview to store after `before`, and its head then."""

    interview: UUID
    before: int
    head: Head
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class _Waiting:
    block: Block
    stored: asyncio.Future[bool]


class GroupCommit:
    """Belongs to one event loop. `node` is its name in what it tells the other processes."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool = pool
        self.node = uuid4().hex
        self._waiting: deque[_Waiting] = deque()
        self._writer: asyncio.Task[None] | None = None

    async def store(self, block: Block) -> bool:
        """Whether the block is committed: not when the interview's head stood elsewhere. Raises psycopg's errors; that
        of one block never falls on another."""
        waiting = _Waiting(block, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        return await waiting.stored

    async def _write(self) -> None:
        """Commit until no block is waiting."""
        try:
            while self._waiting:
                await self._commit(self._next())
        finally:
            self._writer = None

    def _next(self) -> list[_Waiting]:
        """The content of the next commit: the first waiting block of each interview."""
        taken: dict[UUID, _Waiting] = {}
        later: list[_Waiting] = []
        while self._waiting and len(taken) < MOST:
            one = self._waiting.popleft()
            if one.block.interview in taken:
                later.append(one)
            else:
                taken[one.block.interview] = one
        self._waiting.extendleft(reversed(later))
        return list(taken.values())

    async def _commit(self, group: list[_Waiting]) -> None:
        try:
            moved = await self._execute([one.block for one in group])
        except Exception as failed:
            if len(group) > 1 and isinstance(failed, _ONE_BLOCKS_FAULT):
                for one in group:
                    await self._commit([one])
            else:
                for one in group:
                    _settle(one, failed)
        except BaseException:
            for one in group:
                one.stored.cancel()
            raise
        else:
            for one in group:
                _settle(one, one.block.interview in moved)

    async def _execute(self, blocks: list[Block]) -> set[UUID]:
        async with self._pool.connection() as connection:
            return await store(connection, blocks, self.node)


async def store(connection: AsyncConnection, blocks: list[Block], node: str) -> set[UUID]:
    """Store at most one block of each interview in one statement; the interviews whose heads stood where they should.
    `node` names who tells the other processes."""
    heads = ",".join([_head(block) for block in blocks])
    events = ",".join([_event(block, place, row) for block in blocks for place, row in enumerate(block.rows, 1)])
    values = (f"[{heads}]", f"[{events}]", CHANNEL, node)
    row = await (await connection.execute(_APPEND, values, prepare=True)).fetchone()
    return set(row[0]) if row else set()


def _settle(one: _Waiting, outcome: bool | Exception) -> None:
    if one.stored.done():
        return  # whoever waited has gone
    if isinstance(outcome, Exception):
        one.stored.set_exception(outcome)
    else:
        one.stored.set_result(outcome)


def _head(block: Block) -> str:
    told = {"id": str(block.interview), "before": block.before, "last": block.before + len(block.rows)}
    return json.dumps(told | asdict(block.head), default=datetime.isoformat)


def _event(block: Block, place: int, row: Row) -> str:
    client = json.dumps(row.client_id)
    return f'{{"id":"{block.interview}","place":{place},"kind":"{row.kind}","client":{client},"body":{row.body}}}'
