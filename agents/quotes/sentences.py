"""Sentences of a text as they were written: those that contain a finding, with the finding marked in them."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from agents.domain.value import Value

LONGEST: Final = 600
"""In a sentence of more characters than this, text far from the finding is left out."""
_BESIDE: Final = 200
WHOLE: Final = 300
"""A text of at most so many characters is shown whole where a danger was found in it."""
LEADING: Final = 160
"""The sentence before a danger is shown with it if it has at most so many characters."""
UNBROKEN: Final = 2_000
"""Around a danger, text is left out only at the ends of sentences, unless they have more characters than this."""
_LEFT_OUT: Final = "…"
_END: Final = re.compile(
    r"""\n|(?:[!?]+|(?<!\.)\.(?!\.)|(?:\.\.+|…)(?=\s+[^\W\d_a-z]))[.!?…]*(?:(?=\s)|["'”’»)\]]+(?=\s+[^\sa-z]))"""
)
"""Where a sentence ends: at the end of a line, at its punctuation mark, or at dots or a closing quotation mark if a new
sentence begins."""
_PLAIN: Final = re.compile(r"[^.!?\n]+[.!?]?")
_TITLE: Final = re.compile(r"\b(?:mr|mrs|ms|dr|st|vs|approx|sra?|[a-z]\.[a-z])\.$", re.IGNORECASE)
Stretch = tuple[int, int]
"""Code points from the first to the second, exclusive."""


class Part(Value):
    """A piece of a quote; `marked` if it is the finding."""

    text: str
    marked: bool = False


Quoted = tuple[Part, ...]


def cut(text: str, found: Iterable[Stretch]) -> tuple[Quoted, ...]:
    """The whole sentences that contain these stretches, in order, each once; of a very long one, only the text near
    them. An ellipsis stands where the text goes on before or after."""
    marks = _marks(text, found)
    return tuple(_cut(text, one, marks) for one in sentences_with(text, marks))


def in_context(text: str, found: Iterable[Stretch]) -> tuple[Quoted, ...]:
    """The same for a danger, of which no neighbouring word may be hidden: a short text whole, of a long one each
    sentence with the short one before it."""
    marks = _marks(text, found)
    return tuple(_cut(text, one, marks, UNBROKEN) for one in places_in_context(text, marks))


def places_in_context(text: str, found: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """Where the quotes of `in_context` stand, in the same order."""
    places = sentences_with(text, found)
    if places and len(text.strip()) <= WHOLE:
        return (_bare(text, (0, len(text))),)
    said = [bare for one in _sentences(text) if (bare := _bare(text, one))[0] < bare[1]]
    joined: list[Stretch] = []
    for start, end in ((_begun(said, place), place[1]) for place in places):
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return tuple(joined)


def _begun(said: list[Stretch], place: Stretch) -> int:
    """Where to begin so that the sentence before stands there too, if it is short."""
    before = [one for one in said if one[1] <= place[0]][-1:]
    return next((start for start, end in before if end - start <= LEADING), place[0])


def _cut(text: str, place: Stretch, marks: list[Stretch], longest: int = LONGEST) -> Quoted:
    parts = _parts(text, place, [one for one in marks if place[0] <= one[0] < place[1]], longest)
    before = [Part(text=f"{_LEFT_OUT} ")] * bool(text[: place[0]].strip() and parts[0].text != _LEFT_OUT)
    after = [Part(text=f" {_LEFT_OUT}")] * bool(text[place[1] :].strip() and parts[-1].text != _LEFT_OUT)
    return (*before, *parts, *after)


def sentences_with(text: str, found: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """Where the sentences of `cut` stand, in the same order, each to its end."""
    bounds = list(_sentences(text))
    return tuple(_bare(text, one) for one in _merged(_widened(bounds, mark) for mark in _marks(text, found)))


def _marks(text: str, found: Iterable[Stretch]) -> list[Stretch]:
    return _merged(_bare(text, one) for one in found)


def shortened(text: str) -> Quoted:
    """A whole text as a quote, with nothing marked; of a very long one the first sentences."""
    if len(text) <= LONGEST:
        return (Part(text=text),)
    end = max((ended for _, ended in _sentences(text) if ended <= LONGEST), default=LONGEST)
    return (Part(text=f"{text[:end].rstrip()} {_LEFT_OUT}"),)


def _sentences(text: str) -> Iterator[Stretch]:
    """The text cut after each sentence; every character belongs to one."""
    begun = 0
    for match in _END.finditer(text):
        if not _TITLE.search(text, begun, match.end()):
            yield begun, match.end()
            begun = match.end()
    yield begun, len(text)


def _widened(bounds: list[Stretch], mark: Stretch) -> Stretch:
    """From the sentence in which the stretch begins to the one in which it ends."""
    start = max(begun for begun, _ in bounds if begun <= mark[0])
    return start, min(ended for _, ended in bounds if ended >= mark[1])


def _merged(stretches: Iterable[Stretch]) -> list[Stretch]:
    """In order, without empty ones; those that overlap are one."""
    merged: list[Stretch] = []
    for start, end in sorted(one for one in stretches if one[0] < one[1]):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _bare(text: str, stretch: Stretch) -> Stretch:
    """The stretch without white space at its ends."""
    start, end = max(0, stretch[0]), min(len(text), stretch[1])
    said = text[start:end]
    return start + len(said) - len(said.lstrip()), end - len(said) + len(said.rstrip())


def _parts(text: str, whole: Stretch, marks: list[Stretch], longest: int) -> Quoted:
    start, end = whole
    if end - start > longest:
        start = max(start, marks[0][0] - _BESIDE)
        end = min(end, marks[-1][1] + _BESIDE, start + 2 * longest)
    cuts = sorted({start, end, *(min(max(place, start), end) for mark in marks for place in mark)})
    parts = [
        Part(text=text[first:last], marked=any(mark[0] <= first < mark[1] for mark in marks))
        for first, last in pairwise(cuts)
    ]
    before, after = [Part(text=_LEFT_OUT)] * (start > whole[0]), [Part(text=_LEFT_OUT)] * (end < whole[1])
    return (*before, *parts, *after)


def last_sentence(text: str) -> str:
    """The last sentence of a text that asks for something at its end."""
    return next(filter(None, map(str.strip, reversed(_PLAIN.findall(text)))), text)
