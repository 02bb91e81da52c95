"""What one reply has taken so far: time, requests, tokens, money."""

import asyncio
from collections.abc import Awaitable
from typing import Any, Final, TypeVar

from agents.llm.clock import Clock
from agents.llm.errors import TimedOut
from agents.llm.port import Request
from agents.llm.prices import Price
from agents.llm.usage import Usage
from agents.llm.wire import Answer

V = TypeVar("V")


class Tally:
    """Lives as long as one request. `cost` is USD, None as soon as one answer's price is not known."""

    def __init__(self, request: Request[Any], price: Price | None, clock: Clock) -> None:
        self._request: Final = request
        self._price: Final = price
        self._clock: Final = clock
        self._started: Final = clock.now()
        self.attempts = 0
        self.usage = Usage()
        self.cost: float | None = 0.0

    @property
    def elapsed(self) -> float:
        """Seconds since the request came."""
        return self._clock.now() - self._started

    @property
    def left(self) -> float:
        """Seconds until its deadline, at least 0."""
        return max(0.0, self._request.timeout - self.elapsed)

    def check(self) -> None:
        """Raises BudgetSpent when the interview may spend no more, TimedOut when the deadline is over."""
        if self._request.budget:
            self._request.budget.check()
        if self.left <= 0:
            raise self._late()

    def charge(self, answer: Answer) -> None:
        """Add what an answer took, and write it down in the interview's budget."""
        usd = answer.usd if answer.usd is not None or self._price is None else self._price.of(answer.usage)
        self.usage += answer.usage
        self.cost = None if usd is None or self.cost is None else self.cost + usd
        if self._request.budget:
            self._request.budget.charge(answer.usage, usd)

    async def within(self, waiting: Awaitable[V]) -> V:
        """Wait, but not beyond the deadline. Raises TimedOut."""
        try:
            async with asyncio.timeout(self.left):
                return await waiting
        except TimeoutError:
            raise self._late() from None

    def _late(self) -> TimedOut:
        return TimedOut(f"no answer for {self._request.role} within {self._request.timeout:g} s")
