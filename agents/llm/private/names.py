"""Names of people and places: of a list, after a title or a relation, behind a preposition, in a street's address."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from agents.llm.private.recognisers import Finder

_NAMES: Final = Path(__file__).with_name("names.txt")
_TITLE: Final = r"(?:Mr|Mrs|Ms|Miss|Dr|Prof|Doctor|Professor|Pastor|Father|Sister|Señora?|Sra?|Don|Doña)\.?"
_KIN: Final = (
    r"(?:brother|sister|mother|father|mum|mom|dad|son|daughter|wife|husband|partner|friend|boyfriend|girlfriend|boss"
    r"|cousin|aunt|uncle|ex|neighbou?r|therapist|named|called|name is|name's|I'm|I am|me llamo|se llama|hermano|hermana"
    r"|hijo|hija)"
)
_CAPITAL: Final = r"[A-ZÀ-ÖØ-Þ][\w'’-]*[a-zà-ÿ]"
_TITLED: Final = re.compile(rf"\b{_TITLE}\s+({_CAPITAL}(?:\s+{_CAPITAL})?)")
_INTRODUCED: Final = re.compile(
    rf"\b(?i:my name is|my name's|named|called|me llamo|se llama)\s+(?!{_TITLE}\s)({_CAPITAL}(?:\s+{_CAPITAL})?)"
)
_KIN_LOWER: Final = re.compile(rf"\b(?i:{_KIN}),?\s+([a-zà-ÿ]{{3,}})\b")
_NAME: Final = re.compile(rf"\b({_CAPITAL})(?:\s+({_CAPITAL}))?")
_PLACE: Final = re.compile(
    r"(?:\b(?:in|from|near|to|at|around|left for|en|de|cerca de)\s+)"
    rf"((?:St\.?\s+)?{_CAPITAL}(?:\s+(?:{_CAPITAL}|(?:Street|Avenue|Road|Lane|Hospital|University|School|City)))*)"
)
_STREET: Final = re.compile(
    rf"\b(\d{{1,5}}[a-z]?\s+(?:{_CAPITAL}\s+){{1,3}}(?:St|Street|Ave|Avenue|Rd|Road|Lane|Ln|Drive|Dr|Blvd|Court|Way)\b\.?)"
)
_NO_PLACE: Final = frozenset(
    """
    January February March April May June July August September October November December Monday Tuesday Wednesday
    Thursday Friday Saturday Sunday Spring Summer Autumn Winter Christmas Easter God Jesus Heaven English Spanish
    Most Some All Every Bed The My His Her
    """.split()  # noqa: SIM905  # a list of words is read as words
)
"""Capitalised words after "in" or "at" that are no places."""


def names() -> tuple[Finder, ...]:
    """Finders of names and places, in the order in which they look."""
    _plain(), _both()
    return (
        Finder("PLACE", _said(_STREET)),
        Finder("NAME", _said(_TITLED)),
        Finder("NAME", _said(_INTRODUCED)),
        Finder("NAME", _listed_names),
        Finder("NAME", _said(_KIN_LOWER, lambda name: name.capitalize() in _plain())),
        Finder("PLACE", _said(_PLACE, lambda place: place.split()[0] not in _NO_PLACE)),
    )


def _said(pattern: re.Pattern[str], counts: Callable[[str], bool] = bool) -> Callable[[str], Iterator[tuple[int, int]]]:
    """Where the pattern's group stands, if what it holds counts."""
    return lambda text: (found.span(1) for found in pattern.finditer(text) if counts(found[1]))


def _listed_names(text: str) -> Iterator[tuple[int, int]]:
    """A name of the list with the capitalised word after it; an everyday word is none at the start of a sentence."""
    for found in _NAME.finditer(text):
        first, word = found[1], found[2] or ""
        begins = re.search(r"(?:\A|[.!?…\n\"“])\s*\Z", text[: found.start()]) is not None
        if first in _plain() or (first in _both() and not begins and (word in _plain() or first not in _NO_PLACE)):
            yield found.span() if word and word not in _NO_PLACE else found.span(1)
        elif word in _plain():
            yield found.span(2)


@cache
def _plain() -> frozenset[str]:
    """Names that are nothing else."""
    return frozenset(name for name in _listed() if not name.endswith("+"))


@cache
def _both() -> frozenset[str]:
    """Names that are everyday words, months or places as well."""
    return frozenset(name[:-1] for name in _listed() if name.endswith("+"))


def _listed() -> Iterator[str]:
    for line in _NAMES.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line
