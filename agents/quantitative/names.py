"""How the eight items are called in prose, and the words by which prose speaks of each."""

import re
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


def names_item(item: str, prose: str) -> bool:
    """Whether prose speaks of an item."""
    return re.search(_WORDS[item], prose, re.IGNORECASE) is not None
