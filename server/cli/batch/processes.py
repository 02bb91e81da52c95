"""Lines answered by several processes of this machine, in the lines' own order."""

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Any, Final

from server.cli.batch.lines import Outcome, outcome
from server.json_lines import Line

Answer = Callable[[Any], dict[str, Any]]
MOST: Final = 8
"""Processes; each takes memory of its own."""
_AHEAD: Final = 8
"""Portions handed to each process before the first answer is waited for."""
_given: list[Answer] = []
"""The answer of a worker process; empty in every other."""


def processes() -> int:
    """How many processes are worth while here: one where they can't share what was read before they began."""
    return min(MOST, len(os.sched_getaffinity(0))) if sys.platform == "linux" else 1


def outcomes(lines: Iterator[Line], answer: Answer, number: int, size: int) -> Iterator[tuple[Line, Outcome]]:
    """Each line with its outcome, `size` lines at a time. What was read before is shared by the processes, which are
    forked here: this process must have no threads."""
    crew = ProcessPoolExecutor(number, multiprocessing.get_context("fork"), _begin, (answer,))
    try:
        for portion, found in _in_order(crew, lines, size, number * _AHEAD):
            yield from zip(portion, found, strict=True)
    finally:
        crew.shutdown(cancel_futures=True)


def _in_order(
    crew: ProcessPoolExecutor, lines: Iterator[Line], size: int, ahead: int
) -> Iterator[tuple[list[Line], list[Outcome]]]:
    waiting: deque[tuple[list[Line], Future[list[Outcome]]]] = deque()
    while portion := list(islice(lines, size)):
        waiting.append((portion, crew.submit(_work, portion)))
        if len(waiting) == ahead:
            first, done = waiting.popleft()
            yield first, done.result()
    for first, done in waiting:
        yield first, done.result()


def _begin(answer: Answer) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _given.append(answer)


def _work(portion: list[Line]) -> list[Outcome]:
    return [outcome(line, _given[0]) for line in portion]
