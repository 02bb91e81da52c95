"""Keeps count of what models did, for every process alike: in memory first, in the tables within seconds.

A killed process loses the counts of its last seconds, and nothing else. What is older than `DAYS` is removed.
"""

import asyncio
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final
from uuid import uuid4

from psycopg import AsyncConnection, Error
from psycopg_pool import AsyncConnectionPool

from agents.llm.errors import BudgetSpent, CircuitOpen, Refused
from agents.llm.records import Record
from server.background_tasks import in_background

logger = logging.getLogger(__name__)
EVERY_SECONDS: Final = 0.5
DAYS: Final = 62
BUCKETS: Final = 80
_GROWTH: Final = 1.2
IN_A_ROW: Final = 4
"""Requests without an answer in a row after which a model counts as down: more than one turn makes of them."""
_LONGEST: Final = 300
_OF_ITS_OWN: Final = (BudgetSpent, Refused)
"""Errors that say nothing about whether the model answers others."""
_COUNT: Final = """
insert into model_hour as h (hour, model, role, answers, failures, tokens, usd, unpriced, latencies, answered_at,
  failure_kind, failure, failed_at)
values (%(hour)s, %(model)s, %(role)s, %(answers)s, %(failures)s, %(tokens)s, %(usd)s, %(unpriced)s, %(latencies)s,
  %(answered_at)s, %(failure_kind)s, %(failure)s, %(failed_at)s)
on conflict (hour, model, role) do update set answers = h.answers + excluded.answers,
  failures = h.failures + excluded.failures, tokens = h.tokens + excluded.tokens, usd = h.usd + excluded.usd,
  unpriced = h.unpriced + excluded.unpriced,
  latencies = (select array_agg(a + b order by n)
               from unnest(h.latencies, excluded.latencies) with ordinality as both_of(a, b, n)),
  answered_at = greatest(h.answered_at, excluded.answered_at),
  failure_kind = coalesce(excluded.failure_kind, h.failure_kind), failure = coalesce(excluded.failure, h.failure),
  failed_at = coalesce(excluded.failed_at, h.failed_at)
"""
_DOWN: Final = """
insert into model_outage (id, model, since, tried_at, kind, reason)
values (%(id)s, %(model)s, %(since)s, %(at)s, %(kind)s, %(reason)s)
on conflict (model) where until is null
do update set tried_at = excluded.tried_at, kind = excluded.kind, reason = excluded.reason
"""
_BACK: Final = "update model_outage set until = %(at)s where model = %(model)s and until is null and since <= %(at)s"
_FORGET: Final = (
    "delete from model_hour where hour < now() - make_interval(days => %s)",
    "delete from model_outage where until < now() - make_interval(days => %s)",
)


def bucket(seconds: float) -> int:
    """Where an answer that took so long is counted."""
    return min(BUCKETS - 1, max(0, math.ceil(math.log(max(seconds * 1000, 1.0), _GROWTH))))


def longest(place: int) -> float:
    """The longest time in seconds that is counted there: at most a fifth more than the shortest."""
    return float(_GROWTH**place) / 1000


@dataclass(slots=True)
class _Hour:
    """What is not in the tables yet."""

    answers: int = 0
    failures: int = 0
    tokens: int = 0
    usd: float = 0.0
    unpriced: int = 0
    latencies: list[int] = field(default_factory=lambda: [0] * BUCKETS)
    answered_at: datetime | None = None
    failure_kind: str | None = None
    failure: str | None = None
    failed_at: datetime | None = None

    def values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(slots=True)
class _Standing:
    """How a model stands by what this process saw last; `told` is whether the tables say the same."""

    since: datetime | None = None
    at: datetime | None = None
    in_a_row: int = 0
    kind: str = ""
    reason: str = ""
    down: bool = False
    told: bool = True


