"""Sentences about a risk in a model's summary. With a risk on record they may say that it is there, and nothing more.

There are too many ways to play down a risk to list them, so the words that may be used are listed instead.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from agents.diagnostician.quoting import Quoted
from agents.diagnostician.wording import at_risk
from agents.domain.level1 import HARM_ITEM, MAX_SCORE, anchor, domain_of, instrument, items
from agents.reporter.overview import Overview

_SET: Final = re.compile(
    r"\b(?:(?:are|is) )?listed below\b|\bon record\b|\b(?:over|in|during|within|of) the (?:past|last) (?:two|2) weeks\b"
    r"|\b(?:details (?:are|stand|follow)(?: listed)?|see(?: the (?:list|findings))?|in the list) below\b"
    r"|\bc[oa]mes? up\b|\b(?:most important(?:ly)?|of note)\b|\b(?:be|being|better off) gone\b"
    r"|\b\d+\b|\b(?:over|at|above|reach\w*|exceed\w*|met|meets?) (?:the |its |their )?thresholds?\b"
)
"""Phrases and numbers that may stand there, though not each word by itself."""


class OfRisk:
    """Tells which sentences about one interview have to do with a risk."""

    def __init__(self, seen: Overview) -> None:
        self._strict: Final = at_risk(seen.brief.profile)
        found = {(one.turn, one.start, one.end) for one in seen.brief.findings}
        told = [one for one in seen.brief.profile.item_responses if one.item_id == HARM_ITEM]
        found |= {(quote.turn, quote.start, quote.end) for one in told for quote in one.evidence_quotes}
        self._found: Final = frozenset(found)
        self.there: Final = bool(seen.brief.findings) or any(one.known and one.score for one in told)
        """Whether a risk was found, and not only none excluded."""

    def speaks(self, sentence: str, quoted: Quoted) -> bool:
        """Whether a sentence has to do with a risk; always False where none is on record."""
        if not self._strict:
            return False
        quotes = (one for several in quoted.of(sentence) for one in several)
        return bool(_speaks().search(_other_names().sub(" ", _plain(sentence)))) or any(
            one.turn == turn and one.start < end and start < one.end
            for one in quotes
            for turn, start, end in self._found
        )


def sober(sentence: str) -> bool:
    """Whether a sentence holds no other words than those that say what is there."""
    bare = _SET.sub(" ", _names().sub(" ", _plain(sentence)))
    return _words().issuperset(re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*", bare))


def _plain(sentence: str) -> str:
    return sentence.lower().replace("’", "'")


@cache
def _table() -> Mapping[str, tuple[str, ...]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


@cache
def _speaks() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_table()['speaks'])})\b")


@cache
def _words() -> frozenset[str]:
    return frozenset(word for row in _table()["words"] for word in row.split())


@cache
def _names() -> re.Pattern[str]:
    """The form's own titles, and its words for answers other than "not at all"."""
    own = (domain_of(HARM_ITEM).title, items()[HARM_ITEM].short)
    often = (anchor(score).split(" (")[0] for score in range(1, MAX_SCORE + 1))
    return _any_of((*own, *often, *_others()))


@cache
def _other_names() -> re.Pattern[str]:
    return _any_of(_others())


def _others() -> tuple[str, ...]:
    """Titles of the form that are not about self-harm."""
    own = domain_of(HARM_ITEM)
    domains = (one.title for one in instrument().domains if one != own)
    return (*domains, *(one.short for one in items().values() if one.id != HARM_ITEM))


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted((re.escape(name.lower()) for name in names), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(longest_first)})\b")
