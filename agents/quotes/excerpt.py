"""Continuous excerpts of what was said, in whole words."""

from typing import Final

_LEAD: Final = 80
"""Characters that an excerpt begins before the place that matters."""


def excerpt(text: str, longest: int, place: int = 0) -> str:
    """A short text whole; of a long one at most `longest` characters that begin a little before the place."""
    if len(text) <= longest:
        return text
    start = min(max(0, place - _LEAD), len(text) - longest)
    piece = text[start : start + longest]
    low = piece.find(" ") + 1 if start else 0
    high = piece.rfind(" ") if start + longest < len(text) else len(piece)
    return piece[low:high] if high > low else piece


def ending(text: str, longest: int) -> str:
    """A short text whole; of a long one its end, of at most `longest` characters."""
    if len(text) <= longest:
        return text
    return text[-longest:][text[-longest:].find(" ") + 1 :]
