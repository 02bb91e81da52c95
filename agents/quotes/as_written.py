"""Quotes as models write them: with a speaker before, a comment behind, several in one string. Each is looked up as it
stands first; what was written around it is taken off only where that fails, and similar words come last."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

V = TypeVar("V")
Pieces = tuple[str, ...]
Find = Callable[[str, bool], tuple[V, ...]]
"""Where a quote stands; the second argument is whether similar words will do."""

_BEFORE: Final = re.compile(
    r"^\s*(?:[-–•*]\s+)?(?:\(?\[?(?:turn|line|t|l)?\s*#?\d{1,4}\]?\)?\s*[:.)\]–-]\s*)?"
    r"(?:(?:the\s+)?(?:participant|patient|client|interviewee|respondent|speaker|user|p|pt)\s*(?:\([^()]*\)|\d{1,4})?\s*"
    r"(?::|(?:said|says|reported|states?|stated)\s*[:,]?)\s*)?",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|(?:\s[-–—]+|→|=>|//|#|<-|←)\s.*)\s*\.?\s*$", re.DOTALL)
_QUOTED: Final = re.compile(r"[\"“„«]([^\"“”„«»]+)[\"”»]|(?<!\w)['‘]([^'‘’]{4,})['’](?!\w)")
_BETWEEN: Final = re.compile(r"\s*(?:\n|\s\|\s|;|\s/\s|\s\+\s)\s*")


def looked_up(quotes: Iterable[str], find: Find[V]) -> tuple[list[V], int]:
    """What `find` gives for these quotes, and how many of them stand nowhere."""
    known: list[V] = []
    dropped = 0
    for quote in quotes:
        if quote.strip():
            places, lost = _places(quote, find)
            known += places
            dropped += lost
    return known, dropped


def _places(quote: str, find: Find[V]) -> tuple[tuple[V, ...], int]:
    readings = tuple(dict.fromkeys(_readings(quote)))
    for alike in (False, True):
        for pieces in readings:
            several = [find(piece, alike) for piece in pieces]
            if any(several):
                return tuple(place for one in several for place in one), sum(not one for one in several)
    return (), 1


def _readings(quote: str) -> Iterator[Pieces]:
    """What the quote may mean, the likeliest first."""
    yield (quote,)
    bare = _BEFORE.sub("", quote, count=1).strip()
    short = _BEHIND.sub("", bare).strip()
    for text in (bare, short):
        if text:
            yield (text,)
    if said := tuple(one for pair in _QUOTED.findall(bare) for one in pair if one.strip()):
        yield said
    if len(pieces := tuple(piece for part in _BETWEEN.split(short) if (piece := part.strip()))) > 1:
        yield pieces