class Ledger:
    """Belongs to one event loop. `record` is a `Recorder`."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool = pool
        self._hours: dict[tuple[datetime, str, str], _Hour] = {}
        self._models: dict[str, _Standing] = {}
        self._forgotten: datetime | None = None

    def record(self, record: Record) -> None:
        """Count one request."""
        now = datetime.now(UTC)
        hour = now.replace(minute=0, second=0, microsecond=0)
        self._count(self._hours.setdefault((hour, record.model, record.role), _Hour()), record, now)
        standing = self._models.setdefault(record.model, _Standing(told=False))
        if record.failed is None:
            self._models[record.model] = _Standing(at=now, told=standing.told and not standing.down)
        elif not isinstance(record.failed, _OF_ITS_OWN):
            _failed(standing, record.failed, now)

    def _count(self, hour: _Hour, record: Record, now: datetime) -> None:
        hour.tokens += record.usage.total
        if record.cost is None:
            hour.unpriced += 1
        else:
            hour.usd += record.cost
        if record.failed is None:
            hour.answers += 1
            hour.answered_at = now
            hour.latencies[bucket(record.seconds)] += 1
        else:
            hour.failures += 1
            hour.failure_kind, hour.failure = type(record.failed).__name__, str(record.failed)[:_LONGEST]
            hour.failed_at = now

    async def flush(self) -> None:
        """Bring the tables up to date. Raises psycopg's errors; nothing is lost by them."""
        async with self._pool.connection() as connection:
            for key in list(self._hours):
                await self._keep(connection, key)
            for model, standing in list(self._models.items()):
                await _tell(connection, model, standing)
            await self._forget(connection)

    async def _keep(self, connection: AsyncConnection, key: tuple[datetime, str, str]) -> None:
        kept = self._hours.pop(key)
        hour, model, role = key
        try:
            await connection.execute(_COUNT, {"hour": hour, "model": model, "role": role, **kept.values()})
        except BaseException:
            self._hours[key] = _added(kept, self._hours.get(key))
            raise

    async def _forget(self, connection: AsyncConnection) -> None:
        today = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
        if self._forgotten != today:
            for statement in _FORGET:
                await connection.execute(statement, (DAYS,))
            self._forgotten = today

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """While the block runs the tables follow within a second; at its end they hold everything."""
        async with in_background(self._flush_for_ever):
            yield
        try:
            await self.flush()
        except Error as passing:
            logger.warning("what models did last is not kept: %s", type(passing).__name__)

    async def _flush_for_ever(self) -> None:
        while True:
            try:
                if self._hours or not all(one.told for one in self._models.values()):
                    await self.flush()
            except Error as passing:
                logger.warning("what models did: %s; trying again", type(passing).__name__)
            await asyncio.sleep(EVERY_SECONDS)


def _failed(standing: _Standing, failed: Exception, now: datetime) -> None:
    standing.since = standing.since or now
    standing.at = now
    standing.in_a_row += 1
    standing.kind, standing.reason = type(failed).__name__, str(failed)[:_LONGEST]
    standing.down = standing.down or standing.in_a_row >= IN_A_ROW or isinstance(failed, CircuitOpen)
    standing.told = False if standing.down else standing.told


async def _tell(connection: AsyncConnection, model: str, standing: _Standing) -> None:
    if standing.told or standing.at is None or (standing.since is not None and not standing.down):
        return
    values = {"model": model, "at": standing.at}
    if standing.down:
        told = {"id": uuid4(), "since": standing.since, "kind": standing.kind, "reason": standing.reason}
        await connection.execute(_DOWN, values | told)
    else:
        await connection.execute(_BACK, values)
    standing.told = True


def _added(one: _Hour, more: _Hour | None) -> _Hour:
    """Both together; `more` came later."""
    if more is None:
        return one
    summed = {name: getattr(one, name) + getattr(more, name) for name in ("answers", "failures", "tokens", "unpriced")}
    latencies = [a + b for a, b in zip(one.latencies, more.latencies, strict=True)]
    later = {
        name: getattr(more, name) or getattr(one, name)
        for name in ("answered_at", "failure_kind", "failure", "failed_at")
    }
    return _Hour(**summed, usd=one.usd + more.usd, latencies=latencies, **later)
