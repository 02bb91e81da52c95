"""Every line of a file answered, by this process or by several."""

import gc
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from agents.errors import CorrectInput
from server.cli.batch.lines import NOT_STARTED, Batch, Outcome, outcome, say
from server.json_lines import Line


@dataclass(frozen=True, slots=True)
class Shares:
    """A file of at least `least` lines is answered by several processes, `size` lines at a time."""

    least: int
    size: int = 1


BRIEF: Final = Shares(1_500, 100)
"""For lines that take less than a millisecond each."""
WHOLE: Final = Shares(6)
"""For whole interviews."""


def answer_each(
    path: str, unit: str, answer: Callable[[Any], dict[str, Any]], shares: Shares | None = None, remedy: str = ""
) -> int:
    """Answers every line of the file with `answer(object)` and returns the exit code. `remedy`: see `Batch`.

    `answer` raises CorrectInput for an object that cannot be answered; with `shares` it must need no thread and no
    event loop of this process. What arrives line by line is answered line by line."""
    try:
        batch = Batch(path, remedy)
        _answer(batch, unit, answer, shares)
    except CorrectInput as error:
        say(str(error))
        return NOT_STARTED
    sys.stdout.buffer.flush()
    return batch.code


def _answer(batch: Batch, unit: str, answer: Callable[[Any], dict[str, Any]], shares: Shares | None) -> None:
    from server.cli.batch.progress import watched

    total = batch.total()
    size = shares.size if shares and total is not None and total >= shares.least else 0
    for line, found in watched(_outcomes(batch, answer, size), unit, total):
        if isinstance(found, str):
            batch.complain(line.number, found)
        else:
            batch.write(found)


def _outcomes(batch: Batch, answer: Callable[[Any], dict[str, Any]], size: int) -> Iterator[tuple[Line, Outcome]]:
    """Each line with its outcome; by several processes, `size` lines at a time, unless that is 0.

    The first is answered here, so that the word lists are read once. Nothing that they are made of is ever garbage, so
    that none is looked for meanwhile, nor among them later."""
    lines = batch.lines()
    gc.disable()
    try:
        first = [(line, outcome(line, answer)) for line in islice(lines, 1)]
    finally:
        gc.freeze()
        gc.enable()
    yield from first
    if size:
        from server.cli.batch.processes import outcomes, processes

        if (number := processes()) > 1:
            yield from outcomes(lines, answer, number, size)
    yield from ((line, outcome(line, answer)) for line in lines)
