"""Background work beside the requests: it runs while a block does, and ends with it."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final

TIDYING_SECONDS: Final = 5.0
"""How long cancelled work may take to clean up (to hand a job on) before it is cancelled again."""
LOOKING_SECONDS: Final = 1.0
"""The same for work that only checks something every few seconds."""


@asynccontextmanager
async def in_background(*looking: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run endless work in the background while the block runs."""
    tasks = [asyncio.create_task(one) for one in looking]
    try:
        yield
    finally:
        await cancelled(*tasks, patience=LOOKING_SECONDS)


async def cancelled(*tasks: asyncio.Future[None], patience: float = TIDYING_SECONDS) -> None:
    """Cancel until the work has ended, because closing a connection may swallow a cancellation."""
    while waiting := [task for task in tasks if not task.done()]:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=patience)
