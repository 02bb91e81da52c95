"""What each item is about, as words, and how its replies are to be read."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from agents.scorer.vocabulary import compiled, table

_OF_OTHERS: Final = frozenset({3, 8, 10, 12, 13, 20})
_ABSENCE: Final = frozenset({1, 14, 19, 20})
_COUNTED: Final = frozenset({21, 22, 23})
_GRAVE: Final = frozenset({11})


@dataclass(frozen=True, slots=True)
class ItemWords:
    """The words of one item and its ways.

    `problem` names the problem; `well`, used plainly, denies it; `usual` tells only by its absence ("sleep");
    `moot` after a denial makes it one of something else ("any plans").
    `lasting`: a state (interest, closeness), so that a bare yes reads as more days than for passing ones (panic).
    `own`: only what the patient does counts, not what others do. `absence`: the item names something missing.
    `counts`: drinks, cigarettes or tablets are counted, so that a bare number is no number of days.
    `grave`: any admission after a no is taken up.
    """

    problem: re.Pattern[str]
    well: re.Pattern[str]
    usual: re.Pattern[str]
    moot: re.Pattern[str]
    lasting: bool
    own: bool
    absence: bool
    counts: bool
    grave: bool


@cache
def item_words(item: int) -> ItemWords:
    """The words of item 1-23. Raises KeyError for another number."""
    row = table("lexicon")[str(item)]
    return ItemWords(
        problem=compiled(row["problem"]),
        well=compiled(row["well"]),
        usual=compiled(row.get("usual", [])),
        moot=compiled(row.get("moot", [])),
        lasting=row.get("lasting", False),
        own=item not in _OF_OTHERS,
        absence=item in _ABSENCE,
        counts=item in _COUNTED,
        grave=item in _GRAVE,
    )
