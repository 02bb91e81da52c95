"""Whether a reply says the problem was there: from its first words, its denials, and its words for the problem."""

from dataclasses import dataclass
from enum import Enum

from agents.scorer.clauses import Clauses, negated, wanting
from agents.scorer.lexicon import ItemWords
from agents.scorer.vocabulary import pattern

Span = tuple[int, int]


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
    """`polarity` of the reply towards the item; `spans` into the plain words that show it; `present` the words of the problem."""

    polarity: Polarity
    lead: Lead
    spans: tuple[Span, ...]
    present: tuple[Span, ...]
    lead_end: int
    absent: bool


_LEADS = (
    ("sham_no", Lead.NOTHING),
    ("weak_no", Lead.WEAK_NO),
    ("no", Lead.NO),
    ("yes", Lead.YES),
    ("maybe", Lead.MAYBE),
)


def lead(text: str) -> tuple[Lead, int, int]:
    """The answering particle at the start, with its span: yes, no, not really, perhaps, or none."""
    position = 0
    for _ in range(12):
        for name, kind in _LEADS:
            match = pattern(name).match(text, position)
            if match:
                return kind, match.start(), match.end()
        match = pattern("filler").match(text, position)
        if not match:
            return _after_echo(text, position)
        position = match.end()
    return Lead.NOTHING, 0, 0


def _after_echo(text: str, position: int) -> tuple[Lead, int, int]:
    """Looks behind an echo of the question: "Panic? Not exactly"."""
    question = text.find(" ? ", position, position + 70)
    if question < 0 or text.count(" ", position, question) > 9 or " . " in text[position:question]:
        return Lead.NOTHING, 0, 0
    position = question + 2
    for _ in range(6):
        for name, kind in _LEADS:
            match = pattern(name).match(text, position)
            if match:
                return kind, match.start(), match.end()
        match = pattern("filler").match(text, position)
        if not match:
            break
        position = match.end()
    return Lead.NOTHING, 0, 0


def _closing_no(clauses: Clauses) -> Span | None:
    """A sentence or clause that is nothing but a denial, anywhere: "I'm not ill. No."."""
    text = clauses.text
    for i, start in enumerate(clauses.starts):
        end = clauses.starts[i + 1] if i + 1 < len(clauses.starts) else len(text) - 1
        if end - start > 60:
            continue
        position = start + 2 if text[start + 1 : start + 2] in ".!?;:,—" and start else start
        kind, first, last = lead(text[position : end + 1])
        if (
            kind is Lead.NO
            and last - first > 0
            and len(text[position:end].split()) <= len(text[position : position + last].split()) + 2
        ):
            return position + first, position + last
    return None


@dataclass(slots=True)
class _Signs:
    present: list[Span]
    absent: list[Span]
    last_present: int = -1
    last_absent: int = -1


def _signs(clauses: Clauses, item: ItemWords) -> _Signs:
    text, signs = clauses.text, _Signs([], [])
    for match in item.problem.finditer(text):
        _note(signs, match.span(), present=not negated(text, match.start() + 1))
    for match in item.well.finditer(text):
        if any(a <= match.start() and match.end() <= b for a, b in signs.present):
            continue
        _note(signs, match.span(), present=wanting(text, match.start() + 1))
    for match in pattern("denial").finditer(text):
        _note(signs, match.span(), present=False)
    return signs


def _note(signs: _Signs, span: Span, *, present: bool) -> None:
    if present:
        signs.present.append(span)
        signs.last_present = max(signs.last_present, span[0])
    else:
        signs.absent.append(span)
        signs.last_absent = max(signs.last_absent, span[0])


def _contrast(text: str, start: int, signs: _Signs) -> bool:
    """Whether after a no something of the problem is admitted after all."""
    for begin, _ in signs.present:
        if begin >= start and pattern("partial").search(text[start : begin + 1] + " ") and signs.last_absent <= begin:
            return True
    return False


def stance(clauses: Clauses, item: ItemWords) -> Stance:
    """Read one reply against one item's words."""
    text = clauses.text
    kind, begin, end = lead(text)
    signs = _signs(clauses, item)
    polarity, spans = _judge(clauses, kind, (begin, end), signs)
    return Stance(polarity, kind, spans, tuple(signs.present), end, bool(signs.absent))


def _judge(clauses: Clauses, kind: Lead, particle: Span, signs: _Signs) -> tuple[Polarity, tuple[Span, ...]]:
    text = clauses.text
    present, absent = tuple(signs.present), tuple(signs.absent)
    if kind in (Lead.NO, Lead.WEAK_NO):
        if _contrast(text, particle[1] - 1, signs):
            return Polarity.PARTIAL, present
        if kind is Lead.WEAK_NO and present and not absent:
            return Polarity.PARTIAL, present
        return Polarity.NO, (particle, *absent[:1])
    if kind is Lead.YES and present:
        return Polarity.YES, present
    closing = None if kind is Lead.YES else _closing_no(clauses)
    if closing and signs.last_present < closing[0]:
        return Polarity.NO, (closing,)
    if absent and not present:
        return Polarity.NO, absent
    if present:
        return (Polarity.PARTIAL if absent and signs.last_absent > signs.last_present else Polarity.YES), present
    if kind is Lead.YES:
        return Polarity.YES, (particle,)
    return Polarity.UNKNOWN, ()
