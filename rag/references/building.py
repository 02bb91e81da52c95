"""Building a reference store from labelled interviews: chunks, their scores and tags, one vector each."""

import asyncio
import hashlib
import json
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from agents.domain import phq8
from agents.domain.transcript import Transcript
from agents.errors import CorrectInput
from agents.quantitative.port import Quantifier
from rag.references.chunks import Chunk, chunks
from rag.references.identity import digest
from rag.references.options import Build
from rag.references.rows import Passage, Rows, Stored
from rag.vectors import Embedding, Vector

AT_ONCE: Final = 16
"""Chunks that are scored at the same time; a rule engine scores them one by one anyway."""
BATCH: Final = 64
"""Chunks embedded by one call."""

Progress = Callable[[int, int], None]
"""Called with the number of chunks done and their total."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One participant of a training set: the transcript and the known item scores (0-3; items without one are left
    out)."""

    participant: str
    transcript: Transcript
    scores: dict[str, int]


@dataclass(frozen=True, slots=True)
class Builder:
    """Builds a reference store. `scorer` is None for a store without chunk scores and tags."""

    rows: Rows
    embedding: Embedding
    scorer: Quantifier | None

    async def build(
        self, name: str, people: Sequence[Labelled], how: Build, source: str, progress: Progress = lambda *_: None
    ) -> Stored:
        """Build and store, replacing the store of that name at the end. Raises CorrectInput for people from whom no
        store can be built, ModelFailed when embedder or scorer fails; the old store then stays as it was."""
        _check(people)
        cut = [(one, chunk) for one in people for chunk in chunks(one.transcript, how.size, how.step)]
        vectors = await self._vectors([chunk.text for _, chunk in cut])
        passages: list[Passage] = []
        for start in range(0, len(cut), AT_ONCE):
            part = range(start, min(start + AT_ONCE, len(cut)))
            passages += await asyncio.gather(*(self._passage(*cut[place], vectors[place]) for place in part))
            progress(len(passages), len(cut))
        stored = Stored(
            name=name,
            build=how,
            dimensions=len(vectors[0]),
            chunks=len(passages),
            digest=content_digest(people, how),
            source=source,
            built_at=datetime.now(UTC),
        )
        await self.rows.put(stored, {one.participant: digest(one.transcript) for one in people}, passages)
        return stored

    async def _vectors(self, texts: Sequence[str]) -> list[Vector]:
        found: list[Vector] = []
        for start in range(0, len(texts), BATCH):
            vectors = await self.embedding.embed(texts[start : start + BATCH])
            found += [array("f", vector) for vector in vectors]  # a tenth of the memory of lists of Python floats
        return found

    async def _passage(self, one: Labelled, chunk: Chunk, vector: Vector) -> Passage:
        own, tagged = await self._scored(chunk)
        items = [item.key for item in phq8.instrument().items]
        rows = [(item, one.scores.get(item), own.get(item), item in tagged) for item in items]
        kept = tuple(row for row in rows if row[1] is not None or row[2] is not None)
        return Passage(one.participant, chunk.place, chunk.first, chunk.last, chunk.text, vector, kept)

    async def _scored(self, chunk: Chunk) -> tuple[dict[str, int], set[str]]:
        if self.scorer is None:
            return {}, set()
        evidence = await self.scorer.gather(chunk.turns)
        scores = await self.scorer.score(chunk.turns, evidence)
        own = {one.item: one.score for one in scores.items if one.score is not None}
        return own, {one.item for one in evidence if one.quotes}


def content_digest(people: Iterable[Labelled], how: Build) -> str:
    """12 hexadecimal digits that change with the interviews, their scores or the build options."""
    told = [[one.participant, digest(one.transcript).hex(), sorted(one.scores.items())] for one in people]
    return hashlib.sha256(json.dumps([told, how.model_dump(mode="json")]).encode()).hexdigest()[:12]


def _check(people: Sequence[Labelled]) -> None:
    if not people:
        raise CorrectInput("there is no labelled interview to build from")
    names = [one.participant for one in people]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise CorrectInput(f"these participants are there twice: {', '.join(twice[:10])}")
