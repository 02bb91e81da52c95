"""How fast the rule engines are on one core. Every text is new when it is timed, so that engines with a cache gain
nothing. Wall time is the time that a person waits; CPU time leaves out the time taken by other programs on the
machine."""

import gc
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from agents.diagnostician.port import Mode
from agents.domain.value import Value
from agents.risk.port import Message
from agents.risk.rules import read
from agents.scorer.port import Answer
from agents.scorer.rules import score
from benchmarks.personas.patient import Held
from benchmarks.runs.published import exchanges_of, held
from benchmarks.training.figures.hostile import HOSTILE
from benchmarks.training.figures.interviews import hold
from benchmarks.training.figures.labelled import Labelled
from benchmarks.training.figures.replies import answer_of

T = TypeVar("T")


class Pace(Value):
    """`n` things timed one by one: how many per second by wall clock and by CPU time, and the wall time in milliseconds
    that half of them, and 99 of 100, stay under."""

    n: int
    per_second: float
    per_cpu_second: float
    p50_ms: float
    p99_ms: float


class Worst(Value):
    """The slowest hostile message of `n`, in milliseconds: best of three, by wall clock; `what` it was."""

    n: int
    ms: float
    what: str


class Speed(Value):
    """None where the data has nothing of that kind."""

    replies: Pace | None
    messages: Pace | None
    interviews: Pace | None
    hostile_reply: Worst
    hostile_message: Worst


def measure(labelled: Labelled) -> Speed:
    """Time each engine on one half of the data, warmed up on the other."""
    return Speed(
        replies=_halves(_answers(labelled), score),
        messages=_halves(_messages(labelled), read),
        interviews=_halves(_interviews(labelled), _hold_one),
        hostile_reply=_worst(lambda text: score(Answer(item=2, reply=text))),
        hostile_message=_worst(lambda text: read(Message(text=text))),
    )


def _hold_one(words: Held) -> None:
    hold([("speed", words)], Mode.DIAGNOSTIC)


def _answers(labelled: Labelled) -> list[Answer]:
    asked = [
        Answer(item=item, reply=reply.reply, followup_reply=reply.followup)
        for words in _interviews(labelled)
        for item, reply in words.items.items()
    ]
    return [*map(answer_of, labelled.replies), *asked]


def _messages(labelled: Labelled) -> list[Message]:
    said = [
        Message(text=exchange.reply, context=exchange.question or None)
        for one in labelled.published
        for exchange in exchanges_of(one.conversation)
        if exchange.reply
    ]
    return said + [Message(text=one.text, context=one.context) for each in labelled.messages.values() for one in each]


def _interviews(labelled: Labelled) -> list[Held]:
    return [one.held for one in labelled.personas] + [held(one.conversation) for one in labelled.published]


def _halves(things: Sequence[T], work: Callable[[T], object]) -> Pace | None:
    for thing in things[1::2]:
        work(thing)
    gc.collect()
    gc.freeze()  # as the server does once it has warmed up
    return pace(things[::2], work) if things else None


def pace(things: Sequence[T], work: Callable[[T], object]) -> Pace:
    """Time each thing once; at least one is needed."""
    walls: list[float] = []
    cpu = time.process_time()
    for thing in things:
        started = time.perf_counter()
        work(thing)
        walls.append(time.perf_counter() - started)
    cpu = time.process_time() - cpu
    total, n = sum(walls), len(walls)
    walls.sort()
    return Pace(
        n=n,
        per_second=n / total,
        per_cpu_second=n / cpu if cpu else 0.0,
        p50_ms=1000 * walls[n // 2],
        p99_ms=1000 * walls[min(n - 1, int(n * 0.99))],
    )


def _worst(work: Callable[[str], object]) -> Worst:
    times = {name: min(_milliseconds(work, text) for _ in range(3)) for name, text in HOSTILE.items()}
    what = max(times, key=times.__getitem__)
    return Worst(n=len(times), ms=times[what], what=what)


def _milliseconds(work: Callable[[str], object], text: str) -> float:
    started = time.perf_counter()
    work(text)
    return 1000 * (time.perf_counter() - started)
