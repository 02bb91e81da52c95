"""Finds every mention of how often in plain words, and how many days of fourteen each stands for."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from agents.reading import counts, fragments, weeks
from agents.reading.clauses import Clauses
from agents.reading.mention import Mention
from agents.reading.vocabulary import table

_MOST: Final = 60
"""Mentions weighed in one reply; nobody means more."""


@dataclass(frozen=True, slots=True)
class _Wording:
    name: str
    days: float
    firm: bool


@cache
def _wordings() -> tuple[_Wording, ...]:
    return tuple(_Wording(row["name"], row["days"], row["firm"]) for row in table("frequency")["wording"])


def _worded(clauses: Clauses) -> Iterator[Mention]:
    """Mentions without a number; of one wording the longest at a place."""
    for wording in _wordings():
        for start, end in clauses.marks[wording.name]:
            yield Mention(wording.name, wording.days, start, end, wording.firm)


def find(clauses: Clauses) -> list[Mention]:
    """All mentions in order; where two overlap the longer one stands."""
    text = clauses.text
    found = [*counts.find(text), *weeks.find(text), *_worded(clauses), *fragments.find(text, clauses.starts)]
    if len(found) > _MOST:
        found = sorted(found, key=lambda mention: mention.start)[:_MOST]
    if len(found) < 2:
        return found
    found.sort(key=lambda mention: (mention.kind == "number", mention.start - mention.end, mention.kind == "event"))
    kept: list[Mention] = []
    for mention in found:
        if all(mention.end <= other.start or mention.start >= other.end for other in kept):
            kept.append(mention)
    kept.sort(key=lambda mention: mention.start)
    return kept
