"""Makes sure that no job is forgotten: jobs whose worker was killed, or that a flushed or unreachable Redis never
announced, are queued again."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from arq import ArqRedis
from arq.constants import in_progress_key_prefix, job_key_prefix
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from redis.exceptions import RedisError

from server.background_tasks import AWAY, in_background
from server.jobs.lease import Asleep, Leases
from server.jobs.repository import JobTable

logger = logging.getLogger(__name__)
EVERY_SECONDS = 2.0
PATIENCE_SECONDS = 8.0
"""After so long a woken job's worker should have come, or the queue still holds its name."""
_PASSING = (*AWAY, RedisError, OSError)


@asynccontextmanager
async def reconciling_jobs(
    pool: AsyncConnectionPool[AsyncConnection], queue: ArqRedis, jobs: JobTable
) -> AsyncIterator[None]:
    """While the block runs: look every few seconds. Any number of processes may do so at once."""
    async with in_background(partial(_reconcile_for_ever, Leases(pool), queue, jobs)):
        yield


async def _reconcile_for_ever(leases: Leases, queue: ArqRedis, jobs: JobTable) -> None:
    while True:
        try:
            await reconcile(leases, queue, jobs)
        except _PASSING as passing:
            logger.warning("jobs: %s; trying again", type(passing).__name__)
        await asyncio.sleep(EVERY_SECONDS)


async def reconcile(leases: Leases, queue: ArqRedis, jobs: JobTable) -> None:
    """Take back what has no worker any more, and wake what nobody is going to wake."""
    await leases.take_back()
    for found in await leases.asleep(PATIENCE_SECONDS):
        if found.woken_as is None or not await _waits_its_turn(queue, found):
            await jobs.wake(found.job)


async def _waits_its_turn(queue: ArqRedis, found: Asleep) -> bool:
    """Whether the queue still holds the job's name and no worker has taken it (and perished before it claimed it)."""
    waits = await queue.exists(f"{job_key_prefix}{found.woken_as}")
    taken = await queue.exists(f"{in_progress_key_prefix}{found.woken_as}")
    return bool(waits) and not taken
