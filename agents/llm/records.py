"""What became of each request to a model, told to whoever keeps count."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from agents.errors import TryAgain
from agents.llm.consumption import Consumption
from agents.llm.errors import ModelFailed
from agents.llm.usage import Usage


@dataclass(frozen=True, slots=True)
class Record:
    """One request that has ended: `seconds` until then, `cost` in USD (None where a price is not known), and the error
    that it ended with, if it did. A request that its caller gave up makes no record."""

    model: str
    role: str
    seconds: float
    usage: Usage
    cost: float | None
    failed: Exception | None = None


Recorder = Callable[[Record], None]
"""Takes a record; quick, and never raises."""


def unrecorded(_: Record) -> None:
    """Nobody keeps count."""


@contextmanager
def recorded(model: str, used: Consumption, record: Recorder) -> Iterator[None]:
    """Tell what became of a request, unless its caller gives it up."""
    try:
        yield
    except (ModelFailed, TryAgain) as failed:
        record(Record(model, used.role, used.elapsed, used.usage, used.cost, failed))
        raise
    record(Record(model, used.role, used.elapsed, used.usage, used.cost))
