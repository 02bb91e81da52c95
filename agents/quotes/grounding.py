"""Grounding: maps a quote as a model wrote it to the exact characters that the patient wrote, or to nothing."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

LIKENESS: Final = 90.0
"""The least similarity, from 0 to 100, between a quote and the words that it is matched to (rapidfuzz ratio)."""
LONGEST: Final = 1_000
"""A quote of more characters than this is not searched for by similarity."""

_SHORTEST_ALIKE: Final = 12
_SHORTEST_INSIDE: Final = 4
_LOOK_BACK: Final = 4
_MARKS: Final = {ord(c): "'" for c in '"`´‘’‚‛“”„‟«»‹›′″ʼ'} | {ord(c): "-" for c in "‐‑‒–—―−"}
_EDGES: Final = " '.,;:!?-()[]*_"
_ELISION: Final = re.compile(r"\s*(?:\[\s*\.{2,}\s*\]|\(\s*\.{2,}\s*\)|\.{2,})\s*")
_NO: Final = re.compile(r"\b(?:no|not|never|none|nothing|nobody|without|neither|nor|cannot)\b|n't\b|\b\w+nt\b")


class Span(NamedTuple):
    """Code points `start` to `end` (exclusive) of the text number `source`."""

    source: int
    start: int
    end: int


def locate(quote: str, texts: Sequence[str], alike: bool = True) -> tuple[Span, ...]:
    """Where a quote occurs in these texts; several spans for a quote with an elision, none when it occurs nowhere.

    Tried in this order, each on all texts in turn: exactly; regardless of case, accents, white space and the kind of
    quotation mark or dash; piece by piece between elisions; and, unless `alike` is False, similar words (a few letters
    differ)."""
    return Texts(texts).locate(quote, alike)


class Texts:
    """Texts in which many quotes are looked up: the expensive work is done once for all of them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._plain: Final = [_Plain(text) for text in texts]

    def locate(self, quote: str, alike: bool = True) -> tuple[Span, ...]:
        """See `locate`."""
        wanted = quote.strip()
        if not any(unicodedata.category(character)[0] in "LNS" for character in wanted):
            return ()
        for way in _WAYS if alike else _WAYS[:-1]:
            for source, text in enumerate(self._plain):
                if found := way(wanted, text):
                    return tuple(Span(source, start, end) for start, end in found)
        return ()


@dataclass(frozen=True)
class _Plain:
    """A text, and on demand its plain characters, each with its original position."""

    raw: str

    @cached_property
    def folded(self) -> tuple[str, list[int]]:
        """Plain characters with their positions in the original."""
        plain: list[str] = []
        places: list[int] = []
        for place, character in enumerate(self.raw):
            for part in _plain(character):
                if part == " " and (not plain or plain[-1] == " "):
                    continue
                plain.append(part)
                places.append(place)
        return "".join(plain), places

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Positions in the plain text as positions in the original."""
        places = self.folded[1]
        return places[start], places[end - 1] + 1


Found = list[tuple[int, int]]


@lru_cache(4096)
def _plain(character: str) -> str:
    if character.isspace():
        return " "
    spelt = unicodedata.normalize("NFKD", character.translate(_MARKS))
    return "".join(c for c in spelt if unicodedata.category(c) not in {"Mn", "Cf"}).translate(_MARKS).casefold()


def _folded(text: str) -> str:
    return _Plain(text).folded[0].strip()


def _exact(quote: str, text: _Plain) -> Found:
    return _standing(quote, text.raw)


def _regardless(quote: str, text: _Plain) -> Found:
    for wanted in dict.fromkeys((_folded(quote), _folded(quote).strip(_EDGES))):
        if wanted and (found := _standing(wanted, text.folded[0])):
            return [text.original(*found[0])]
    return []


def _standing(wanted: str, text: str) -> Found:
    """The first place where the words occur as whole words, or within words if they are at least four characters."""
    inside: Found = []
    start = text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if not _splits(text, start) and not _splits(text, end):
            return [(start, end)]
        if len(wanted) >= _SHORTEST_INSIDE and not inside:
            inside = [(start, end)]
        start = text.find(wanted, start + 1)
    return inside


def _splits(text: str, place: int) -> bool:
    return 0 < place < len(text) and _in_word(text[place - 1]) and _in_word(text[place])


def _in_word(character: str) -> bool:
    return character.isalnum() and character < "\u3000"


def _elided(quote: str, text: _Plain) -> Found:
    pieces = [piece for piece in _ELISION.split(_folded(quote)) if piece.strip(_EDGES)]
    if len(pieces) < 2:
        return []
    found: Found = []
    for piece in pieces:
        standing = _regardless(piece, text)
        if not standing or (found and standing[0][0] < found[-1][1]):
            return []
        found += standing
    return found


def _alike(quote: str, text: _Plain) -> Found:
    """The words that differ from the quote by a few letters, but never by a negation."""
    from rapidfuzz import fuzz

    wanted, plain = _folded(quote).strip(_EDGES), text.folded[0]
    if not _SHORTEST_ALIKE <= len(wanted) <= min(LONGEST, len(plain) * 1.1):
        return []
    near = fuzz.partial_ratio_alignment(wanted, plain, score_cutoff=LIKENESS - 10)
    if near is None:
        return []
    start, end = _whole_words(plain, near.dest_start, near.dest_end)
    words = plain[start:end]
    around = plain[max(0, start - max(0, len(wanted) - len(words)) - _LOOK_BACK) : end]
    if fuzz.ratio(wanted, words) < LIKENESS or len(_NO.findall(wanted)) != len(_NO.findall(around)):
        return []
    return [text.original(start, end)]


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    while _splits(text, start):
        start -= 1
    while _splits(text, end):
        end += 1
    words = text[start:end]
    start += len(words) - len(words.lstrip(_EDGES))
    return start, max(start + 1, end - (len(words) - len(words.rstrip(_EDGES))))


_WAYS: Final[tuple[Callable[[str, _Plain], Found], ...]] = (_exact, _regardless, _elided, _alike)
