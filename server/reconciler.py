"""Nothing owed is forgotten: duties left behind (a killed server, a lost job) are found and done."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from uuid import UUID

from psycopg import AsyncConnection, OperationalError
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from agents.errors import TryAgain
from server.background import beside
from server.frames import Entry
from server.rooms import Rooms

logger = logging.getLogger(__name__)
EVERY_SECONDS = 5.0
CHANNEL = "anamnesis_interview"
_PASSING = (OperationalError, PoolTimeout, TryAgain)


@asynccontextmanager
async def reconciling(rooms: Rooms, url: str) -> AsyncIterator[None]:
    """While the block runs: every few seconds go on with what is owed, and show what other processes append."""
    async with beside(_settle_for_ever(rooms), _listen_for_ever(rooms, url)):
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


async def _listen_for_ever(rooms: Rooms, url: str) -> None:
    while True:
        try:
            async with await AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute(f"listen {CHANNEL}")
                async for news in connection.notifies():
                    await rooms.room(UUID(news.payload)).refresh()
        except _PASSING as passing:
            logger.warning("listener: %s; connecting again", type(passing).__name__)
            await asyncio.sleep(EVERY_SECONDS)


def announcer(pool: AsyncConnectionPool[AsyncConnection]) -> Callable[[UUID, Sequence[Entry]], None]:
    """What a process without sockets (`anamnesis worker`) does with new entries: tell the servers to read them."""
    under_way: set[asyncio.Task[None]] = set()

    async def tell(interview: UUID) -> None:
        async with pool.connection() as connection:
            await connection.execute("select pg_notify(%s, %s)", (CHANNEL, str(interview)))

    def announce(interview: UUID, entries: Sequence[Entry]) -> None:
        task = asyncio.create_task(tell(interview))
        under_way.add(task)
        task.add_done_callback(under_way.discard)

    return announce
