"""The shutdown, once it is requested: in order if the database answers, and soon if it does not.

Everything acknowledged is already stored, so there is nothing to wait for when nothing more can be stored.
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
"""How long the database has to answer once the shutdown begins."""
LAST_SECONDS = 1.2
"""After this many seconds, work still waiting for the database is abandoned."""
SERVICE_SECONDS = 0.8
"""How long to wait for embedded services then; they have been asked to end, and do so by themselves."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The things to close: the database, and the embedded services."""

    database: "Database"
    services: tuple[Service, ...]


@asynccontextmanager
async def bounded_shutdown(
    stop: asyncio.Event, *, owns_services: bool = True
) -> AsyncIterator["asyncio.Future[Opened]"]:
    """Wraps opening and closing; the caller sets what it has opened as the result of the future. Once `stop` is set and
    the database does not answer, the process ends soon; one that owns no services also while it is still opening."""
    opened: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()
    watching = asyncio.create_task(_watch(stop, opened, owns_services))
    try:
        yield opened
    finally:
        watching.cancel()


async def _watch(stop: asyncio.Event, told: "asyncio.Future[Opened]", owns_services: bool) -> None:
    if not owns_services:
        await stop.wait()
        await asyncio.wait({told}, timeout=LAST_SECONDS)
        if not told.done():
            exit_now()
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
    closing = asyncio.create_task(database.pool.close(timeout=0))  # those waiting for a connection fail at once
    await asyncio.sleep(LAST_SECONDS)
    logger.warning("something still waits for the database, and is left behind (closed: %s)", closing.done())
    stopping = [asyncio.create_task(asyncio.to_thread(one.stop)) for one in services]
    if stopping:
        await asyncio.wait(stopping, timeout=SERVICE_SECONDS)
    exit_now()


async def _ask(database: "Database") -> bool:
    from psycopg import Error

    try:
        async with database.pool.connection(timeout=PATIENCE_SECONDS) as connection:
            await connection.execute("select 1")
    except Error:
        return False
    return True


def exit_now() -> None:
    """End the process now: a thread computing vectors can't be stopped, and nobody needs its result."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
