"""The eight scores by the rules: deterministic, offline; abstains where the interview does not tell."""

from typing import Final

from agents.domain.evidence import Quote
from agents.domain.transcript import Transcript
from agents.quantitative.days.counting import Days, counted, only_good
from agents.quantitative.exchanges import Answer
from agents.quantitative.lexicon import ITEMS, Span
from agents.quantitative.lines import Line
from agents.quantitative.port import ItemScore, Reason
from agents.quantitative.signs import Status
from agents.quantitative.threads import Thread, threads
from agents.stages.cache import remembered

_MOST_QUOTES: Final = 4
_EDGES: Final = " .!?;,"
_BOUNDS: Final = (1.5, 6.5, 11.5)
"""Between scores 0, 1, 2 and 3 for days that may be fractions ("six or seven"), a half rounded up."""


@remembered
def score(transcript: Transcript) -> tuple[ItemScore, ...]:
    """The eight scores in the instrument's order. Pure; takes any transcript. The last few are remembered, as every
    stage of one assessment asks for them."""
    found = threads(transcript)
    return tuple(_scored(found[item]) for item in ITEMS)


def _scored(thread: Thread) -> ItemScore:
    present = [line for line in thread.lines if _says(line, Status.PRESENT)]
    absent = [line for line in thread.lines if _says(line, Status.ABSENT)]
    if present:
        days = counted(thread.lines)
        if days is not None:
            return _stated(thread, days, present)
        if not _denies(absent, present):
            return _abstained(thread, Reason.NOT_ENOUGH_FREQUENCY, present)
    left = None if present else only_good(thread.lines)
    if left is not None:
        return _stated(thread, left, absent)
    if absent and _of_these_days(absent):
        return ItemScore(
            item=thread.item,
            score=0,
            reason=Reason.DENIED,
            explanation="The participant denies the problem.",
            evidence=_quotes(absent[:_MOST_QUOTES]),
            confidence=0.9 if any(sign.direct for line in absent for sign in line.signs) else 0.7,
        )
    return _abstained(thread, _why(thread), [])


def _denies(absent: list[Line], present: list[Line]) -> bool:
    """Whether a direct denial outweighs a passing remark."""
    direct = any(sign.direct for line in absent for sign in line.signs)
    return direct and not any(sign.direct for line in present for sign in line.signs)


def _of_these_days(absent: list[Line]) -> bool:
    """Whether a denial answers a question for the problem, or tells of now: praise alone denies nothing."""
    return (
        any(sign.direct for line in absent for sign in line.signs)
        or any(line.answer.marks["time.present"] for line in absent)
        or any(one.firm for line in absent for one in line.answer.mentions)
    )


def _says(line: Line, status: Status) -> bool:
    return any(sign.status is status for sign in line.signs)


def _why(thread: Thread) -> Reason:
    if Status.OTHER in thread.statuses and Status.PAST not in thread.statuses:
        return Reason.OTHER_PERSON
    return Reason.PAST_ONLY if {Status.PAST, Status.ALWAYS} & set(thread.statuses) else Reason.NO_MENTION


_WHY: Final = {
    Reason.NO_MENTION: "The interview does not say.",
    Reason.NOT_ENOUGH_FREQUENCY: "The problem is there, but nobody said on how many days.",
    Reason.PAST_ONLY: "Only earlier times or a lasting trait are spoken of.",
    Reason.OTHER_PERSON: "Only other people's problems are spoken of.",
}


def _abstained(thread: Thread, reason: Reason, lines: list[Line]) -> ItemScore:
    return ItemScore(
        item=thread.item,
        score=None,
        reason=reason,
        explanation=_WHY[reason],
        evidence=_quotes(lines[:_MOST_QUOTES]),
        confidence=0.6 if lines else 0.8,
    )


def _stated(thread: Thread, days: Days, present: list[Line]) -> ItemScore:
    lines = sorted({*(thread.lines.index(line) for line in present[:2]), *days.lines})
    return ItemScore(
        item=thread.item,
        score=sum(days.days >= bound for bound in _BOUNDS),
        reason=Reason.STATED,
        explanation=f"What was said comes to about {days.days:g} of the 14 days.",
        evidence=_quotes([thread.lines[number] for number in lines][:_MOST_QUOTES]),
        confidence=0.85,
    )


def _quotes(lines: list[Line]) -> tuple[Quote, ...]:
    found = (quote(line.answer, line.answer.sentences[line.sentence]) for line in lines)
    return tuple(sorted({one for one in found if one}, key=lambda one: (one.turn, one.start)))


def quote(answer: Answer, sentence: Span) -> Quote | None:
    """A sentence of an answer as an exact piece of its turn, None when no word is left."""
    start, end = sentence
    text = answer.text[start:end]
    first = start + len(text) - len(text.lstrip(_EDGES))
    turn, begin, finish = answer.place((max(first - 1, 0), start + len(text.rstrip(_EDGES))))
    if begin >= finish:
        return None
    return Quote(text=turn.text[begin:finish], turn=turn.index, start=begin, end=finish)
