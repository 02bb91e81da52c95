"""The hits of a search, the fusion of two rankings, and the removal of passages that say the same."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest
from typing import Final, NamedTuple, Protocol

from agents.diagnostician.port import Passage
from rag.documents.values import SEPARATOR

RANK: Final = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009)."""
SAME: Final = 0.9
"""Two passages that share at least this much of their words (Jaccard) say the same."""
ASIDE: Final = 0.9
"""The weight of a passage that is not about a disorder's signs."""
SHARE: Final = 0.4
"""The largest share of the requested passages for one disorder while another has some left."""
_MARK: Final = re.compile(rf"{SEPARATOR}([A-Z](?:[–-][A-Z])?|[a-z]|\d{{1,2}})(?={SEPARATOR}|$)")
_WORD: Final = re.compile(r"\w+")


class Mode(StrEnum):
    """How the library is searched: by meaning and by words, or by only one of them."""

    HYBRID = "hybrid"
    VECTOR = "vector"
    TEXT = "text"


class Placed(Protocol):
    """Anything that has a place in a book."""

    @property
    def book(self) -> str: ...
    @property
    def section_path(self) -> str: ...
    @property
    def label_start(self) -> str: ...
    @property
    def label_end(self) -> str: ...


def source(placed: Placed) -> str:
    """The place as a report names it: "DSM-5-TR, p. 160, Major Depressive Disorder > Criteria A". The chapter is left
    out where something more exact follows it."""
    first, last = placed.label_start, placed.label_end
    pages = f"p. {first}" if last == first else f"pp. {first}-{last}"
    steps = placed.section_path.split(SEPARATOR)
    named = _MARK.sub(lambda mark: f" {mark[1]}", SEPARATOR.join(steps[1:] or steps))
    return f"{placed.book}, {pages}, {named}"


class Hit(NamedTuple):
    """One passage of an edition, without a ranking; `aside` as in `rag.editions.Row`. A plain class, because a search
    makes a hundred of them."""

    edition: str
    chunk_id: str
    text: str
    book: str
    disorder: str
    section_path: str
    page_start: int
    page_end: int
    label_start: str
    label_end: str
    aside: bool

    def passage(self, score: float, *, own: bool) -> Passage:
        """The passage as the diagnostician receives it."""
        return Passage(
            chunk_id=self.chunk_id,
            text=self.text,
            source=source(self),
            page_start=self.page_start,
            page_end=self.page_end,
            section_path=self.section_path,
            score=round(score, 6),
            own=own,
        )


def fused(rankings: Iterable[Sequence[Hit]]) -> list[tuple[Hit, float]]:
    """Reciprocal rank fusion: a hit's score is the sum of 1 / (60 + rank) over the rankings that contain it."""
    hits: dict[tuple[str, str], Hit] = {}
    scores: defaultdict[tuple[str, str], float] = defaultdict(float)
    for ranking in rankings:
        for rank, hit in _ranks(ranking):
            key = hit.edition, hit.chunk_id
            hits[key] = hit
            scores[key] += 1 / (RANK + rank)
    best = sorted(scores, key=lambda key: -scores[key])
    return [(hits[key], scores[key]) for key in best]


def _ranks(ranking: Sequence[Hit]) -> Iterator[tuple[int, Hit]]:
    """Each hit's rank from 1. A hit that is `aside` takes no rank away from one about signs."""
    before = 0
    for rank, hit in enumerate(ranking, start=1):
        yield (rank if hit.aside else before + 1), hit
        before += not hit.aside


def raised(ranked: list[tuple[Hit, float]], ranking: Sequence[Hit]) -> list[tuple[Hit, float]]:
    """The fused hits with one more ranking of them."""
    if not ranking:
        return ranked
    more = {(hit.edition, hit.chunk_id): 1 / (RANK + rank) for rank, hit in _ranks(ranking)}
    scores = [(hit, score + more.get((hit.edition, hit.chunk_id), 0)) for hit, score in ranked]
    return sorted(scores, key=lambda one: -one[1])


def weighed(ranked: list[tuple[Hit, float]]) -> list[tuple[Hit, float]]:
    """The hits with passages about a disorder's signs ahead of those that are `aside`: a differential diagnosis names
    other disorders, and a disorder's frequency is seldom the question."""
    return sorted(((hit, score * (ASIDE if hit.aside else 1)) for hit, score in ranked), key=lambda one: -one[1])


def distinct(ranked: Iterable[tuple[Hit, float]], limit: int) -> Iterator[tuple[Hit, float]]:
    """The best hits of which no two say the same, one by one, so that the rest need not be compared once there are
    enough."""
    said: list[frozenset[str]] = []
    for hit, score in ranked:
        if len(said) == limit:
            return
        words = frozenset(hit.text.lower().split())
        if not _said(words, said):
            said.append(words)
            yield hit, score


def spread(ranked: Iterable[tuple[Hit, float]], limit: int) -> list[tuple[Hit, float]]:
    """The best hits, with at most two fifths for one disorder while another has some left, because comparing
    impressions takes passages about each. No more are considered than needed."""
    most = max(1, math.ceil(limit * SHARE))
    taken: Counter[str] = Counter()
    first: list[tuple[Hit, float]] = []
    later: list[tuple[Hit, float]] = []
    for hit, score in ranked:
        taken[hit.disorder] += 1
        (first if not hit.disorder or taken[hit.disorder] <= most else later).append((hit, score))
        if len(first) == limit:
            break
    return sorted([*first, *later][:limit], key=lambda one: -one[1])


def named(query: str, found: Sequence[Hit]) -> list[Hit]:
    """The hits under the headings that a question names, alternating between the headings, the first named first."""
    asked = _plain(query)
    headings = dict.fromkeys(hit.disorder for hit in found if hit.disorder)
    best: dict[str, list[Hit]] = {name: [] for name in headings if f" {_plain(name)} " in f" {asked} "}
    for hit in found:
        if hit.disorder in best:
            best[hit.disorder].append(hit)
    order = sorted(best, key=lambda name: asked.index(_plain(name)))
    rounds = zip_longest(*(best[name] for name in order))
    return [hit for one in rounds for hit in one if hit is not None]


@lru_cache(maxsize=2_000)
def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


def _said(words: frozenset[str], before: Iterable[frozenset[str]]) -> bool:
    """Whether one of the earlier passages shares enough of its words: shared / (here + there - shared) is SAME or
    more."""
    here = len(words)
    for other in before:
        there = len(other)
        if here * SAME <= there <= here / SAME and len(words & other) * (1 + SAME) >= SAME * (here + there):
            return True
    return False
