"""The sides that a reply takes outright: its yes and its no, in words that are an answer and no more.

A contradiction is flat: the opposite answer and nothing that explains it ("Yes, most days. No, never."). A correction
says so ("wait", "I misread") and the side taken last counts. Both are read within a reply and from a reply to that to
its follow-up question.
"""

from itertools import pairwise
from typing import Final, NamedTuple

from agents.reading.stance import REMAINDER
from agents.reading.vocabulary import Span, amount, ends_at, pattern
from agents.scorer.reading import Reading

_LISTS: Final = ("sham_no", "weak_no", "no", "denied", "yes", "affirmed", "perhaps", "maybe", "tail", "filler")
_YES, _DAYS, _NO, _HEDGE, _NEUTRAL = "yes", "days", "no", "hedge", ""


class Side(NamedTuple):
    """A yes or a no: where it stands among the plain words. A yes may be told by days alone, not `in_a_word`."""

    yes: bool
    span: Span
    in_a_word: bool = True


class _Step(NamedTuple):
    kind: str
    start: int
    end: int


def contradiction(reading: Reading) -> tuple[Side, Side] | None:
    """Two opposite sides that one reply takes, in their order; None where it does not, or explains itself."""
    if not _both(reading):
        return None
    told = [side for start in reading.clauses.sentences for side in _taken(reading, start)]
    for side, other in pairwise(told):
        if side.yes != other.yes and other.in_a_word:
            return side, other
    return None


def corrected(text: str) -> tuple[int, int] | None:
    """Where words that take an answer back begin, and where the answer in its place does; None where there are none."""
    found = list(pattern("corrected").finditer(text))
    if not found:
        return None
    position = found[-1].end()
    while ends := ends_at(text, position, "filler", "affirmed", "denied"):
        if "affirmed" in ends or "denied" in ends:
            return found[0].start(), position
        position = ends["filler"]
    return None


def flat_no(reading: Reading) -> Span | None:
    """The no of a reply that is nothing but a no; None for one that says more, or hedges."""
    return _only(reading, {_NO, _NEUTRAL}, _NO)


def flat_yes(reading: Reading) -> Span | None:
    """The yes, or the days, of a reply that is nothing but that."""
    return _only(reading, {_YES, _DAYS, _NEUTRAL}, _YES, _DAYS)


def _only(reading: Reading, allowed: set[str], *wanted: str) -> Span | None:
    text = reading.clauses.text
    steps, end = _steps(reading, 0, len(text) - 1)
    if end < len(text) - 1 or not {step.kind for step in steps} <= allowed:
        return None
    return next(((step.start, step.end) for step in steps if step.kind in wanted), None)


def _both(reading: Reading) -> bool:
    """Whether a reply may hold both sides at all: a quick look."""
    clauses = reading.clauses
    if not clauses.marks["no"]:
        return False
    explained = pattern("corrected"), amount("exception")  # "Never. Except Sundays. Yes, both Sundays."
    return not any(one.search(clauses.text) for one in explained)


def _taken(reading: Reading, start: int) -> list[Side]:
    """The sides that the sentence at a place takes, in order."""
    text = reading.clauses.text
    start, end = reading.clauses.sentence(start)
    if text.startswith(" ?", start):
        return []  # it answers its own question: "Hopeless? No."
    steps, stopped = _steps(reading, start, end)
    if stopped < end:
        return _opening(reading, start, end, steps)
    kinds = [step.kind for step in steps if step.kind]
    if _HEDGE in kinds or REMAINDER.search(text, start, end + 1) or (_NO, _DAYS) in pairwise(kinds):
        return []  # "No, twice", "three, no, four", "a week of it, then nothing"
    told = [Side(step.kind != _NO, (step.start, step.end), step.kind != _DAYS) for step in steps if step.kind]
    if kinds == [_YES, _NO] and not reading.item.grave and " and " not in text[start:end]:
        return told[1:]  # "yeah, no", but not "yes and no"
    return told


def _opening(reading: Reading, start: int, end: int, steps: list[_Step]) -> list[Side]:
    """The yes of a sentence that goes on: with its first word, or with the problem and how often it was there."""
    told = [step for step in steps if step.kind]
    if told and told[0].kind == _YES and all(step.kind != _NO for step in told):
        return [Side(True, (told[0].start, told[0].end))]
    often = reading.frequency
    if start or often is None or not often.days or often.mentions[0].start >= end:
        return []
    return [Side(True, (often.mentions[0].start, often.mentions[0].end), in_a_word=False)]


def _steps(reading: Reading, start: int, end: int) -> tuple[list[_Step], int]:
    """What a stretch of the text begins with that is an answer, and where the first word stands that is none."""
    days = {mention.start: mention for mention in reading.document.mentions}
    found: list[_Step] = []
    position = start
    while position < end:
        ends = ends_at(reading.clauses.text, position, *_LISTS)
        kind, after = _kind(ends)
        if (mention := days.get(position)) and mention.end >= after:
            kind, after = (_DAYS if mention.days else _NO), mention.end
        if after <= position:
            return found, position
        found.append(_Step(kind, position, after))
        position = after
    return found, end


def _kind(ends: dict[str, int]) -> tuple[str, int]:
    """The longest answer at a place, as a side where it is one of the plainest words."""
    if not ends:
        return _NEUTRAL, 0
    after = max(ends.values())
    if ends.get("denied") == after and ends.get("sham_no") != after:
        return _NO, after
    if ends.get("affirmed") == after:
        return _YES, after
    neutral = any(ends.get(name) == after for name in ("filler", "tail"))
    return (_NEUTRAL if neutral else _HEDGE), after
