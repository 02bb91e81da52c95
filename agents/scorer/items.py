"""How the replies to each item are to be read."""

from dataclasses import dataclass
from functools import cache
from typing import Final

_OF_OTHERS: Final = frozenset({10, 12, 13})
_COUNTED: Final = frozenset({21, 22, 23})
_GRAVE: Final = frozenset({11})
_STRANGE: Final = frozenset({12, 13})


@dataclass(frozen=True, slots=True)
class Item:
    """An item's ways. `own`: only what the patient does counts, not what others do. `counts`: drinks, cigarettes or
    tablets are counted, so that a bare number is no number of days. `grave`: any admission after a no is taken up.
    `strange`: few people have it, and much sounds like it."""

    id: int
    own: bool
    counts: bool
    grave: bool
    strange: bool


@cache
def item_ways(item: int) -> Item:
    """How replies to item 1-23 are read."""
    return Item(item, item not in _OF_OTHERS, item in _COUNTED, item in _GRAVE, item in _STRANGE)
