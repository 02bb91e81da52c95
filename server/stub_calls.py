"""The scripted provider's log of calls."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Self

from agents.domain.value import Value
from agents.llm.faults import FaultName
from agents.llm.usage import Usage


class Call(Value):
    """One request as it went. `started` is in seconds since 1970, `ms` the time until its last byte or until the client
    left; `cancelled` says that the client left first; `fault` is the one that hit it."""

    role: str
    model: str
    path: str
    stream: bool
    started: float
    status: int
    fault: FaultName | None
    usage: Usage
    ms: float
    cancelled: bool


@dataclass(slots=True)
class Entry:
    """A call under way."""

    role: str
    model: str
    path: str
    stream: bool = False
    status: int = 200
    fault: FaultName | None = None
    usage: Usage = field(default_factory=Usage)
    cancelled: bool = False

    @contextmanager
    def logged(self, calls: list[Call]) -> Iterator[Self]:
        """Add the call to the log when it ends, however it ends."""
        began, started = time.perf_counter(), time.time()
        try:
            yield self
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        finally:
            calls.append(self._call(started, (time.perf_counter() - began) * 1000))

    def _call(self, started: float, ms: float) -> Call:
        return Call(
            role=self.role,
            model=self.model,
            path=self.path,
            stream=self.stream,
            started=started,
            status=self.status,
            fault=self.fault,
            usage=self.usage,
            ms=round(ms, 3),
            cancelled=self.cancelled,
        )
