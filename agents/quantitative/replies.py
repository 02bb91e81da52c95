"""How an answer begins to answer: its yes or no, also one that comes late, and "as usual" for what was asked after."""

import re
from typing import Final

from agents.quantitative.exchanges import Answer
from agents.quantitative.lexicon import Span
from agents.reading.stance import Lead

_SOON: Final = 2
"""Sentences in which a late yes or no still answers the question."""
_NONE: Final = re.compile(
    r" (?:(?:no|nope|oh|well|honestly) ,? ?)*(?:not (?:even )?(?:1|a single 1|a day|a night)|none|never)(?= )"
)
_NOT_ONE: Final = re.compile(r" (?:not (?:even )?(?:1|a single 1|a single day|a single night)|none)(?= [.,;!])")
_TOLD: Final = frozenset({"count", "share", "rate", "list", "day", "twice", "rare", "weekend"})
_USED: Final = " used to "
_NOW: Final = re.compile(
    r" (?:(?:have|has|do|does|can|am|is|are) not|no longer|any ?more|hardly|barely|stopped|now|gave up|given up)(?= )"
)


def answering(answer: Answer) -> tuple[Lead, int, int]:
    """The answering particle with its span; behind "you'd think so, but" and after a tale of earlier times too."""
    found = answer.leading
    if found[0] is not Lead.NOTHING or not answer.sentences:
        return found
    if none := _NOT_ONE.match(answer.text):
        return Lead.NO, *none.span()
    if (late := _first(answer, "reply.late_no", _SOON)) and not _ends(answer, late):
        return Lead.NO, *late
    late = _first(answer, "reply.late_yes", 1)
    return (Lead.YES, *late) if late else found


def well_as_asked(answer: Answer) -> Span | None:
    """Words near the beginning that say there is no problem, whichever way the question was turned: "as usual".
    None where days are counted behind them, which may be days of some other trouble."""
    found = _first(answer, "reply.as_usual", _SOON)
    counted = found and any(one.kind in ("count", "share") and one.start > found[1] for one in answer.mentions)
    return None if counted else found


def _ends(answer: Answer, span: Span) -> bool:
    """Whether "not since" only says that the days told before it are over."""
    return answer.text.startswith(" not since ", span[0]) and _told_before(answer, span)


def _told_before(answer: Answer, span: Span) -> bool:
    return any(one.firm and one.kind in _TOLD and one.start < span[0] for one in answer.mentions)


def long_past(answer: Answer, start: int, end: int) -> bool:
    """Whether a stretch tells of earlier times; not where "I used to" only leads to what no longer is."""
    text = answer.text
    for a, b in answer.marks["time.past"]:
        if start <= a < end and not (text[a : b + 1] == _USED and _NOW.search(text[b : end + 1])):
            return True
    return False


def others_only(answer: Answer, start: int, end: int) -> bool:
    """Whether a sentence speaks of other people only; not where they come after a count: "the three nights she was
    away"."""
    if not answer.has("people.other", start, end) or answer.has("people.self", start, end):
        return False
    first = min(a for a, _ in answer.marks["people.other"] if a >= start)
    return not any(start <= one.start < first and one.firm for one in answer.mentions)


def first_own(answer: Answer) -> int:
    """The number of the first sentence that is not about other people only; 0 when all are."""
    for number, (start, end) in enumerate(answer.sentences):
        if answer.has("people.self", start, end) or not answer.has("people.other", start, end):
            return number
    return 0


def _first(answer: Answer, name: str, sentences: int) -> Span | None:
    """The first mark of a name in the first few sentences."""
    end = answer.sentences[min(sentences, len(answer.sentences)) - 1][1]
    return next((span for span in answer.marks[name] if span[0] < end), None)


def no_good_day(answer: Answer) -> Span | None:
    """The words that say that there was no such day, in reply to a question for good ones: "no", "not one"."""
    if match := _NONE.match(answer.text):
        return match.span()
    kind, start, end = answering(answer)
    counted = any(one.firm and one.days > 1 and one.kind in _TOLD for one in answer.mentions)
    return (start, end) if kind in (Lead.NO, Lead.WEAK_NO) and not counted else None
