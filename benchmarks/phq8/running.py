"""Takes one participant through the quantitative stage: evidence, references if requested, scores."""

import time
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar

from agents.domain.transcript import Transcript
from agents.errors import AnamnesisError
from agents.quantitative.port import ItemScore, Quantifier, References, ReferenceSearch
from benchmarks.phq8.labels import Gold
from benchmarks.phq8.records import Item, Mode, Record

T = TypeVar("T")


class StageFailedError(Exception):
    """A stage that could not be finished, and why."""

    def __init__(self, stage: str, cause: AnamnesisError) -> None:
        super().__init__(f"{stage}: {cause}")
        self.stage = stage
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Engines:
    """The engines that score; `references` is None for zero-shot."""

    quantifier: Quantifier
    references: ReferenceSearch | None = None

    @property
    def mode(self) -> Mode:
        """With or without references."""
        return Mode.ZERO_SHOT if self.references is None else Mode.FEW_SHOT


async def recorded(identity: str, transcript: Transcript, gold: Gold, engines: Engines) -> Record:
    """The record of one participant. Raises StageFailedError."""
    started = time.perf_counter()
    evidence = await _stage("evidence", engines.quantifier.gather(transcript))
    found = References()
    if engines.references is not None:
        found = await _stage("references", engines.references.search(evidence))
    scores = await _stage("scoring", engines.quantifier.score(transcript, evidence, found.found))
    items = {one.item: _item(one, gold, found) for one in scores.items}
    return Record(
        mode=engines.mode,
        id=identity,
        engine=scores.engine,
        seconds=round(time.perf_counter() - started, 4),
        items=items,
        missing_as_zero=sum(one.score or 0 for one in items.values()),
        references_note=found.note,
        scores_note=scores.note,
    )


def _item(one: ItemScore, gold: Gold, found: References) -> Item:
    own = [reference.similarity for reference in found.found if reference.item == one.item]
    return Item(
        score=one.score,
        gold=gold.get(one.item),
        untold=one.item in gold and gold[one.item] is None,
        confidence=one.confidence,
        reason=one.reason.value,
        evidence=len(one.evidence),
        references=len(own),
        similarity=max(own, default=None),
        samples=one.samples,
    )


async def _stage(name: str, work: Awaitable[T]) -> T:
    try:
        return await work
    except AnamnesisError as failed:
        raise StageFailedError(name, failed) from failed
