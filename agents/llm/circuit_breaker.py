"""Access to one provider: a limit on concurrent requests, and a circuit breaker for when it keeps failing."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from agents.llm.clock import Clock
from agents.llm.errors import CircuitOpen, ModelFailed, Overloaded, Unreachable
from agents.llm.policy import Policy

MINUTE: Final = 60.0


class Breaker:
    """Opens when so many requests failed within the last minute and no more were answered; later one call may probe,
    and its success closes it again. The tries of one request count as one failure, so that a single turn of one
    interview opens nothing.

    A call remembers the number of the round it began in, and each opening begins a new round. A failure of a call from
    an earlier round is no news: it neither keeps the breaker open for longer nor ends a probe."""

    def __init__(self, provider: str, policy: Policy, clock: Clock) -> None:
        self._provider: Final = provider
        self._policy: Final = policy
        self._clock: Final = clock
        self._failed: Final[deque[float]] = deque()
        self._answered: Final[deque[float]] = deque()
        self._open = False
        self._round = 0
        self._shut_until = 0.0
        self._probing = False

    @property
    def shut(self) -> bool:
        """Whether a call would be refused now."""
        return self._open and (self._probing or self._clock.now() < self._shut_until)

    def enter(self) -> int:
        """One call begins; returns the number of its round. Raises CircuitOpen."""
        if self.shut:
            raise CircuitOpen(f"{self._provider} failed again and again within a minute and is left alone for now")
        self._probing = self._open
        return self._round

    def succeeded(self) -> None:
        """The provider answered, even if with a refusal."""
        if self._open:
            self._failed.clear()
            self._answered.clear()
        self._answered.append(self._clock.now())
        self._open = self._probing = False

    def failed(self, began: int, counts: bool = True) -> None:
        """The provider did not answer a call of this round, or failed on its side. `counts` is False for the further
        tries of a request that has failed before."""
        if began != self._round:
            return
        if counts:
            self._failed.append(self._clock.now())
        self._probing = False
        if self._open or self._too_many():
            self._open = True
            self._round += 1
            self._shut_until = self._clock.now() + self._policy.rest

    def _too_many(self) -> bool:
        for times in (self._failed, self._answered):
            while times and times[0] <= self._clock.now() - MINUTE:
                times.popleft()
        return len(self._failed) >= max(self._policy.failures, len(self._answered))

    def left(self, began: int) -> None:
        """The call of this round was given up by its caller, which says nothing about the provider."""
        if began == self._round:
            self._probing = False


class Gate:
    """One provider's breaker and its limited number of lines (concurrent requests)."""

    def __init__(self, provider: str, policy: Policy, clock: Clock) -> None:
        self.breaker: Final = Breaker(provider, policy, clock)
        self._provider: Final = provider
        self._lines: Final = asyncio.Semaphore(policy.lines)

    @asynccontextmanager
    async def passage(self, patience: float, counts: bool = True) -> AsyncIterator[None]:
        """Held for one call; `counts` as in `Breaker.failed`. Raises CircuitOpen, or Overloaded when no line comes free
        within `patience` seconds."""
        if self.breaker.shut:
            self.breaker.enter()
        await self._line(patience)
        try:
            began = self.breaker.enter()
            try:
                yield
            except (Unreachable, Overloaded):
                self.breaker.failed(began, counts)
                raise
            except ModelFailed:
                self.breaker.succeeded()
                raise
            except BaseException:
                self.breaker.left(began)
                raise
            self.breaker.succeeded()
        finally:
            self._lines.release()

    async def _line(self, patience: float) -> None:
        try:
            async with asyncio.timeout(patience):
                await self._lines.acquire()
        except TimeoutError:
            raise Overloaded(f"all lines to {self._provider} are busy") from None
