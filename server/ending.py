"""The end, once it is asked for: in order where the database answers, and soon where it does not.

Whatever is acknowledged is stored by then, so there is nothing to wait for when nothing more can be.
"""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from psycopg import Error

from server.database import Database

logger = logging.getLogger(__name__)
PATIENCE_SECONDS = 0.6
"""How long the database has to answer once everything ends."""
LAST_SECONDS = 1.5
"""What is still waiting for it after that is left behind."""


@asynccontextmanager
async def hastened(stop: asyncio.Event) -> AsyncIterator["asyncio.Future[Database]"]:
    """Around the opening and closing of whatever uses the database, which is to be set as the given future's result."""
    database: asyncio.Future[Database] = asyncio.get_running_loop().create_future()
    watching = asyncio.create_task(_watch(stop, database))
    try:
        yield database
    finally:
        watching.cancel()


async def _watch(stop: asyncio.Event, opened: "asyncio.Future[Database]") -> None:
    database = await opened
    await stop.wait()
    asking = asyncio.create_task(_ask(database))
    await asyncio.wait({asking}, timeout=PATIENCE_SECONDS)
    if asking.done() and asking.result():
        return
    logger.warning("the database does not answer; ending without it")
    closing = asyncio.create_task(database.pool.close(timeout=0))  # who waits for a connection hears so at once
    await asyncio.sleep(LAST_SECONDS)
    logger.warning("something still waits for the database, and is left behind (closed: %s)", closing.done())
    leave()


async def _ask(database: Database) -> bool:
    try:
        async with database.pool.connection(timeout=PATIENCE_SECONDS) as connection:
            await connection.execute("select 1")
    except Error:
        return False
    return True


def leave() -> None:
    """End the process now: a thread deep in vectors can't be told to stop, and nobody needs what it works out."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
