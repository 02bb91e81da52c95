"""How fast something goes, and how long it will still take."""

import time
from collections.abc import Callable
from typing import Any, Final


class Throughput:
    """Counts up to `total`. What was done before it began says nothing about how fast it goes."""

    def __init__(self, total: int, done: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        self.total: Final = total
        self.done = done
        self._before: Final = done
        self._clock: Final = clock
        self._started: Final = clock()

    def advance(self, more: int) -> None:
        """So many more are done."""
        self.done += more

    @property
    def told(self) -> dict[str, Any]:
        """`perSecond` and `secondsLeft`, both None before anything can be said."""
        spent, made = self._clock() - self._started, self.done - self._before
        if made <= 0 or spent <= 0:
            return {"perSecond": None, "secondsLeft": None}
        return {"perSecond": round(made / spent, 1), "secondsLeft": round((self.total - self.done) * spent / made)}
