"""A reply that only tells how it was ("I used to smoke", "antes dormía bien"): nothing yet of the past two weeks."""

import re
from typing import Final

from agents.language import ENGLISH, Language, flat

_MOST: Final = 10
"""Words of a reply that tells no more."""
_ONCE: Final = re.compile(
    r"(?<!\bam )(?<!\bget )(?<!\bgot )(?<!\bgetting )(?<!'m )(?<!than i )(?<!as i )(?<!like i )\bused to\b"
)
_ONCE_SPANISH: Final = re.compile(
    r"\bsol(?:ia|iamos)\b|\bantes (?!de\b|que\b)\w*(?:aba|ia)\b|\b\w*(?:aba|ia) (?:\w+ )?antes\W*$"
)
_SINCE: Final = re.compile(
    r"\b(?:now(?:adays)?|still|any ?more|no longer|not|never|\w+n'?t|these days|lately|today|again|days?|nights?|weeks?"
    r"|ahora|todavia|aun|ya no|nunca|hoy|ultimamente|dias?|noches?|semanas?|no)\b"
)
"""Tells how it is, or counts."""


def formerly(text: str, language: Language) -> bool:
    """Whether a short reply says what used to be, and nothing of how it is now. Pure; any text."""
    said = flat(text)
    once = _ONCE if language == ENGLISH else _ONCE_SPANISH
    return len(said.split()) <= _MOST and once.search(said) is not None and not _SINCE.search(said)
