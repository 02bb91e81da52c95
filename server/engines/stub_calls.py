"""The scripted provider's log of calls."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Self

from agents.domain.value import Value
from agents.llm.usage import Usage
from agents.scripted.faults import FaultName


class Call(Value):
    """One request as it went. `started` is in seconds since 1970, `ms` the time until its last byte or until the client
    left; `window` is the size of context asked for, where it was; `cancelled` says that the client left first;
    `fault` is the one that hit it."""

    role: str
    model: str
    path: str
    stream: bool
    started: float
    status: int
    fault: FaultName | None
    usage: Usage
    window: int | None = None
    ms: float
    cancelled: bool


@dataclass(slots=True)
class Entry:
    """A call under way. It is entered in `calls` once: just before its last bytes leave, so that whoever has the answer
    finds the call in the log, or when the client has gone. `tool` is the tool that the answer calls."""

    calls: list[Call]
    role: str
    model: str
    path: str
    stream: bool = False
    status: int = 200
    fault: FaultName | None = None
    usage: Usage = field(default_factory=Usage)
    window: int | None = None
    tool: str | None = None
    began: float = field(default_factory=time.perf_counter)
    started: float = field(default_factory=time.time)
    ended: bool = False

    @contextmanager
    def logged(self) -> Iterator[Self]:
        """Enter the call however it ends."""
        try:
            yield self
        except asyncio.CancelledError:
            self.end(cancelled=True)
            raise
        finally:
            self.end()

    def end(self, cancelled: bool = False) -> None:
        """Enter the call, unless it has been."""
        if not self.ended:
            self.ended = True
            self.calls.append(self._call((time.perf_counter() - self.began) * 1000, cancelled))

    def _call(self, ms: float, cancelled: bool) -> Call:
        return Call(
            role=self.role,
            model=self.model,
            path=self.path,
            stream=self.stream,
            started=self.started,
            status=self.status,
            fault=self.fault,
            usage=self.usage,
            window=self.window,
            ms=round(ms, 3),
            cancelled=cancelled,
        )
