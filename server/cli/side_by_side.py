"""Lines answered by several processes of this machine, in the lines' own order."""

import gc
import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from typing import Any, Final

from server.cli.lines import Line, Outcome, outcome

Answer = Callable[[Any], dict[str, Any]]
MOST: Final = 8
"""Processes; each takes memory of its own."""
_AHEAD: Final = 8
"""Lines handed to each process before the first answer is waited for."""
_given: list[Answer] = []
"""The answer of a worker process; empty in every other."""


def processes() -> int:
    """How many processes are worth while here: one where they can't share what was read before they began."""
    return min(MOST, len(os.sched_getaffinity(0))) if sys.platform == "linux" else 1


def outcomes(lines: Iterator[Line], answer: Answer, number: int) -> Iterator[tuple[Line, Outcome]]:
    """Each line with its outcome. The first is answered here, so that the word lists are read once and shared by all
    processes, which are forked behind it: this process must have no threads. Nothing that the word lists are made of
    is ever garbage, so that none is looked for meanwhile."""
    gc.disable()
    try:
        first = [(line, outcome(line, answer)) for line in islice(lines, 1)]
    finally:
        gc.enable()
    yield from first
    if (second := next(lines, None)) is None:
        return
    gc.freeze()
    crew = ProcessPoolExecutor(number, multiprocessing.get_context("fork"), _begin, (answer,))
    try:
        yield from _in_order(crew, chain((second,), lines), number * _AHEAD)
    finally:
        crew.shutdown(cancel_futures=True)


def _in_order(crew: ProcessPoolExecutor, lines: Iterator[Line], ahead: int) -> Iterator[tuple[Line, Outcome]]:
    waiting: deque[tuple[Line, Future[Outcome]]] = deque()
    for line in lines:
        waiting.append((line, crew.submit(_work, line)))
        if len(waiting) == ahead:
            first, done = waiting.popleft()
            yield first, done.result()
    for line, done in waiting:
        yield line, done.result()


def _begin(answer: Answer) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _given.append(answer)


def _work(line: Line) -> Outcome:
    return outcome(line, _given[0])
