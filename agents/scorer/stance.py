"""Whether a reply says the problem was there: from its first words, its denials and its words for the problem."""

import re
from dataclasses import dataclass
from enum import Enum

from agents.scorer.clauses import Clauses
from agents.scorer.lexicon import ItemWords
from agents.scorer.signs import Signs
from agents.scorer.vocabulary import Span, ends_at, pattern


class Polarity(Enum):
    YES = "yes"
    NO = "no"
    PARTIAL = "partial"
    UNKNOWN = "unknown"


class Lead(Enum):
    YES = "yes"
    NO = "no"
    WEAK_NO = "weak no"
    MAYBE = "maybe"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Stance:
    """`polarity` of the reply towards the item, `lead` its answering particle, `spans` the words that show it."""

    polarity: Polarity
    lead: Lead
    lead_end: int
    spans: tuple[Span, ...]


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
_TURN = re.compile(r" but (?!(?:now|lately|these days|recently|nowadays|these 2 weeks|the last|not any ?more) )")
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
            and _only_tail(text[start : end + 1], last)
        ):
            return start + first, start + last
    return None


def _only_tail(clause: str, position: int) -> bool:
    while position < len(clause) - 1:
        ends = ends_at(clause, position, "tail", "denial")
        if not ends:
            return clause[position:].strip() in {"", ".", ",", "!"}
        position = ends.get("tail") or ends["denial"]
    return True


def _outright(clauses: Clauses, signs: Signs) -> Span | None:
    """The last denial of the whole matter in other words than no: "nothing of that kind", "that's behind me"."""
    told = [span for span in clauses.marks["outright"] if span in signs.absent]
    return told[-1] if told else None


def _admits(clauses: Clauses, start: int, signs: Signs) -> Span | None:
    """After a no: the words of the problem that are admitted after all ("not really, but I do...")."""
    text = clauses.text
    for begin, end in signs.present:
        if begin < start or any(a > begin for a, _ in signs.absent):
            continue
        if pattern("partial").search(text[start : end + 1] + " "):
            return begin, end
    return None


def stance(clauses: Clauses, signs: Signs, item: ItemWords) -> Stance:
    """Judge one reply against its item."""
    kind, begin, end = lead(clauses.text)
    if any(a < end and begin < b for a, b in signs.everyday):
        kind = Lead.NOTHING
    polarity, spans = _judge(clauses, kind, (begin, end), signs, item)
    return Stance(polarity, kind, end, spans)


def _judge(
    clauses: Clauses, kind: Lead, particle: Span, signs: Signs, item: ItemWords
) -> tuple[Polarity, tuple[Span, ...]]:
    if kind in (Lead.NO, Lead.WEAK_NO):
        return _after_no(clauses, kind, particle, signs, item)
    if kind is Lead.YES and (signs.present or item.grave):
        return Polarity.YES, signs.present or (particle,)
    if kind is Lead.YES and _NAMED_YES.match(clauses.text):
        return Polarity.YES, (particle,)
    closing = closing_no(clauses) or _outright(clauses, signs)
    if closing and _agrees(clauses, closing, signs):
        return Polarity.YES, signs.present
    if closing and item.grave and signs.present:
        return Polarity.PARTIAL, signs.present
    if closing and all(a < closing[1] for a, _ in signs.present) and closing not in signs.everyday:
        return Polarity.NO, (closing,)
    if kind is Lead.YES and not signs.present and _measured(clauses, particle, signs):
        return Polarity.YES, (particle,)
    if signs.absent and not signs.present:
        return Polarity.NO, signs.absent
    if signs.present:
        return Polarity.YES, signs.present
    if clauses.marks["past"] and clauses.marks["bounded"]:
        return Polarity.NO, tuple(clauses.marks["bounded"][:1])
    return (Polarity.YES, (particle,)) if kind is Lead.YES else (Polarity.UNKNOWN, ())


def _agrees(clauses: Clauses, closing: Span, signs: Signs) -> bool:
    """Whether a bare no at the end only agrees with what it follows: "I'm not close to people, no"."""
    text = clauses.text
    if text[closing[0] : closing[1]] != " no" or text[closing[1] :].strip() not in {".", "!"}:
        return False
    first = clauses.sentence(closing[0])[0]
    return text.startswith(" ,", closing[0] - 2) and any(first <= a for a, _ in signs.missed)


def _measured(clauses: Clauses, particle: Span, signs: Signs) -> bool:
    """Whether the answer is how often or how much ("a little, I suppose"), with nothing good in the same clause."""
    if not pattern("measured").match(clauses.text, particle[0]):
        return False
    start, end = clauses.around(particle[0] + 1)
    return not any(start <= a < end for a, _ in signs.absent)


def _turns(clauses: Clauses, present: Span) -> bool:
    """Whether the sentence that has the problem, or what comes before it, is turned by a but."""
    return _TURN.search(clauses.text, 0, clauses.sentence(present[0] + 1)[1] + 1) is not None


def _after_no(
    clauses: Clauses, kind: Lead, particle: Span, signs: Signs, item: ItemWords
) -> tuple[Polarity, tuple[Span, ...]]:
    if item.absence and signs.present and not signs.absent and not _turns(clauses, signs.present[0]):
        return Polarity.YES, signs.present
    if item.grave and signs.present:
        return Polarity.PARTIAL, signs.present
    admitted = _admits(clauses, particle[1] - 1, signs)
    if admitted:
        return Polarity.PARTIAL, (admitted,)
    if kind is Lead.WEAK_NO and signs.present and not signs.absent:
        return Polarity.PARTIAL, signs.present
    return Polarity.NO, (particle, *signs.absent[:1])
