"""Few words: whether they name the matter, deny it, or say how it went."""

import re
from typing import Final

from agents.reading.stance import Lead
from agents.scorer.reading import Reading

_SHORT: Final = 3
_NO_MORE: Final = 1.0
"""How much more so few words have to tell of something else, or of nothing, than of the item."""
SAYS_HOW: Final = re.compile(
    r"\b(?:[ny]|no|not|never|none|nothing|neither|\w+n't|fine|good|great|bad\w*|awful|terrible|horrible|rough|hard"
    r"|tough|ok(?:ay)?|well|better|worse|worst|lots?|bit|little|much|some|same|normal|calm|quiet|steady|clear|happy"
    r"|usual\w*|like (?:crazy|mad|hell)"
    r"|mal|bien|fatal|peor|mejor|regular|normal|igual|nada|nunca|ningun[oa]?|poco|mucho|menos|horrible)\b",
    re.IGNORECASE,
)
"""Words of how it went, whatever it is that went so."""

_BADLY: Final = re.compile(
    r"\b(?:bad\w*|awful|terrible|horrible|rough|hard|tough|worse|worst|nightmare|struggl\w+|killing)\b", re.IGNORECASE
)
_DENIES: Final = re.compile(r"\b(?:no|not|never|none|nothing|neither|without|\w+n['’]?t)\b", re.IGNORECASE)


def bare(reading: Reading) -> bool:
    """Whether a reply says neither yes nor no nor how often."""
    return reading.lead is Lead.NOTHING and reading.frequency is None


def tells_nothing(reading: Reading) -> bool:
    """Whether a few words without yes, no or how often tell no more of this item than of anything else, and do not say
    how it went either ("I like turtles", "I give up")."""
    return unheard(reading) and length(reading) <= _SHORT and reading.more >= _NO_MORE


def unheard(reading: Reading) -> bool:
    """Whether a few words neither name the matter nor deny anything, nor say how it went."""
    return length(reading) <= _SHORT + 1 and not reading.named and not SAYS_HOW.search(reading.words.raw)


def badly(reading: Reading) -> bool:
    """Whether a few words say that it went badly, and deny nothing ("mornings are the worst")."""
    said = reading.words.raw
    return length(reading) <= _SHORT + 1 and bool(_BADLY.search(said)) and not _DENIES.search(said)


def length(reading: Reading) -> int:
    """How many words a reply has."""
    return sum(map(str.isalnum, reading.words.text.split()))
