"""Of two simultaneous ingestions one waits, even in different processes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from rag.ingestion.progress import Report, go_on

_LOCK: Final = 7262  # an arbitrary number, different from the one in server/schema.py
LOOK_AGAIN_SECONDS: Final = 0.5


@asynccontextmanager
async def taking_turns(pool: AsyncConnectionPool[AsyncConnection], report: Report) -> AsyncIterator[None]:
    """Inside the block no other process or task builds an edition. The lock ends with its connection, so a killed
    process leaves none behind. Raises Cancelled while it waits."""
    async with pool.connection() as connection:
        while not await _locked(connection):
            await report.progress({"stage": "waiting"})
            await go_on(report)
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
        try:
            yield
        finally:
            await connection.execute("select pg_advisory_unlock(%s)", (_LOCK,))


@asynccontextmanager
async def turn_if_free(pool: AsyncConnectionPool[AsyncConnection]) -> AsyncIterator[bool]:
    """Whether no edition is being built; if so, none is begun inside the block."""
    async with pool.connection() as connection:
        free = await _locked(connection)
        try:
            yield free
        finally:
            if free:
                await connection.execute("select pg_advisory_unlock(%s)", (_LOCK,))


async def _locked(connection: AsyncConnection) -> bool:
    row = await (await connection.execute("select pg_try_advisory_lock(%s)", (_LOCK,))).fetchone()
    return row is not None and bool(row[0])
