"""Puts the background worker together. arq is the alarm clock; what there is to do stands in the tables."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from arq import ArqRedis, Worker, create_pool
from arq.connections import RedisSettings
from redis.exceptions import RedisError

from server.background import ended
from server.database import Database
from server.engines.interviews import team_of
from server.engines.models import providers
from server.interviews.event_log import EventLog
from server.interviews.feed import Feeds
from server.interviews.jobs import reports
from server.interviews.repository import Interviews
from server.interviews.rooms import Rooms
from server.jobs.handlers import handlers_of
from server.jobs.reconciler import reconciling_jobs
from server.jobs.repository import QUEUE, REPORTS, JobTable
from server.jobs.running import run_job
from server.library.reference import open_reference
from server.settings import Settings

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.2
REPORT_SECONDS = 300
JOB_SECONDS = 24 * 3600
"""The lease ends a job that hangs with its worker; arq's own limit is for one that never ends by itself."""
JOBS_AT_ONCE = 4
"""Background jobs that one worker does at the same time."""
REPORTS_AT_ONCE = 10
AGAIN_SECONDS = 2.0


def _dump(job: dict[str, Any]) -> bytes:
    return json.dumps(job, default=str).encode()


def _load(job: bytes) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(job)
    return read


async def open_queue(url: str) -> ArqRedis:
    """Connect to the queue; jobs travel as JSON, ids only. Raises redis' ConnectionError."""
    return await create_pool(RedisSettings.from_dsn(url), job_serializer=_dump, job_deserializer=_load)


def context_of(settings: Settings, database: Database, queue: ArqRedis) -> dict[str, object]:
    """What the jobs of a process without sockets need."""
    models = providers(settings)
    reference = open_reference(settings, database.pool, models)
    teams = partial(team_of, settings, models=models, passages=reference.library)
    log = EventLog(database.pool)
    jobs = JobTable(database.pool, queue)
    rooms = Rooms(teams, log, Feeds(log).publish, reports(jobs))
    interviews = Interviews(database, rooms)
    return {
        "rooms": rooms,
        "interviews": interviews,
        "database": database,
        "queue": queue,
        "jobs": jobs,
        "handlers": handlers_of(settings, database, jobs, models, reference, rooms, interviews),
    }


@asynccontextmanager
async def working(redis_url: str, context: Mapping[str, Any]) -> AsyncIterator[None]:
    """While the block runs, jobs are done; they find `context` in their first argument. Outlives a loss of Redis."""
    running = [
        asyncio.create_task(_work_for_ever(redis_url, context, REPORTS, REPORTS_AT_ONCE, REPORT_SECONDS)),
        asyncio.create_task(_work_for_ever(redis_url, context, QUEUE, JOBS_AT_ONCE, JOB_SECONDS)),
    ]
    try:
        async with reconciling_jobs(context["database"].pool, context["queue"], context["jobs"]):
            yield
    finally:
        await ended(*running)


async def _work_for_ever(redis_url: str, context: Mapping[str, Any], *work: Any) -> None:
    while True:
        try:
            await _work(redis_url, context, *work)
        except (RedisError, OSError) as lost:
            logger.warning("worker: %s; connecting again", type(lost).__name__)
        await asyncio.sleep(AGAIN_SECONDS)


async def _work(redis_url: str, context: Mapping[str, Any], queue: str, at_once: int, seconds: int) -> None:
    function: Any = run_job  # arq types a job by *args; ours names its argument
    worker = Worker(
        (function,),
        queue_name=queue,
        redis_pool=await open_queue(redis_url),
        ctx=dict(context),
        handle_signals=False,
        poll_delay=POLL_SECONDS,
        max_jobs=at_once,
        job_timeout=seconds,
        keep_result=0,
        log_results=False,
        job_serializer=_dump,
        job_deserializer=_load,
    )
    try:
        await worker.async_run()
    finally:
        with suppress(RedisError, OSError, asyncio.CancelledError):  # a job that was cut off is done again later
            await worker.close()
