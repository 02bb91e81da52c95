"""What other processes append, heard within a moment: every commit tells its interviews to all who listen.

The news names interviews only; what was appended stands in the log. So nothing depends on a piece of news arriving in
order or once, and after each connecting everything that is watched here is read on.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection, Error

from server.background_tasks import in_background
from server.database import CONNECT_SECONDS
from server.interviews.group_commit import CHANNEL
from server.interviews.live import drafts
from server.interviews.live.feed import Feeds

logger = logging.getLogger(__name__)
AGAIN_SECONDS = 0.5
QUIET_SECONDS = 3.0
"""A line that has been silent for so long is asked whether it still holds."""
PATIENCE_SECONDS = 2.0
_PASSING = (Error, OSError, TimeoutError)


@asynccontextmanager
async def listening(feeds: Feeds, url: str, node: str) -> AsyncIterator[None]:
    """While the block runs: feeds read on when another process than `node`, this one, has appended to their interview.
    The URL must lead to PostgreSQL itself: a pooler that shares connections between transactions passes no news on."""
    async with in_background(partial(_listen_for_ever, feeds, url, node)):
        yield


async def _listen_for_ever(feeds: Feeds, url: str, node: str) -> None:
    while True:
        try:
            await _listen(feeds, url, node)
        except _PASSING as passing:
            logger.warning("listener: %s; connecting again", type(passing).__name__)
        await asyncio.sleep(AGAIN_SECONDS)


async def _listen(feeds: Feeds, url: str, node: str) -> None:
    options: Any = {"connect_timeout": CONNECT_SECONDS, "application_name": "anamnesis listener"}
    async with await AsyncConnection.connect(url, autocommit=True, **options) as connection:
        await connection.execute(f"listen {CHANNEL}")
        await connection.execute(f"listen {drafts.CHANNEL}")
        feeds.all_grown()
        while True:
            async for news in connection.notifies(timeout=QUIET_SECONDS):
                if news.channel == drafts.CHANNEL:
                    feeds.drafted(*drafts.read(news.payload))
                else:
                    feeds.grown(_interviews(news.payload, node))
            await _still_there(connection)


async def _still_there(connection: AsyncConnection) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await connection.execute("select 1")


def _interviews(payload: str, node: str) -> list[UUID]:
    """The interviews that a piece of news names; none where it is this process's own."""
    sender, *named = payload.split(" ")
    return [] if sender == node else [UUID(one) for one in named]
