"""Restarts embedded services that die while they are needed."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from agents.errors import AnamnesisError
from server.background_tasks import in_background
from server.embedded import Service

logger = logging.getLogger(__name__)
LOOK_SECONDS = 0.5
AGAIN_SECONDS = 2.0


@asynccontextmanager
async def supervised(*services: Service) -> AsyncIterator[None]:
    """Look after each of these services while the block runs. Any number of processes may do so at once."""
    async with in_background(*(partial(_keep, one) for one in services)):
        yield


async def _keep(service: Service) -> None:
    name = type(service).__name__
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            if await asyncio.to_thread(service.gone):
                logger.warning("%s has died; starting it again", name)
                await asyncio.to_thread(service.revive)
                logger.warning("%s is there again", name)
        except (AnamnesisError, OSError) as failed:
            logger.warning("%s does not start: %s", name, failed)
            await asyncio.sleep(AGAIN_SECONDS)
