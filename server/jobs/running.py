"""Runs a background job: what its handler receives, and the outcome when the handler returns, raises or is cut off.

A handler may run twice (its worker was killed after the work and before the word), so what it stores it stores by key.
It must not block the event loop: heavy computing goes into a thread or a process, else the lease runs out.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from arq import ArqRedis
from psycopg import Error

from agents.errors import CorrectInput, NotFound, NotNow, TryAgain
from server.background_tasks import cancelled
from server.database import Database
from server.jobs.lease import LEASE_SECONDS, MOST_FAILURES, Leases, pause_after
from server.jobs.repository import Job, JobTable

logger = logging.getLogger(__name__)
BEAT_SECONDS = 2.0
"""How often the lease is renewed; also how soon a cancelled job notices."""
THROTTLE_SECONDS = 0.25


class Work:
    """What a handler is given: the job, a way to say how far it is, and whether it should stop."""

    def __init__(self, job: Job, run: UUID, leases: Leases) -> None:
        self.job = job
        self.now: dict[str, Any] = dict(job.progress)
        self._run, self._leases = run, leases
        self._news = asyncio.Event()
        self._lost = False

    @property
    def payload(self) -> dict[str, Any]:
        """The payload that the job was added with."""
        return self.job.payload

    async def progress(self, news: Mapping[str, Any]) -> None:
        """Merge this into the job's progress; written within a quarter of a second, many at once."""
        self.now.update(news)
        self._news.set()

    async def cancelled(self) -> bool:
        """Whether the job was cancelled, or is no longer this worker's. The handler is cut off soon in any case."""
        if not self._lost:
            self._lost = not await self._leases.renew(self.job.id, self._run, None)
        return self._lost

    async def hold(self) -> None:
        """Renew the lease until it is lost. A database out of reach is waited for as long as the lease lasts."""
        loop = asyncio.get_running_loop()
        held = loop.time()
        while not self._lost and loop.time() - held < LEASE_SECONDS:
            with suppress(
                TimeoutError
            ):  # not wait_for: in Python 3.11 it swallows a cancellation that comes with the news
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._news.wait()
            news = self.now if self._news.is_set() else None
            self._news.clear()
            try:
                self._lost = not await self._leases.renew(self.job.id, self._run, news)
                held = loop.time()
            except Error as passing:
                logger.warning("job %s: %s; its lease is not renewed", self.job.id, type(passing).__name__)
                self._news.set() if news is not None else None
            await asyncio.sleep(THROTTLE_SECONDS)

    async def finish(self, state: str, error: str | None = None) -> None:
        """End the job, with the last progress."""
        if not await self._leases.finish(self.job.id, self._run, state, self.now, error):
            logger.warning("job %s (%s): %s, but it was no longer ours", self.job.id, self.job.kind, state)

    async def put_back(self, error: str | None = None, pause: float = 0) -> bool:
        """Have the job done again later; with an `error`, this counts as a failure."""
        return await self._leases.put_back(self.job.id, self._run, self.now, error, pause)


Handler = Callable[[Work], Awaitable[None]]
"""Does one job. CorrectInput, NotNow and NotFound end it as failed with their message; anything else is tried again."""


@dataclass(frozen=True, slots=True)
class JobParts:
    """What a worker does jobs with: the table, a handler for each kind of job, and what runs beside them."""

    database: Database
    queue: ArqRedis
    jobs: JobTable
    handlers: Mapping[str, Handler]
    beside: Callable[[], AbstractAsyncContextManager[None]] = nullcontext


async def run_job(parts: JobParts, job_id: UUID) -> None:
    """Do a job that waits, unless somebody else does."""
    leases = Leases(parts.database.pool)
    claimed = await leases.claim(job_id, list(parts.handlers))
    if claimed is None:
        return
    job, run = claimed
    await do(Work(job, run, leases), parts.handlers[job.kind], leases, parts.jobs)


async def do(work: Work, handler: Handler, leases: Leases, jobs: JobTable) -> None:
    """Run the handler under its lease and store how it ended."""
    handling = asyncio.ensure_future(handler(work))
    holding = asyncio.create_task(work.hold())
    try:
        await asyncio.wait({handling, holding}, return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:  # the worker is asked to end: others go on with the job
        await cancelled(handling, holding)
        if await work.put_back():
            await jobs.wake(await jobs.get(work.job.id))
        raise
    if not handling.done():
        logger.info("job %s (%s) was cancelled or taken away", work.job.id, work.job.kind)
        await cancelled(handling, holding)
        return
    await cancelled(holding)
    await _settle(work, handling.exception(), leases, jobs)


async def _settle(work: Work, error: BaseException | None, leases: Leases, jobs: JobTable) -> None:
    match error:
        case None:
            await work.finish("done")
        case CorrectInput() | NotNow() | NotFound():
            await work.finish("failed", str(error))
        case TryAgain():
            await _again(work, str(error), leases, jobs)
        case _:
            logger.error("job %s (%s) failed", work.job.id, work.job.kind, exc_info=error)
            await _again(work, "Something went wrong on the server. It has been noted.", leases, jobs)


async def _again(work: Work, error: str, leases: Leases, jobs: JobTable) -> None:
    failures = await leases.failures(work.job.id) + 1
    if failures >= MOST_FAILURES:
        await work.finish("failed", error)
        return
    pause = pause_after(failures)
    if await work.put_back(error, pause):
        await jobs.wake(await jobs.get(work.job.id), pause)
