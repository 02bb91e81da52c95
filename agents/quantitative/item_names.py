"""How the eight items are called in prose, and the words by which prose speaks of each."""

import re
from functools import cache, lru_cache
from typing import Final

NAMES: Final = {
    "NoInterest": "loss of interest or pleasure",
    "Depressed": "low mood",
    "Sleep": "sleep problems",
    "Tired": "tiredness or low energy",
    "Appetite": "appetite or eating problems",
    "Failure": "feeling bad about oneself",
    "Concentrating": "trouble concentrating",
    "Moving": "slowness or restlessness",
}
_WORDS: Final = {
    "NoInterest": r"interest|pleasure|anhedonia|enjoy|motivat",
    "Depressed": r"low mood|depress(?:ed|ive) mood|feeling (?:down|low|sad)|sad|hopeless|mood",
    "Sleep": r"sleep|insomnia|awake|night",
    "Tired": r"tired|fatigue|energy|exhaust",
    "Appetite": r"appetite|eating|eats|food|meals?|weight",
    "Failure": r"failure|worthless|guilt|self-esteem|bad about \w+sel|self-critic|let(?:ting)? .{1,20} down",
    "Concentrating": r"concentrat|focus|attention|memory",
    "Moving": r"restless|psychomotor|slow|fidget|agitat|pacing",
}
_SHORT: Final = 40
"""Characters of a name or heading, of which there are few."""
_REMEMBERED: Final = 512


def names_item(item: str, prose: str) -> bool:
    """Whether prose speaks of an item."""
    return _named(item, prose) if len(prose) <= _SHORT else _names(item, prose)


@lru_cache(_REMEMBERED)
def _named(item: str, words: str) -> bool:
    return _names(item, words)


def _names(item: str, prose: str) -> bool:
    """Plain letters are made small first: to ignore case as it searches takes a pattern three times as long."""
    plain = prose.isascii()
    return _pattern(item, not plain).search(prose.lower() if plain else prose) is not None


@cache
def _pattern(item: str, any_case: bool) -> re.Pattern[str]:
    return re.compile(_WORDS[item], re.IGNORECASE if any_case else 0)
