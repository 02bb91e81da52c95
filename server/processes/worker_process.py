"""The worker's process: opened by `anamnesis worker`, and kept running as a child of `anamnesis run`.

Local models hold hundreds of MB that only the end of their process gives back. So they are loaded here and nowhere
else, and a worker that has not needed them for a while is restarted.
"""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from server.alerts.delivering import delivering
from server.background_tasks import cancelled
from server.database import Database
from server.installation import Urls, connected
from server.logs import log_to_stderr
from server.settings import Settings
from server.worker import Activity, job_parts, working

logger = logging.getLogger(__name__)
CHILD = (sys.executable, "-m", "server.cli", "worker", "--child")
AGAIN_SECONDS = 2.0
"""Seconds after which a worker that died is started again."""
END_SECONDS = 4.0
"""How long it has to hand its jobs on when it is asked to end."""


@dataclass(frozen=True, slots=True)
class RunningWorker:
    """A running worker."""

    database: Database
    activity: Activity


@asynccontextmanager
async def open_worker(settings: Settings, urls: Urls) -> AsyncIterator[RunningWorker]:
    """A worker with the parts that its jobs need. Raises TryAgain when a service cannot be reached."""
    log_to_stderr()
    async with AsyncExitStack() as stack:
        database, queue = await connected(stack, urls, settings)
        activity = await stack.enter_async_context(working(urls.redis, job_parts(settings, database, queue)))
        await stack.enter_async_context(delivering(database.pool, settings))
        yield RunningWorker(database, activity)


@asynccontextmanager
async def worker_beside(urls: Urls) -> AsyncIterator[None]:
    """Runs a worker in a separate process, with this process's settings, while the block runs. It ends with this
    process, however that ends."""
    environment = {**os.environ, "DATABASE_URL": urls.database, "REDIS_URL": urls.redis}
    running = asyncio.create_task(_kept_running(environment))
    try:
        yield
    finally:
        await cancelled(running)


async def _kept_running(environment: dict[str, str]) -> None:
    while True:
        child = await asyncio.create_subprocess_exec(
            *CHILD, env=environment, stdin=asyncio.subprocess.PIPE, start_new_session=True
        )
        try:
            code = await child.wait()
        finally:
            if child.returncode is None:
                await _end(child)
        logger.warning("the worker ended (exit code %s); starting another", code)
        await asyncio.sleep(AGAIN_SECONDS)


async def _end(child: asyncio.subprocess.Process) -> None:
    child.terminate()
    try:
        async with asyncio.timeout(END_SECONDS):
            await child.wait()
    finally:
        if child.returncode is None:
            child.kill()
