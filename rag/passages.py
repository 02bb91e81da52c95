"""What a search finds, how two rankings become one, and which passages say the same."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, Protocol
from uuid import UUID

from agents.diagnostician.port import Passage
from agents.domain.value import Value
from rag.documents.values import SEPARATOR

RANK: Final = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009)."""
SAME: Final = 0.9
"""Two passages that share so much of their words (Jaccard) say the same."""
_MARK: Final = re.compile(rf"{SEPARATOR}([A-Z](?:[–-][A-Z])?|[a-z]|\d{{1,2}})(?={SEPARATOR}|$)")
_WORD: Final = re.compile(r"\w+")


class Mode(StrEnum):
    """How the library is searched: by meaning and by words, or by one of them."""

    HYBRID = "hybrid"
    VECTOR = "vector"
    TEXT = "text"


class Placed(Protocol):
    """Whatever has a place in a book."""

    @property
    def book(self) -> str: ...
    @property
    def section_path(self) -> str: ...
    @property
    def label_start(self) -> str: ...
    @property
    def label_end(self) -> str: ...


def source(placed: Placed) -> str:
    """As a report names it: "DSM-5-TR, p. 160, Major Depressive Disorder > Criteria A". The chapter is left out where
    something more exact follows it."""
    first, last = placed.label_start, placed.label_end
    pages = f"p. {first}" if last == first else f"pp. {first}-{last}"
    steps = placed.section_path.split(SEPARATOR)
    named = _MARK.sub(lambda mark: f" {mark[1]}", SEPARATOR.join(steps[1:] or steps))
    return f"{placed.book}, {pages}, {named}"


class Hit(Value):
    """One passage of an edition, before any ranking is put on it."""

    edition_id: UUID
    chunk_id: str
    text: str
    book: str
    disorder: str
    section_path: str
    page_start: int
    page_end: int
    label_start: str
    label_end: str

    def passage(self, score: float) -> Passage:
        """As the diagnostician gets it."""
        return Passage(
            chunk_id=self.chunk_id,
            text=self.text,
            source=source(self),
            page_start=self.page_start,
            page_end=self.page_end,
            section_path=self.section_path,
            score=round(score, 6),
        )


def fused(rankings: Iterable[Sequence[Hit]]) -> list[tuple[Hit, float]]:
    """Reciprocal rank fusion: a hit's score is the sum of 1 / (60 + rank) over the rankings it stands in."""
    hits: dict[tuple[UUID, str], Hit] = {}
    scores: defaultdict[tuple[UUID, str], float] = defaultdict(float)
    for ranking in rankings:
        for rank, hit in enumerate(ranking, start=1):
            hits[hit.edition_id, hit.chunk_id] = hit
            scores[hit.edition_id, hit.chunk_id] += 1 / (RANK + rank)
    best = sorted(scores, key=lambda key: -scores[key])
    return [(hits[key], scores[key]) for key in best]


def distinct(ranked: Iterable[tuple[Hit, float]], limit: int) -> list[tuple[Hit, float]]:
    """The best hits of which no two say the same."""
    kept: list[tuple[Hit, float]] = []
    said: list[frozenset[str]] = []
    for hit, score in ranked:
        words = frozenset(_WORD.findall(hit.text.lower()))
        if len(kept) < limit and not any(_alike(words, other) for other in said):
            kept.append((hit, score))
            said.append(words)
    return kept


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= SAME * len(one | other)
