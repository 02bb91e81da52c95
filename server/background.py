"""Work beside the requests: it runs while a block does, and ends with it."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final

TIDYING_SECONDS: Final = 5.0
"""For which what is cut off may put things in order (hand a job on) before it is cancelled once more."""
LOOKING_SECONDS: Final = 1.0
"""The same for what only looks, every few seconds."""


@asynccontextmanager
async def beside(*looking: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """While the block runs: look after something, for ever."""
    tasks = [asyncio.create_task(one) for one in looking]
    try:
        yield
    finally:
        await ended(*tasks, patience=LOOKING_SECONDS)


async def ended(*tasks: asyncio.Future[None], patience: float = TIDYING_SECONDS) -> None:
    """Cancel until it is heard: closing a connection may swallow a cancellation."""
    while waiting := [task for task in tasks if not task.done()]:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=patience)
