"""The cost of one reply so far: time, requests, tokens, money."""

import asyncio
from collections.abc import Awaitable
from typing import Final, TypeVar

from agents.llm.budget import Budget
from agents.llm.clock import Clock
from agents.llm.errors import TimedOut
from agents.llm.prices import Price
from agents.llm.usage import Usage

V = TypeVar("V")


class Consumption:
    """Lives as long as one request; `timeout` is its deadline in seconds. `cost` is USD, None as soon as one answer's
    price is not known; `failed` says that a try of it has failed."""

    def __init__(self, role: str, timeout: float, budget: Budget | None, price: Price | None, clock: Clock) -> None:
        self.role: Final = role
        self._timeout: Final = timeout
        self._budget: Final = budget
        self._price: Final = price
        self._clock: Final = clock
        self._started: Final = clock.now()
        self.attempts = 0
        self.failed = False
        self.usage = Usage()
        self.cost: float | None = 0.0

    @property
    def elapsed(self) -> float:
        """Seconds since the request arrived."""
        return self._clock.now() - self._started

    @property
    def left(self) -> float:
        """Seconds until its deadline, at least 0."""
        return max(0.0, self._timeout - self.elapsed)

    def check(self) -> None:
        """Raises BudgetSpent when the interview may spend no more, TimedOut when the deadline has passed."""
        if self._budget:
            self._budget.check()
        if self.left <= 0:
            raise self._late()

    def charge(self, usage: Usage, told: float | None) -> None:
        """Add the cost of an answer, and record it in the interview's budget. `told` is the price in USD that came with
        the answer; where none did, the price table is used."""
        usd = told if told is not None or self._price is None else self._price.of(usage)
        self.usage += usage
        self.cost = None if usd is None or self.cost is None else self.cost + usd
        if self._budget:
            self._budget.charge(usage, usd)

    async def within(self, waiting: Awaitable[V]) -> V:
        """Wait, but not past the deadline. Raises TimedOut."""
        try:
            async with asyncio.timeout(self.left):
                return await waiting
        except TimeoutError:
            raise self._late() from None

    def _late(self) -> TimedOut:
        return TimedOut(f"no answer for {self.role} within {self._timeout:g} s")
