"""Makes sure that nothing owed to a patient is forgotten: duties left behind by a killed server or a lost job are
found and done."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.errors import TryAgain
from server.background_tasks import AWAY, in_background
from server.interviews.live.catching_up import catch_up_for_ever
from server.interviews.live.rooms import Rooms
from server.jobs.repository import JobTable

logger = logging.getLogger(__name__)
EVERY_SECONDS = 5.0
_PASSING = (*AWAY, TryAgain)


@asynccontextmanager
async def reconciling(rooms: Rooms, jobs: JobTable, pool: AsyncConnectionPool[AsyncConnection]) -> AsyncIterator[None]:
    """While the block runs, carry out what is owed every few seconds, and have read again what models missed."""
    async with in_background(partial(_settle_for_ever, rooms), partial(catch_up_for_ever, pool, rooms, jobs)):
        yield


async def _settle_for_ever(rooms: Rooms) -> None:
    idle = 0.0
    while True:
        try:
            await rooms.settle_owed(idle)
            idle = EVERY_SECONDS
        except _PASSING as passing:
            logger.warning("reconciler: %s; trying again", type(passing).__name__)
        await asyncio.sleep(EVERY_SECONDS)
