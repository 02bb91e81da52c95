"""The problem's own name in a reply: denied wherever it stands, or told with words that only look like a denial; and
what is good, told to be missing; and what was taken."""

import re
from functools import cache
from typing import Final

from agents.reading.clauses import Clauses
from agents.reading.vocabulary import table

_SHORT: Final = 12
"""Blanks in the plain words of a reply that tells one thing."""


@cache
def _named(item: int) -> re.Pattern[str] | None:
    words = table("states").get(str(item))
    return re.compile(rf" (?:{'|'.join(words)})(?= )") if words else None


def denied(item: int, clauses: Clauses) -> bool | None:
    """Whether every name of an item's problem is denied (True) or none is, though words of denial stand in its sentence
    (False). None where it is not named, nothing is denied, or both are said."""
    pattern = _named(item)
    if pattern is None or not (clauses.marks["negator"] or clauses.marks["shunned"]):
        return None
    found = [match.start() + 1 for match in pattern.finditer(clauses.text)]
    denied = ("negator", "shunned")
    beside = [place for place in found if any(clauses.has(name, *clauses.sentence(place)) for name in denied)]
    states = {clauses.negated(place) for place in beside if not clauses.of_others(place)}
    return states.pop() if len(states) == 1 else None


@cache
def _listed(kind: str, item: int) -> re.Pattern[str] | None:
    words = table("states")[kind].get(str(item))
    return re.compile(rf" (?:{words})(?= )") if words else None


@cache
def _problem() -> re.Pattern[str]:
    return re.compile(rf" (?:{table('states')['problem']})(?= )")


def lacks(item: int, clauses: Clauses) -> bool:
    """Whether a short reply says of what is good for an item that it is missing, scarce or hard ("nothing interests
    me", "I never feel safe"): that is the problem, and no denial of it. Never where it says the opposite as well, or
    begins with an answering no."""
    pattern, text = _listed("good", item), clauses.text
    if pattern is None or not any(clauses.marks[name] for name in ("negator", "scarce")):
        return False
    if text.count(" ") > _SHORT or " , " in text or " the 1 " in text:
        return False
    found = [match.span() for match in pattern.finditer(text)]
    told = {clauses.wanting(start + 1) and not _problem().search(_around(clauses, start, end)) for start, end in found}
    return told == {True}


def taken(item: int, clauses: Clauses) -> bool:
    """Whether a short reply says that something was taken or too much was drunk, and denies or excuses nothing."""
    pattern, text = _listed("taken", item), clauses.text
    if (
        pattern is None
        or text.count(" ") > _SHORT
        or any(clauses.marks[name] for name in ("negator", "shunned", "past"))
    ):
        return False
    return any(not clauses.of_others(match.start() + 1) for match in pattern.finditer(text))


def _around(clauses: Clauses, start: int, end: int) -> str:
    """The clause of a stretch without it."""
    first, last = clauses.around(start + 1)
    return f"{clauses.text[first:start]} {clauses.text[end : last + 1]} "
