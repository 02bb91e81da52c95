"""The yes, no or maybe that a reply begins or ends with."""

import re
from enum import Enum

from agents.reading.clauses import Clauses
from agents.reading.vocabulary import Span, ends_at


class Lead(Enum):
    YES = "yes"
    NO = "no"
    WEAK_NO = "weak no"
    MAYBE = "maybe"
    NOTHING = "nothing"


_LEADS = (
    ("sham_no", Lead.NOTHING),
    ("weak_no", Lead.WEAK_NO),
    ("no", Lead.NO),
    ("yes", Lead.YES),
    ("maybe", Lead.MAYBE),
)
_OPENINGS = (*(name for name, _ in _LEADS), "filler")


def _particle(text: str, position: int) -> tuple[Lead | None, int, int]:
    """The particle after any fillers; None when other words come first, with where they begin."""
    for _ in range(12):
        ends = ends_at(text, position, *_OPENINGS)
        if ends.get("sham_no", 0) == ends.get("yes"):  # "no doubt"
            return Lead.YES, position, ends["yes"]
        for name, kind in _LEADS:
            if name in ends:
                return kind, position, ends[name]
        if "filler" not in ends:
            break
        position = ends["filler"]
    return None, position, position


def lead(text: str) -> tuple[Lead, int, int]:
    """The answering particle with its span, at the start or behind an echo of the question ("Panic? Not exactly")."""
    kind, start, end = _particle(text, 0)
    if kind is None and text.endswith(_CLOSING_YES) and " , no " not in text:
        return Lead.YES, text.rfind(" ,") + 2, len(text) - 3
    if kind in (Lead.YES, Lead.MAYBE):
        turned, first, last = _particle(text, end)
        if turned in (Lead.NO, Lead.WEAK_NO) and (text[end : first + 1].strip() in {"", ",", "but"}):
            return turned, first, last
    if kind is None:
        question = text.find(" ? ", start, start + 70)
        if question >= 0 and text.count(" ", start, question) <= 9 and " . " not in text[start:question]:
            kind, start, end = _particle(text, question + 2)
    if kind is None and (named := _NAMED_YES.match(text)):
        return Lead.YES, named.end() - 4, named.end()
    return (Lead.NOTHING, 0, 0) if kind is None else (kind, start, end)


_NAMED_YES = re.compile(r"(?: (?!no |not |never |nothing )\w+){1,3} , yes(?= [.,;—] )")
"""One of two things that were asked, said to be so: "Projects, yes. Risks, no."."""
_CLOSING_YES = (" , yes . ", " , yes ! ", " , yeah . ", " , yep . ")
_TAKEN_BACK = re.compile(r" [,.—] (?:\d|wait|actually|sorry|make|i tell|hang|hold|maybe \d|more like|it was \d)")
REMAINDER = re.compile(r" (?:then|since|otherwise|else|apart|after that|afterwards|besides)(?= )")
"""Beside a no these tell that there was no more than what was told."""
_WELL = (" i am ", " fine ", " all good ")


def closing_no(clauses: Clauses) -> Span | None:
    """The last clause that is nothing but a denial, anywhere: "I'm not ill. No."."""
    text = clauses.text
    for i in range(len(clauses.starts) - 1, -1, -1):
        start = clauses.starts[i]
        end = clauses.starts[i + 1] if i + 1 < len(clauses.starts) else len(text) - 1
        if end - start > 60 or not clauses.has("no", start, end) or REMAINDER.search(text, start, end + 1):
            continue
        kind, first, last = _particle(text[start : end + 1], 0)
        if (
            kind is Lead.NO
            and not clauses.no_more(start + 1)
            and not _TAKEN_BACK.match(text, end)
            and not text.startswith(_WELL, start + first)
            and not _echoes(text, start + first, start + last)
            and _only_tail(text[start : end + 1], last)
        ):
            return start + first, start + last
    return None


def says_only(text: str, end: int) -> bool:
    """Whether nothing stands behind this place but fillers, marks and another yes."""
    while end < len(text) - 1 and (after := max(ends_at(text, end, "filler", "tail", "yes").values(), default=0)) > end:
        end = after
    return not any(map(str.isalnum, text[end:]))


def _echoes(text: str, start: int, end: int) -> bool:
    """Whether a last "never" only says again what the words before it said ("they never listen to me. never")."""
    said = text[start:end].split()
    return said == ["never"] and " never " in text[: start + 1]


def _only_tail(clause: str, position: int) -> bool:
    while position < len(clause) - 1:
        ends = ends_at(clause, position, "tail")
        if not ends:
            return clause[position:].strip() in {"", ".", ",", "!"}
        position = ends["tail"]
    return True
