"""From a snapshot to its card: the measured parts one after the other off the event loop, the others side by side."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from agents.errors import AnamnesisError, CorrectInput
from agents.llm import pinned
from agents.llm.port import LanguageModel
from benchmarks.cards.card import MEASURED, REPLAY, Card, Made, Part, unavailable
from benchmarks.cards.judging import judge
from benchmarks.cards.measuring import measure
from benchmarks.cards.replaying import RULES, Candidate, candidate_named, replayed
from benchmarks.cards.rubric import rubric
from benchmarks.cards.snapshot import Snapshot, check
from benchmarks.metrics.models import Meters

OnPart = Callable[[Part], Awaitable[None]]
JUDGE: Final = "judge"
RUBRIC: Final = "rubric"


@dataclass(frozen=True, slots=True)
class Bench:
    """What a run may use. `judge` is the locked judge's model, None where no models are set up; `candidates` replay the
    diagnostician, and the rule engine always does besides. `meters` holds the local models; share it in a process."""

    meters: Meters
    judge: LanguageModel | None = None
    candidates: tuple[Candidate, ...] = ()

    @property
    def engines(self) -> tuple[str, ...]:
        """The engines that replay, the rules last."""
        return (*dict.fromkeys(one.name for one in self.candidates if one.name != RULES), RULES)

    @property
    def parts(self) -> tuple[str, ...]:
        """The keys of all parts that a run makes."""
        return (*MEASURED, JUDGE, RUBRIC, *(f"{REPLAY}{name}" for name in self.engines))


async def run(
    snapshot: Snapshot, bench: Bench, parts: Sequence[str] | None = None, on_part: OnPart | None = None
) -> Card:
    """The card of a snapshot, or only the parts of it that are named. `on_part` gets each part once it is made.

    A part that cannot be made is a part with an error and stops no other. Raises NotNow for an interview that may not
    be benchmarked, CorrectInput for a part that this bench doesn't make."""
    check(snapshot.profile)
    wanted = tuple(dict.fromkeys(bench.parts if parts is None else parts))
    if unknown := [key for key in wanted if key not in bench.parts]:
        raise CorrectInput(f"no such part: {', '.join(unknown)}; there are {', '.join(bench.parts)}")
    card = Card(snapshot=snapshot.digest)

    async def make(*keys: str) -> None:
        nonlocal card
        for key in keys:
            part = await _part(key, snapshot, bench)
            card = card.with_part(part)
            if on_part:
                await on_part(part)

    measured = tuple(key for key in wanted if key in MEASURED)
    await _all(make(*measured), *(make(key) for key in wanted if key not in measured))
    return card


async def _all(*lanes: Awaitable[None]) -> None:
    """Wait for all; where one raises, the others are stopped first."""
    tasks = [asyncio.ensure_future(lane) for lane in lanes]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _part(key: str, snapshot: Snapshot, bench: Bench) -> Part:
    started = time.perf_counter()
    try:
        made = await _made(key, snapshot, bench)
    except AnamnesisError as failed:
        made = unavailable(key, _engine(key, bench), str(failed))
    return Part(key=key, seconds=round(time.perf_counter() - started, 4), **dict(made))


async def _made(key: str, snapshot: Snapshot, bench: Bench) -> Made:
    if key in MEASURED:
        return await asyncio.to_thread(measure, key, snapshot, bench.meters)
    if key == JUDGE:
        return await judge(snapshot, bench.judge)
    if key == RUBRIC:
        return await asyncio.to_thread(rubric, snapshot)
    return await replayed(snapshot, candidate_named(key.removeprefix(REPLAY), bench.candidates))


def _engine(key: str, bench: Bench) -> str:
    if key in MEASURED:
        return "measured"
    if key == JUDGE:
        return pinned.JUDGE
    return RULES if key == RUBRIC else key.removeprefix(REPLAY)
