"""Puts the background worker together. arq only wakes it; the jobs themselves are in the tables."""

import asyncio
import logging
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Any, Final
from uuid import UUID

from arq import ArqRedis, Worker, func
from arq.worker import Function
from redis.exceptions import RedisError

from rag.vectors import Local
from server.background_tasks import cancelled
from server.database import Database
from server.engines.interviews import team_of
from server.engines.ledger import Ledger
from server.engines.models import providers
from server.interviews.event_log import EventLog
from server.interviews.jobs import reports
from server.interviews.live.drafts import DraftNews
from server.interviews.live.feed import Feeds
from server.interviews.live.rooms import Rooms
from server.interviews.repository import Interviews
from server.job_handlers import handlers_of
from server.jobs.queue import dump, load, open_queue
from server.jobs.reconciler import reconciling_jobs
from server.jobs.repository import QUEUE, REPORTS, RUN_JOB, JobTable
from server.jobs.running import JobParts, run_job
from server.library.reference import open_reference
from server.library.vectors import MAKE_VECTORS, WORKING, make_vectors
from server.settings import Settings

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.2
REPORT_SECONDS = 300
JOB_SECONDS = 24 * 3600
"""A job that hangs together with its worker is ended by its lease; arq's own limit is for one that never ends by
itself."""
JOBS_AT_ONCE = 4
"""Background jobs that one worker does at the same time."""
REPORTS_AT_ONCE = 10
AGAIN_SECONDS = 2.0
SIGN_SECONDS = 2
"""How often a worker signals that it is alive; the signal is valid for one second longer."""
VECTOR_SECONDS = 60
KEPT_SECONDS = 10
"""How long vectors wait in the queue to be fetched."""
HEAVY: Final = frozenset({"torch", "transformers"})
"""Packages that hold hundreds of MB once they are imported, until their process ends."""


def job_parts(settings: Settings, database: Database, queue: ArqRedis) -> JobParts:
    """The parts that jobs need. The caller closes `database` and `queue`."""
    ledger = Ledger(database.pool)
    models = providers(settings, ledger.record)
    reference = open_reference(settings, database.pool, models)
    teams = partial(team_of, settings, models=models, passages=reference.library)
    log = EventLog(database.pool)
    jobs = JobTable(database.pool, queue)
    rooms = Rooms(teams, log, Feeds(log).publish, reports(jobs), drafts=DraftNews(database.pool).tell)
    interviews = Interviews(database, rooms)
    handlers = handlers_of(settings, database, jobs, models, reference, rooms, interviews)
    return JobParts(database, queue, jobs, handlers, ledger.kept)


class Activity:
    """How many jobs a worker is doing, and since when it has had none."""

    def __init__(self) -> None:
        self._running = 0
        self._since = time.monotonic()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Around each job."""
        self._running += 1
        try:
            yield
        finally:
            self._running -= 1
            self._since = time.monotonic()

    @property
    def idle(self) -> float:
        """Seconds without a job; 0 while there is one."""
        return 0.0 if self._running else time.monotonic() - self._since

    async def heavy_and_idle(self, seconds: float) -> None:
        """Return once models are loaded and nobody has needed them for that long."""
        while not (HEAVY & sys.modules.keys()) or self.idle < seconds:  # noqa: ASYNC110 - imports send no signal
            await asyncio.sleep(1)


@asynccontextmanager
async def working(redis_url: str, parts: JobParts) -> AsyncIterator[Activity]:
    """While the block runs, jobs are done with these parts and vectors are made. Outlives a loss of Redis."""
    activity = Activity()
    job, vectors = _functions(parts, activity)
    running = [
        asyncio.create_task(_work_for_ever(redis_url, REPORTS, (job, vectors), REPORTS_AT_ONCE, REPORT_SECONDS)),
        asyncio.create_task(_work_for_ever(redis_url, QUEUE, (job,), JOBS_AT_ONCE, JOB_SECONDS)),
    ]
    try:
        async with parts.beside(), reconciling_jobs(parts.database.pool, parts.queue, parts.jobs):
            yield activity
    finally:
        await cancelled(*running)


def _functions(parts: JobParts, activity: Activity) -> tuple[Function, Function]:
    """The functions that arq calls: one runs a job by its id, one turns texts into vectors."""
    local = Local()

    async def job(_: dict[str, Any], job_id: str) -> None:
        with activity.at_work():
            await run_job(parts, UUID(job_id))

    async def vectors(_: dict[str, Any], texts: list[str]) -> list[list[float]]:
        with activity.at_work():
            return await make_vectors(local, texts)

    once: dict[str, Any] = {"keep_result": KEPT_SECONDS, "timeout": VECTOR_SECONDS, "max_tries": 1}
    return _named(job, RUN_JOB), _named(vectors, MAKE_VECTORS, **once)


def _named(function: Callable[..., Coroutine[Any, Any, Any]], name: str, **how: Any) -> Function:
    typed: Any = function  # arq types a job by *args; these name their argument
    return func(typed, name=name, **how)


async def _work_for_ever(redis_url: str, *work: Any) -> None:
    while True:
        try:
            await _work(redis_url, *work)
        except (RedisError, OSError) as lost:
            logger.warning("worker: %s; connecting again", type(lost).__name__)
        await asyncio.sleep(AGAIN_SECONDS)


async def _work(redis_url: str, queue: str, functions: tuple[Function, ...], at_once: int, seconds: int) -> None:
    worker = Worker(
        functions,
        queue_name=queue,
        redis_pool=await open_queue(redis_url),
        handle_signals=False,
        poll_delay=POLL_SECONDS,
        max_jobs=at_once,
        job_timeout=seconds,
        keep_result=0,
        log_results=False,
        health_check_interval=SIGN_SECONDS,
        health_check_key=WORKING if queue == REPORTS else None,
        job_serializer=dump,
        job_deserializer=load,
    )
    try:
        await worker.async_run()
    finally:
        with suppress(RedisError, OSError, asyncio.CancelledError):  # an interrupted job is done again later
            await worker.close()
