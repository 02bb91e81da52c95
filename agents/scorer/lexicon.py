"""What each item is about, as words: its problem, its absence, and what to think when no frequency is given."""

import re
from dataclasses import dataclass
from functools import cache

from agents.scorer.vocabulary import compiled, table


@dataclass(frozen=True, slots=True)
class ItemWords:
    """`problem` matches words that name the item's problem, `well` words whose plain use denies it.

    `lasting` items are states (interest, closeness), so that a bare yes reads as more days than for passing ones (panic).
    """

    problem: re.Pattern[str]
    well: re.Pattern[str]
    lasting: bool


@cache
def item_words(item: int) -> ItemWords:
    """The words of item 1-23. Raises KeyError for another number."""
    row = table("lexicon")[str(item)]
    return ItemWords(compiled(row["problem"]), compiled(row["well"]), row.get("lasting", False))
