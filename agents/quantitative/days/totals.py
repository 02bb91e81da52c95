"""What counts days and what does not: a total the question names, the fortnight itself, how often within an hour."""

import re
from typing import Final

from agents.quantitative.implied import denied
from agents.quantitative.lexicon import pattern
from agents.quantitative.lines import Line
from agents.reading.mention import WINDOW, Mention
from agents.reading.stance import Lead

_NUMERAL: Final = re.compile(r" (\d+)(?= )")
_WINDOW_BEFORE: Final = re.compile(
    r" (?:in|over|out of|of|during|from|across|these|those|last|past) (?:the |these |those |last |past |whole )*$"
)
_WITHIN: Final = re.compile(
    r"(?: or \d+)?(?: times)? (?:an|per|in an?|in 1|every|each|in the) (?:hour|minute|meeting|page|lecture|shift)(?= )"
)


def agreed(line: Line) -> float | None:
    """A number that the question sums up and the first words repeat or agree to."""
    if line.sentence:
        return None
    asked = pattern("total_asked").search(line.answer.question.text)
    if asked is None:
        return None
    named = next(part for part in asked.groups() if part)
    said = _NUMERAL.search(line.text)
    if said:
        return float(named) if said[1] == named else None
    return float(named) if line.answer.leading[0] is Lead.YES else None


def counting(line: Line, mentions: list[Mention]) -> list[Mention]:
    """The mentions of a line without those that count no days: what is denied, how often within the hour, and the
    fortnight itself."""
    text = line.answer.text
    return [
        one
        for one in mentions
        if not (one.kind in ("times", "number", "count", "twice") and _WITHIN.match(text, one.end))
        and not denied(text, one)
        and not _is_window(line, one)
    ]


def _is_window(line: Line, one: Mention) -> bool:
    """Whether fourteen days are only what the days that follow are counted of: "in fourteen nights I slept twice"."""
    if one.days != WINDOW or one.kind not in ("count", "all"):
        return False
    words = line.answer.text[one.start : one.end]
    if one.kind == "all" and not words.endswith((" weeks", " 2 weeks", " 14 days")):
        return False
    start, end = line.answer.sentences[line.sentence]
    here = _WINDOW_BEFORE.search(line.answer.text[start : one.start + 1]) or words.startswith((" in ", " out of "))
    return here is not None and here is not False and _NUMERAL.search(line.answer.text, one.end, end + 1) is not None
