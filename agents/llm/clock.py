"""Time as a value passed in, so that waiting can be tested without waiting."""

import asyncio
import time
from typing import Protocol


def ms_since(started: float) -> float:
    """Milliseconds since a moment of `time.perf_counter`, to the thousandth."""
    return round((time.perf_counter() - started) * 1000, 3)


class Clock(Protocol):
    """A monotonic clock."""

    def now(self) -> float:
        """Seconds since some fixed moment; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait that long."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Seconds of `time.monotonic`."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """As `asyncio.sleep`."""
        await asyncio.sleep(seconds)


class ManualClock:
    """A clock that stands still until it is moved; a sleep moves it forward at once. `slept` lists the sleeps."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start
        self.slept: list[float] = []

    def now(self) -> float:
        """The clock's time, in seconds."""
        return self._now

    def forward(self, seconds: float) -> None:
        """Move the clock forward."""
        self._now += seconds

    async def sleep(self, seconds: float) -> None:
        """Note the wait, move on, and let other tasks run once."""
        self.slept.append(seconds)
        self.forward(seconds)
        await asyncio.sleep(0)
