"""Measures how fast work proceeds, and estimates the remaining time."""

import time
from collections.abc import Callable
from typing import Any, Final


class Throughput:
    """Counts up to `total`. Work done before the start does not count towards the speed."""

    def __init__(self, total: int, done: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        self.total: Final = total
        self.done = done
        self._before: Final = done
        self._clock: Final = clock
        self._started: Final = clock()

    def advance(self, more: int) -> None:
        """Count this many more as done."""
        self.done += more

    @property
    def told(self) -> dict[str, Any]:
        """`perSecond` and `secondsLeft`, both None until they can be estimated."""
        spent, made = self._clock() - self._started, self.done - self._before
        if made <= 0 or spent <= 0:
            return {"perSecond": None, "secondsLeft": None}
        return {"perSecond": round(made / spent, 1), "secondsLeft": round((self.total - self.done) * spent / made)}
