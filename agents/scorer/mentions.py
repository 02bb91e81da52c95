"""Finds every mention of how often in plain words, and how many days of fourteen each stands for."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from agents.scorer import counts, fragments, weeks
from agents.scorer.mention import Mention
from agents.scorer.phrasebook import Phrasebook
from agents.scorer.vocabulary import table

_MOST: Final = 60
"""Mentions weighed in one reply; nobody means more."""


@dataclass(frozen=True, slots=True)
class _Wording:
    name: str
    days: float
    firm: bool


@cache
def _wordings() -> tuple[tuple[_Wording, ...], Phrasebook]:
    rows = table("frequency")["wording"]
    listed = tuple(_Wording(row["name"], row["days"], row["firm"]) for row in rows)
    return listed, Phrasebook({row["name"]: row["phrases"] for row in rows})


def _worded(text: str) -> Iterator[Mention]:
    """Mentions without a number; of one wording the longest at a place."""
    listed, book = _wordings()
    for wording, spans in zip(listed, book.scan(text), strict=True):
        for start, end in spans:
            yield Mention(wording.name, wording.days, start, end, wording.firm)


def find(text: str, starts: tuple[int, ...]) -> list[Mention]:
    """All mentions in order; where two overlap the longer one stands."""
    found = [*counts.find(text), *weeks.find(text), *_worded(text), *fragments.find(text, starts)]
    if len(found) > _MOST:
        found = sorted(found, key=lambda mention: mention.start)[:_MOST]
    found.sort(key=lambda mention: (mention.kind == "number", mention.start - mention.end))
    kept: list[Mention] = []
    for mention in found:
        if all(mention.end <= other.start or mention.start >= other.end for other in kept):
            kept.append(mention)
    kept.sort(key=lambda mention: mention.start)
    return kept
