"""A batch: records passed to worker processes one by one. A worker that dies is replaced, and its record is
repeated."""

import asyncio
import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final

from agents.diagnostician.port import Mode
from benchmarks.runs.dataset import Entry
from benchmarks.runs.examining import Shop, examine
from benchmarks.runs.results import Result, Status, Store

MOST_DEATHS: Final = 3
"""A record on which this many workers have died is an error."""
Opener = Callable[[], Shop]


@dataclass(frozen=True, slots=True)
class Task:
    """One record under one system."""

    entry: Entry
    asked: str

    @property
    def key(self) -> tuple[str, str]:
        """As `Result.key`."""
        return self.entry.id, self.asked


@dataclass(frozen=True, slots=True)
class Plan:
    """How every task of a run is done. `opener` builds a worker's engines; it must be importable by its name."""

    opener: Opener
    mode: Mode
    parts: tuple[str, ...]


def run_batch(tasks: Iterable[Task], plan: Plan, store: Store, workers: int) -> Iterator[Result]:
    """Each result as it arrives, already stored; tasks already in the store are skipped."""
    waiting = deque(task for task in tasks if task.key not in store)
    crew = _Crew(plan, min(workers, max(1, len(waiting))), waiting)
    try:
        while crew.busy:
            for result in crew.finished():
                store.add(result)
                yield result
    finally:
        crew.dismiss()


class _Hand:
    """One worker process and the task that it has."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(theirs, plan), daemon=True)
        self.process.start()
        theirs.close()
        self.task: Task | None = None

    def give(self, task: Task) -> None:
        self.task = task
        self.pipe.send(task)


class _Crew:
    def __init__(self, plan: Plan, size: int, waiting: deque[Task]) -> None:
        self._plan: Final = plan
        self._waiting: Final = waiting
        self._deaths: dict[tuple[str, str], int] = {}
        self._hands: list[_Hand] = []
        for _ in range(size if waiting else 0):
            self._employ()

    @property
    def busy(self) -> bool:
        return bool(self._hands)

    def finished(self) -> Iterator[Result]:
        """Wait for the next results."""
        ready = wait([hand.pipe for hand in self._hands])
        for hand in [hand for hand in self._hands if hand.pipe in ready]:
            result = self._take(hand)
            if result is not None:
                yield result

    def _take(self, hand: _Hand) -> Result | None:
        try:
            result: Result = hand.pipe.recv()
        except (EOFError, OSError):
            return self._bury(hand)
        if self._waiting:
            hand.give(self._waiting.popleft())
        else:
            self._hands.remove(hand)
            _dismiss(hand)
        return result

    def _bury(self, hand: _Hand) -> Result | None:
        """Replace a dead worker and put its task first again, unless the task has killed too many."""
        self._hands.remove(hand)
        _dismiss(hand)
        task, failed = hand.task, None
        if task is not None:
            died = self._deaths[task.key] = self._deaths.get(task.key, 0) + 1
            if died < MOST_DEATHS:
                self._waiting.appendleft(task)
            else:
                failed = _error(task, f"the worker process died {died} times over this record")
        if self._waiting:
            self._employ()
        return failed

    def _employ(self) -> None:
        hand = _Hand(self._plan)
        hand.give(self._waiting.popleft())
        self._hands.append(hand)

    def dismiss(self) -> None:
        """Stop them all."""
        for hand in self._hands:
            hand.process.terminate()
            _dismiss(hand)


def _dismiss(hand: _Hand) -> None:
    hand.pipe.close()
    hand.process.join(timeout=5)


def _error(task: Task, reason: str) -> Result:
    return Result(
        id=task.entry.id,
        asked=task.asked,
        system=task.asked,
        label=task.entry.label,
        status=Status.ERROR,
        reason=reason,
    )


def _work(pipe: "Connection[Result, Task]", plan: Plan) -> None:
    """The work of a worker process: take a task, send its result, until the other end is gone."""
    shop = plan.opener()
    with closing(asyncio.new_event_loop()) as loop:
        while True:
            try:
                task = pipe.recv()
                pipe.send(loop.run_until_complete(examine(task.entry, task.asked, shop, plan.mode, plan.parts)))
            except (EOFError, BrokenPipeError, KeyboardInterrupt):
                return


class Pace:
    """How far a batch has got and when it will be done, judged by the time taken by the records so far."""

    def __init__(self, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._total: Final = total
        self._clock: Final = clock
        self._started: Final = clock()
        self._done = 0

    def line(self, done: int = 1) -> str:
        """Count `done` more, and say it in one line."""
        self._done += done
        spent = self._clock() - self._started
        left = spent / self._done * (self._total - self._done)
        rate = self._done / spent * 60 if spent else 0.0
        return f"{self._done} of {self._total} done, {rate:.1f} a minute, {_span(left)} left"


def _span(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min {rest} s"
