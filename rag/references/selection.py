"""Which of the nearest passages become references: similar enough, no lines twice, within the budget."""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.quantitative.port import Reference
from rag.references.options import Options


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that was found for an item, and its score there. `first` and `last` are its lines, inclusive."""

    item: str
    participant: str
    place: int
    first: int
    last: int
    text: str
    score: int
    similarity: float


@dataclass(frozen=True, slots=True)
class Selection:
    """The references chosen for one item, most similar first, and how many were skipped because of the budget."""

    chosen: tuple[Reference, ...]
    too_long: int = 0


def select(candidates: Sequence[Candidate], options: Options, store: str) -> Selection:
    """The references of one item. Equally similar passages are ordered by participant's name, then by position, so the
    same candidates in any order give the same references. A passage that overlaps a chosen one is skipped, as it adds
    little; one that does not fit the budget is skipped whole, never cut."""
    chosen: list[Candidate] = []
    left, too_long = options.characters, 0
    for one in sorted(candidates, key=lambda one: (-one.similarity, one.participant, one.place)):
        if len(chosen) == options.per_item or one.similarity < options.similarity:
            break
        if any(_overlap(one, other) for other in chosen):
            continue
        if len(one.text) > left:
            too_long += 1
            continue
        chosen.append(one)
        left -= len(one.text)
    return Selection(tuple(_reference(one, store) for one in chosen), too_long)


def _overlap(one: Candidate, other: Candidate) -> bool:
    return one.participant == other.participant and one.first <= other.last and other.first <= one.last


def _reference(one: Candidate, store: str) -> Reference:
    source = f"{store}, participant {one.participant}, lines {one.first + 1}-{one.last + 1}"
    return Reference(item=one.item, text=one.text, score=one.score, similarity=one.similarity, source=source)
