"""Running a coroutine to its end, where every line of a file is answered by itself."""

import asyncio
from collections.abc import Coroutine
from contextlib import closing
from typing import Any, TypeVar

T = TypeVar("T")


def run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """Do the work to its end, on an event loop of its own: processes forked from this one must share none.

    Not asyncio.run or a Runner: they look after signals for each line, at the cost of a repr of the whole outcome."""
    with closing(asyncio.new_event_loop()) as loop:
        return loop.run_until_complete(work)
