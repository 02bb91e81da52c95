"""The problem's own name in a reply: denied wherever it stands, or told with words that only look like a denial; and
what is good, told to be missing; and what was taken."""

import re
from functools import cache
from typing import Final

from agents.reading.clauses import Clauses
from agents.reading.vocabulary import Span, table

_SHORT: Final = 12
"""Blanks in the plain words of a reply that tells one thing."""
_NO_LACK: Final = re.compile(r" , | (?:because|but|better|more|so|as) | the 1 ")
"""Goes on, explains or compares: "never slept so well"."""
_OVER: Final = re.compile(r" (?:gone|over|cured|better)(?= )")
_ENDS: Final = re.compile(
    r"(?: (?:in|over|of|these|the|this|last|past|2|weeks?|lately|so|far|maybe|i|think|guess|though|really|yes))*"
    r" (?:[.,;!?]|and|but|except\w*|apart|other|aside|excluding)(?= |$)"
)
"""Nothing more belongs to what was counted."""
_ANOTHERS: Final = re.compile(r" (?:issues?|troubles?|problems?|worries|lost|changed|fell|in doubt|at work)(?= )")
"""Behind what is good: it is not that which is missing."""
_ONE: Final = frozenset({"can not", "could not", "no longer"})
"""Marks that are read twice, as scarce and as a denial."""


@cache
def _named(item: int) -> re.Pattern[str] | None:
    words = table("states").get(str(item))
    return re.compile(rf" (?:{'|'.join(words)})(?= )") if words else None


def denied(item: int, clauses: Clauses) -> bool | None:
    """Whether every name of an item's problem is denied (True) or none is, though words of denial stand in its sentence
    (False). None where it is not named, nothing is denied, or both are said."""
    pattern = _named(item)
    if pattern is None or clauses.marks["past"] or not (clauses.marks["negator"] or clauses.marks["shunned"]):
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


def lacks(item: int, clauses: Clauses) -> bool:
    """Whether a short reply says of what is good for an item that it is missing, scarce or hard ("nothing interests
    me", "I never feel safe"): that is the problem, and no denial of it. Never where it says the opposite as well, or
    begins with an answering no."""
    pattern, text = _listed("good", item), clauses.text
    if pattern is None or not any(clauses.marks[name] for name in ("negator", "scarce")):
        return False
    if text.count(" ") > _SHORT or _NO_LACK.search(text):
        return False
    found = list(pattern.finditer(text))
    if any(_ANOTHERS.match(text, one.end()) for one in found):
        return False
    return {_missing(clauses, match.start()) for match in found} == {True}


def _missing(clauses: Clauses, start: int) -> bool:
    """Whether what begins at a blank is denied right before it, with nothing but light words between."""
    if not clauses.wanting(start + 1):
        return False
    first = clauses.around(start + 1)[0]
    before = [span for name in ("negator", "scarce") for span in clauses.marks[name] if first <= span[0] < start]
    said = [clauses.text[a + 1 : b] for a, b in before]
    if not before or ("0" in said and max(before)[1] != start) or len(set(said) - _ONE) > 1:
        return False
    return set(clauses.text[max(end for _, end in before) : start].split()) <= _light()


@cache
def _light() -> frozenset[str]:
    return frozenset(table("states")["light"].split())


def taken(item: int, clauses: Clauses) -> bool:
    """Whether a short reply says that something was taken or too much was drunk, and denies or excuses nothing but the
    rest ("no drugs, just weed")."""
    pattern, text = _listed("taken", item), clauses.text
    if pattern is None or text.count(" ") > _SHORT or _excused().search(text):
        return False
    if _denies(clauses):
        rest = _listed("but", item)
        return rest is not None and rest.search(text) is not None
    return any(not clauses.of_others(match.start() + 1) for match in pattern.finditer(text))


def names_it(item: int, clauses: Clauses) -> bool:
    """Whether few words name an item's problem outright, and neither deny it, nor say that it is over, nor tell of
    somebody else."""
    pattern, text = _named(item), clauses.text
    if pattern is None or text.count(" ") > _SHORT or _denies(clauses) or _OVER.search(text):
        return False
    return any(not clauses.of_others(match.start() + 1) for match in pattern.finditer(text))


def well(item: int, clauses: Clauses, behind: int = 0) -> list[Span]:
    """Where few words say that it went well, and deny nothing from a place on."""
    pattern, text = _listed("well", item), clauses.text
    if pattern is None or text.count(" ", behind) > _SHORT or _denies(clauses, behind) or clauses.marks["scarce"]:
        return []
    return [one.span() for one in pattern.finditer(text)]


def went_well(item: int, clauses: Clauses, days: Span, behind: int = 0) -> bool:
    """Whether days that are counted in few words are those on which it went well ("slept well most nights"), with
    nothing denied from a place on."""
    text, fillers = clauses.text, frozenset(table("states")["fillers"].split())
    between = (
        (text[end : days[0]] + text[days[1] : start], text[max(end, days[1]) :])
        for start, end in well(item, clauses, behind)
    )
    return any(set(words.split()) <= fillers and _ENDS.match(rest) for words, rest in between)


def contrary(item: int, clauses: Clauses) -> bool:
    """Whether a short reply tells of what speaks against its item ("I slept little, and was exhausted" of being full of
    energy)."""
    pattern, text = _listed("contrary", item), clauses.text
    found = pattern.finditer(text) if pattern and text.count(" ") <= _SHORT else ()
    return any(not clauses.negated(one.start() + 1) and not clauses.of_others(one.start() + 1) for one in found)


def _denies(clauses: Clauses, behind: int = 0) -> bool:
    return any(end > behind for name in ("negator", "shunned", "past") for _, end in clauses.marks[name])


@cache
def _excused() -> re.Pattern[str]:
    return re.compile(rf" (?:{table('states')['excused']})(?= )")
