"""In the background of a server: the open reference is read in where there is no other manual, and what builds that
were cut off left is cleared away."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from agents.errors import AnamnesisError
from server.background_tasks import AWAY, in_background
from server.library.documents import Documents
from server.library.reference import Reference, first_book, licensed
from server.settings import Settings

logger = logging.getLogger(__name__)
FIRST_SECONDS = 1.0
"""The printed link and the first page come before the book."""
EVERY_SECONDS = 60.0


@asynccontextmanager
async def library_upkeep(settings: Settings, reference: Reference, documents: Documents) -> AsyncIterator[None]:
    """While the block runs: look after the library."""
    async with in_background(partial(_for_ever, settings, reference, documents)):
        yield


async def _for_ever(settings: Settings, reference: Reference, documents: Documents) -> None:
    await asyncio.sleep(FIRST_SECONDS)
    stocked = False
    while True:
        try:
            stocked = stocked or await stock(settings, reference, documents)
            await documents.tidy()
        except (AnamnesisError, *AWAY) as failed:
            logger.warning("library: %s; trying again", failed)
        await asyncio.sleep(EVERY_SECONDS)


async def stock(settings: Settings, reference: Reference, documents: Documents) -> bool:
    """Have the open reference read in where that is needed: whether it was seen to, which it is not while another
    manual stands in its place."""
    if await licensed(reference):
        return False
    document = await first_book(settings, reference)
    if document is not None:
        await documents.build(document, None)
    return True
