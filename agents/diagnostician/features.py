"""The features' phrases, found in plain words in one pass."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from agents.diagnostician.knowledge import Feature, knowledge
from agents.reading.phrasebook import Phrasebook
from agents.reading.vocabulary import Span, filled

_LIMITED: Final = re.compile(r"(\d+(?:,\d+)*): (.+)")


@dataclass(frozen=True, slots=True)
class Listed:
    """Phrases of one feature; with `only` they hold in answers to these items alone."""

    key: str
    feature: Feature
    only: frozenset[int]

    def counts_in(self, item: int | None) -> bool:
        """Whether the phrases count in an answer to this item."""
        return (not self.only or item in self.only) and item not in self.feature.outside


def marked(text: str) -> Iterator[tuple[Listed, list[Span]]]:
    """What of the features' phrases is found in plain words, with where."""
    book, listed = _book()
    found = book.scan(text)
    return ((listed[label], spans) for label, spans in found.items() if spans)


def limited(phrase: str) -> tuple[frozenset[int], str]:
    """The items that a phrase is limited to (none: every item counts), and the phrase."""
    found = _LIMITED.fullmatch(phrase)
    return (frozenset(map(int, found[1].split(","))), found[2]) if found else (frozenset(), phrase)


@cache
def _book() -> tuple[Phrasebook, dict[str, Listed]]:
    lists: dict[str, list[str]] = {}
    listed: dict[str, Listed] = {}
    known = knowledge()
    for key, feature in known.features.items():
        for phrase in feature.patterns:
            items, words = limited(phrase)
            label = f"{key} {sorted(items)}"
            lists.setdefault(label, []).append(filled(words, known.words))
            listed[label] = Listed(key, feature, items or frozenset(feature.only))
    return Phrasebook(lists), listed
