"""What each item is about, as words, and how its replies are to be read."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from agents.scorer.phrase import compiled
from agents.scorer.vocabulary import Span, scan, table

_OF_OTHERS: Final = frozenset({10, 12, 13})
_ABSENCE: Final = frozenset({1, 14, 19, 20})
_COUNTED: Final = frozenset({21, 22, 23})
_GRAVE: Final = frozenset({11})
_LASTING: Final = frozenset({1, 3, 4, 6, 8, 13, 14, 16, 19, 20})


@dataclass(frozen=True, slots=True)
class ItemWords:
    """The words of one item and its ways.

    `lasting`: a state (interest, closeness), so that a bare yes reads as more days than for passing ones (panic).
    `own`: only what the patient does counts, not what others do. `absence`: the item names something missing.
    `counts`: drinks, cigarettes or tablets are counted, so that a bare number is no number of days.
    `grave`: any admission after a no is taken up.
    """

    item: int
    lasting: bool
    own: bool
    absence: bool
    counts: bool
    grave: bool

    def scan(self, text: str) -> tuple[list[Span], list[Span], list[Span], list[Span]]:
        """Where the words of the problem, of being well, of the usual and of a known cause stand in plain words."""
        found, name = scan(text, "lexicon", str(self.item)), self.item
        return (
            found[f"{name}.problem"],
            found[f"{name}.well"],
            found.get(f"{name}.usual", []),
            found.get(f"{name}.known", []),
        )

    def moot(self, text: str, position: int) -> bool:
        """Whether a denial that ends at a position is one of something else."""
        return _moot(self.item).match(text, position) is not None


@cache
def _moot(item: int) -> re.Pattern[str]:
    return compiled(table("lexicon").get(f"{item}.moot", []))


@cache
def item_words(item: int) -> ItemWords:
    """The words of item 1-23 and how its replies are read."""
    return ItemWords(
        item=item,
        lasting=item in _LASTING,
        own=item not in _OF_OTHERS,
        absence=item in _ABSENCE,
        counts=item in _COUNTED,
        grave=item in _GRAVE,
    )
