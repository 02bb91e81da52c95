"""What each item is about, as words: its problem, its absence, and what to think when no frequency is given."""

import re
from dataclasses import dataclass
from functools import cache

from agents.scorer.vocabulary import compiled, table

_GRAVE = frozenset({11})
_OTHERS = frozenset({3, 8, 10, 12, 13, 20})
_COUNTED = frozenset({21, 22, 23})
_ABSENCE = frozenset({1, 14, 19, 20})


@dataclass(frozen=True, slots=True)
class ItemWords:
    """`problem` matches words that name the item's problem, `well` words whose plain use denies it.

    `usual` matches what only its absence tells of ("sleep", "want to do"). `moot` follows a denial that is not one of this item ("any plans").
    `lasting` items are states (interest, closeness), so that a bare yes reads as more days than for passing ones (panic). `own` items count only
    what the patient does himself; `counts` items count drinks, cigarettes or tablets, so that a bare number
    is no number of days; `grave` items take any admission after a no. `absence` items name something missing (interest, sleep, closeness).
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
        compiled(row["problem"]),
        compiled(row["well"]),
        compiled(row.get("usual", [])),
        compiled(row.get("moot", [])),
        row.get("lasting", False),
        item not in _OTHERS,
        item in _ABSENCE,
        item in _COUNTED,
        item in _GRAVE,
    )
