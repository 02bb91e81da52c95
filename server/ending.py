"""The end, once it is asked for: in order where the database answers, and soon where it does not.

Whatever is acknowledged is stored by then, so there is nothing to wait for when nothing more can be.
"""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from server.embedded import Service

if TYPE_CHECKING:
    from server.database import Database

logger = logging.getLogger(__name__)
PATIENCE_SECONDS = 0.6
"""How long the database has to answer once everything ends."""
LAST_SECONDS = 1.2
"""What is still waiting for it after that is left behind."""
SERVICE_SECONDS = 0.8
"""How long embedded services are then waited for; they have been told, and end by themselves."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What is to be closed: the database, and the services that are our own."""

    database: "Database"
    services: tuple[Service, ...]


@asynccontextmanager
async def hastened(stop: asyncio.Event) -> AsyncIterator["asyncio.Future[Opened]"]:
    """Around everything that is opened and closed; what that is, is to be set as the given future's result."""
    opened: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()
    watching = asyncio.create_task(_watch(stop, opened))
    try:
        yield opened
    finally:
        watching.cancel()


async def _watch(stop: asyncio.Event, told: "asyncio.Future[Opened]") -> None:
    opened = await told
    await stop.wait()
    database, services = opened.database, opened.services
    asking = asyncio.create_task(_ask(database))
    await asyncio.wait({asking}, timeout=PATIENCE_SECONDS)
    if asking.done() and asking.result():
        return
    logger.warning("the database does not answer; ending without it")
    for one in services:
        one.leaving = True
    closing = asyncio.create_task(database.pool.close(timeout=0))  # who waits for a connection hears so at once
    await asyncio.sleep(LAST_SECONDS)
    logger.warning("something still waits for the database, and is left behind (closed: %s)", closing.done())
    stopping = [asyncio.create_task(asyncio.to_thread(one.stop)) for one in services]
    if stopping:
        await asyncio.wait(stopping, timeout=SERVICE_SECONDS)
    leave()


async def _ask(database: "Database") -> bool:
    from psycopg import Error

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
