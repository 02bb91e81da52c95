"""Work beside the requests: an error that nobody foresaw ends it for a moment only, and is in the log."""

import asyncio
import logging

import pytest

from server.background_tasks import AGAIN_SECONDS, in_background
from server.logs import Discreet


async def test_what_ends_with_an_error_is_logged_and_begins_again(caplog: pytest.LogCaptureFixture) -> None:
    begun = 0
    back = asyncio.Event()

    async def looking() -> None:
        nonlocal begun
        begun += 1
        if begun == 1:
            raise LookupError("what a patient said")
        back.set()

    async with in_background(looking):
        await asyncio.wait_for(back.wait(), AGAIN_SECONDS + 10)
    (record,) = (one for one in caplog.records if one.levelno >= logging.ERROR)
    written = Discreet().format(record)
    assert "LookupError" in written
    assert "in looking" in written
    assert "what a patient said" not in written
