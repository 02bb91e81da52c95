"""Which of the nearest passages become references: alike enough, not the same lines twice, within the budget."""

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
    """What was chosen for one item, most alike first, and how many were passed over for the budget."""

    chosen: tuple[Reference, ...]
    too_long: int = 0


def select(candidates: Sequence[Candidate], options: Options, store: str) -> Selection:
    """The references of one item. Of equally alike passages the one of the first participant by name comes first, and
    of one participant the earlier: the same candidates in any order give the same references. A passage that overlaps
    with a chosen one says little new; one that does not fit into the budget is passed over whole, never cut."""
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
