"""Retries for every call to a provider, whatever it asks for."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Final, TypeVar

from agents.errors import TryAgain
from agents.llm.circuit_breaker import Gate
from agents.llm.clock import Clock
from agents.llm.consumption import Consumption
from agents.llm.errors import CircuitOpen
from agents.llm.policy import Policy

V = TypeVar("V")


class Retries:
    """Access to one provider: its gate, held for each request, and the pauses between tries. Shared by all models of
    the provider."""

    def __init__(self, provider: str, policy: Policy, clock: Clock) -> None:
        self.policy: Final = policy
        self.clock: Final = clock
        self._gate: Final = Gate(provider, policy, clock)
        self._step: Final = asyncio.Lock()

    async def ask(self, used: Consumption, once: Callable[[], Awaitable[V]]) -> V:
        """The result of `once`, retried while that makes sense. Raises ModelFailed."""
        for tried in count(1):
            try:
                async with self.attempt(used):
                    return await used.within(once())
            except TryAgain as failed:
                await self.pause(tried, failed, used)
        raise AssertionError("the loop has no end of its own")

    @asynccontextmanager
    async def attempt(self, used: Consumption) -> AsyncIterator[None]:
        """Held for one request. Raises BudgetSpent, TimedOut, CircuitOpen, Overloaded."""
        used.check()
        async with self._gate.passage(used.left, counts=not used.failed):
            async with self._step:  # requests that begin together let other tasks run in between
                await asyncio.sleep(0)
            used.attempts += 1
            yield

    async def pause(self, tried: int, failed: TryAgain, used: Consumption) -> None:
        """Wait for the next try. Raises `failed` when there is none: all tries are used, the provider is being left
        alone, or the wait would outlast the deadline."""
        used.failed = True
        pause = self.policy.pause(tried, failed)
        if isinstance(failed, CircuitOpen) or tried >= self.policy.attempts or pause >= used.left:
            raise failed
        await self.clock.sleep(pause)
