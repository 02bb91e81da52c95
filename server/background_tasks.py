"""Background work beside the requests: it runs while a block does, and ends with it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final

from psycopg import InternalError, OperationalError

logger = logging.getLogger(__name__)
TIDYING_SECONDS: Final = 5.0
"""How long cancelled work may take to clean up (to hand a job on) before it is cancelled again."""
LOOKING_SECONDS: Final = 1.0
"""The same for work that only checks something every few seconds."""
AWAY: Final = (OperationalError, InternalError)
"""Errors of a database that is out of reach or takes no writes: they pass by themselves."""
AGAIN_SECONDS: Final = 5.0
"""How long after an error that nobody foresaw endless work begins again."""
Looking = Callable[[], Coroutine[Any, Any, None]]


@asynccontextmanager
async def in_background(*looking: Looking) -> AsyncIterator[None]:
    """Run endless work in the background while the block runs. What ends with an error begins again."""
    tasks = [asyncio.create_task(_again_and_again(one)) for one in looking]
    try:
        yield
    finally:
        await cancelled(*tasks, patience=LOOKING_SECONDS)


async def _again_and_again(looking: Looking) -> None:
    while True:
        try:
            return await looking()
        except Exception:
            logger.exception("work in the background ended; it begins again")
        await asyncio.sleep(AGAIN_SECONDS)


async def cancelled(*tasks: asyncio.Future[None], patience: float = TIDYING_SECONDS) -> None:
    """Cancel until the work has ended, because closing a connection may swallow a cancellation."""
    while waiting := [task for task in tasks if not task.done()]:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=patience)
