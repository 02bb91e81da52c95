"""How far a batch is, on stderr: one line that is written over in a terminal, now and then a line elsewhere."""

import sys
import time
from collections.abc import Iterable
from typing import Final

from benchmarks.runs.batch import Pace
from benchmarks.runs.results import Result, Status
from server.cli.batch.lines import say

SECONDS: Final = 10.0


def reported(results: Iterable[Result], before: int, left: int) -> None:
    """Take the results as they come and say how far that is. `before` are those of an earlier run."""
    if before:
        say(f"{before} results of an earlier run are kept")
    pace, told = Pace(left), 0.0
    for result in results:
        if result.status in (Status.ERROR, Status.FAILED):
            _end_line()
            say(f"{result.id} ({result.system}): {result.reason}")
        line = pace.line()
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{line}\x1b[K")
            sys.stderr.flush()
        elif time.monotonic() - told >= SECONDS:
            told = time.monotonic()
            say(line)
    _end_line()


def _end_line() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\n")
