"""The table of background jobs: what there is to do and how far it is. The table is the truth, arq the alarm clock."""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal
from uuid import UUID, uuid4

from arq import ArqRedis
from psycopg import AsyncConnection
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool
from redis.exceptions import RedisError

from agents.domain.value import Value
from agents.errors import NotFound, NotNow, TryAgain

logger = logging.getLogger(__name__)
REPORT = "interview_report"
QUEUE = "anamnesis:jobs"
REPORTS = "anamnesis:reports"
"""arq's queue of interviews' reports, which never wait behind other jobs."""
RUN_JOB = "run_job"
ENDED = ("done", "failed", "cancelled")
COLUMNS = "id, kind, key, owner_id, payload, state, progress, error, attempts, created_at, started_at, finished_at"
_RACES = 5
_INSERT = f"""
insert into job (id, kind, key, owner_id, payload) values (%(id)s, %(kind)s, %(key)s, %(owner)s, %(payload)s)
on conflict (kind, key) where state in ('queued', 'running') do nothing returning {COLUMNS}
"""  # noqa: S608
_OF_KEY = "kind = %(kind)s and key = %(key)s"
_AGAIN = f"""
update job set state = 'queued', error = null, failures = 0, attempts = 0, run_id = null, woken_at = null,
  not_before = now(), updated_at = now(), started_at = null, finished_at = null
where id = %(id)s and state in ('failed', 'cancelled')
  and not exists (select from job other where other.kind = job.kind and other.key = job.key
                  and other.state in ('queued', 'running'))
returning {COLUMNS}
"""  # noqa: S608
_CANCEL = f"""
update job set state = 'cancelled', run_id = null, lease_until = null, updated_at = now(), finished_at = now()
where id = %(id)s and state in ('queued', 'running') returning {COLUMNS}
"""  # noqa: S608

State = Literal["queued", "running", "done", "failed", "cancelled"]


class JobShown(Value):
    """One job as it is shown. `attempts` counts how often it was started; what `progress` holds depends on the kind."""

    id: UUID
    kind: str
    key: str
    state: State
    progress: dict[str, Any]
    error: str | None
    attempts: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class Job(JobShown):
    """One job as stored in the table."""

    owner_id: UUID | None
    payload: dict[str, Any]

    @property
    def ended(self) -> bool:
        """Whether the job is over, unless somebody asks for it again."""
        return self.state in ENDED

    def shown(self) -> dict[str, Any]:
        """The job as a browser sees it: everything but the payload and the owner."""
        return self.model_dump(mode="json", exclude={"payload", "owner_id"})


class JobTable:
    """Adds, finds, cancels and repeats jobs; workers do them (server/jobs/running.py)."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], queue: ArqRedis) -> None:
        self._pool, self._queue = pool, queue

    async def add(self, kind: str, key: str, payload: Mapping[str, Any], owner_id: UUID | None = None) -> Job:
        """A job of this kind and key: the one that is queued or running, or else a new one. Wakes a worker; where Redis
        is out of reach the reconciler does so later."""
        async with self._pool.connection() as connection:
            job = await self.insert(connection, kind, key, payload, owner_id)
        await self.wake(job)
        return job

    async def insert(
        self, connection: AsyncConnection, kind: str, key: str, payload: Mapping[str, Any], owner_id: UUID | None = None
    ) -> Job:
        """`add` inside the caller's transaction, so that what the job works on is stored with it or not at all. Call
        `wake` after the commit."""
        values = {"id": uuid4(), "kind": kind, "key": key, "owner": owner_id, "payload": Jsonb(dict(payload))}
        live = f"select {COLUMNS} from job where {_OF_KEY} and state in ('queued', 'running')"  # noqa: S608
        for _ in range(_RACES):  # between the two statements the other job may end
            found = await _one(connection, _INSERT, values) or await _one(connection, live, values)
            if found is not None:
                return found
        raise TryAgain("The same job is started and ended by others; please try again.")

    async def wake(self, job: Job, after: float = 0) -> None:
        """Tell the workers that a queued job waits, in `after` seconds. Its name in the queue is new each time: what a
        killed worker held there blocks nothing."""
        if job.state != "queued":
            return
        name, queue = f"{job.id}:{uuid4().hex[:8]}", REPORTS if job.kind == REPORT else QUEUE
        try:
            await self._queue.enqueue_job(
                RUN_JOB, str(job.id), _job_id=name, _queue_name=queue, _defer_by=after or None
            )
        except (RedisError, OSError) as failed:
            logger.warning("job %s (%s) waits for Redis (%s)", job.id, job.kind, type(failed).__name__)
            return
        woken = "update job set woken_at = now(), woken_as = %s where id = %s and state = 'queued'"
        async with self._pool.connection() as connection:
            await connection.execute(woken, (name, job.id))

    async def get(self, job: UUID) -> Job:
        """One job. Raises NotFound."""
        found = await self._find("id = %(id)s", {"id": job})
        if found is None:
            raise NotFound("There is no such job.")
        return found

    async def find(self, kind: str, key: str) -> Job | None:
        """The newest job of a kind and key, ended or not; None when there never was one."""
        return await self._find(f"{_OF_KEY} order by created_at desc limit 1", {"kind": kind, "key": key})

    async def cancel(self, job: UUID) -> Job:
        """End a job that is queued or running; its worker stops within about two seconds. One that has ended stays as
        it is. Raises NotFound."""
        async with self._pool.connection() as connection:
            cancelled = await _one(connection, _CANCEL, {"id": job})
        return cancelled or await self.get(job)

    async def retry(self, job: UUID) -> Job:
        """Queue a failed or cancelled job again, with its attempts counted anew and its progress kept. Raises NotFound;
        NotNow for one that is done; one that is live, or has a live successor, answers with that."""
        async with self._pool.connection() as connection:
            again = await _one(connection, _AGAIN, {"id": job})
        if again is None:
            again = await self._live_instead(await self.get(job))
        await self.wake(again)
        return again

    async def _live_instead(self, job: Job) -> Job:
        if job.state == "done":
            raise NotNow("This job is done; start a new one instead.")
        newest = await self.find(job.kind, job.key)
        if newest is None or newest.ended:
            raise TryAgain("The job has just ended; please try again.")
        return newest

    async def _find(self, where: str, values: Mapping[str, Any]) -> Job | None:
        async with self._pool.connection() as connection:
            return await _one(connection, f"select {COLUMNS} from job where {where}", values)  # noqa: S608


async def _one(connection: AsyncConnection, query: str, values: Mapping[str, Any]) -> Job | None:
    async with connection.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(query, values)
        row = await cursor.fetchone()
    return Job.model_validate(row) if row else None
