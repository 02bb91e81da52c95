"""Leases on jobs: a worker claims a job for a limited time, renews the lease while it works, and loses the job when
the lease runs out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from psycopg import AsyncConnection
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool

from server.jobs.repository import COLUMNS, Job

LEASE_SECONDS = 10.0
MOST_FAILURES = 5
MOST_STARTS = 60
"""Starts in all, those included that ended with their worker: a job that kills every worker ends some day too."""
LONGEST_PAUSE_SECONDS = 30.0
_LOST = "The workers that did this were lost too often. Start it again; where that happens again, see the server's log."
_CLAIM = f"""
update job set state = 'running', attempts = attempts + 1, run_id = %(run)s, error = null, updated_at = now(),
  lease_until = now() + make_interval(secs => {LEASE_SECONDS}), started_at = coalesce(started_at, now())
where id = %(id)s and state = 'queued' and not_before <= now() and kind = any(%(kinds)s)
returning {COLUMNS}
"""  # noqa: S608
_MINE = "where id = %(id)s and run_id = %(run)s and state = 'running'"
_RENEW = f"""
update job set lease_until = now() + make_interval(secs => {LEASE_SECONDS}),
  updated_at = case when %(progress)s::jsonb is null then updated_at else now() end,
  progress = coalesce(%(progress)s::jsonb, progress) {_MINE}
"""  # noqa: S608
_FINISH = f"""
update job set state = %(state)s, error = %(error)s, progress = %(progress)s, run_id = null, lease_until = null,
  updated_at = now(), finished_at = now() {_MINE}
"""  # noqa: S608
_PUT_BACK = f"""
update job set state = 'queued', failures = failures + %(failed)s, error = %(error)s, progress = %(progress)s,
  run_id = null, lease_until = null, woken_at = null, updated_at = now(),
  not_before = now() + make_interval(secs => %(pause)s) {_MINE} returning failures
"""  # noqa: S608
_TAKE_BACK = f"""
update job set state = case when attempts >= {MOST_STARTS} then 'failed' else 'queued' end,
  error = case when attempts >= {MOST_STARTS} then %s end,
  finished_at = case when attempts >= {MOST_STARTS} then now() end,
  run_id = null, lease_until = null, woken_at = null, not_before = now(), updated_at = now()
where state = 'running' and lease_until < now()
"""  # noqa: S608
_ASLEEP = f"""
select {COLUMNS}, woken_at, woken_as from job where state = 'queued' and not_before <= now()
  and (woken_at is null or woken_at < now() - make_interval(secs => %s)) order by created_at limit 1000
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class Asleep:
    """A queued job whose worker has not come; `woken_as` is its last name in the queue."""

    job: Job
    woken_as: str | None


class Leases:
    """Every method is one statement. What a run writes counts only while the lease is its own."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool = pool

    async def claim(self, job: UUID, kinds: Sequence[str]) -> tuple[Job, UUID] | None:
        """Start a queued job that is due, under a new run; None when others were faster or it is none of `kinds`."""
        run = uuid4()
        row = await self._row(_CLAIM, {"id": job, "run": run, "kinds": list(kinds)})
        return (Job.model_validate(row), run) if row else None

    async def renew(self, job: UUID, run: UUID, progress: Mapping[str, Any] | None) -> bool:
        """Renew the lease, and store the job's progress if there is any. False when it is no longer this run's."""
        kept = Jsonb(dict(progress)) if progress is not None else None
        return await self._count(_RENEW, {"id": job, "run": run, "progress": kept}) == 1

    async def finish(
        self, job: UUID, run: UUID, state: str, progress: Mapping[str, Any], error: str | None = None
    ) -> bool:
        """End the job. False when it was no longer this run's."""
        values = {"id": job, "run": run, "state": state, "progress": Jsonb(dict(progress)), "error": error}
        return await self._count(_FINISH, values) == 1

    async def put_back(
        self, job: UUID, run: UUID, progress: Mapping[str, Any], error: str | None = None, pause: float = 0
    ) -> bool:
        """Queue the job again, in `pause` seconds; with an `error` it counts as a failure."""
        values = {"id": job, "run": run, "progress": Jsonb(dict(progress)), "error": error}
        return await self._count(_PUT_BACK, values | {"failed": int(error is not None), "pause": pause}) == 1

    async def failures(self, job: UUID) -> int:
        """How often the job's handler has raised."""
        row = await self._row("select failures from job where id = %(id)s", {"id": job})
        return int(row["failures"]) if row else 0

    async def take_back(self) -> int:
        """Queue what killed workers held; how many."""
        async with self._pool.connection() as connection:
            done = await connection.execute(_TAKE_BACK, (_LOST,))
            return done.rowcount

    async def asleep(self, seconds: float) -> list[Asleep]:
        """Queued jobs that are due and were not woken, or so long ago that their worker should have come."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(_ASLEEP, (seconds,))
            rows = await cursor.fetchall()
        return [Asleep(_job(row), row["woken_as"] if row["woken_at"] else None) for row in rows]

    async def _row(self, query: str, values: Mapping[str, Any]) -> dict[str, Any] | None:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(query, values)
            return await cursor.fetchone()

    async def _count(self, query: str, values: Mapping[str, Any]) -> int:
        async with self._pool.connection() as connection:
            done = await connection.execute(query, values)
            return done.rowcount


def pause_after(failures: int) -> float:
    """Seconds to wait after so many failures: 1, 2, 4 and so on, at most 30."""
    return min(LONGEST_PAUSE_SECONDS, 2.0 ** max(0, failures - 1))


def _job(row: Mapping[str, Any]) -> Job:
    return Job.model_validate({name: row[name] for name in Job.model_fields})
