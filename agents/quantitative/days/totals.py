"""What a speaker sums up or corrects: a total at the end, a part of days that were named, a window that is no count."""

import re
from collections.abc import Sequence
from typing import Final

from agents.quantitative.implied import denied
from agents.quantitative.lexicon import Span, pattern
from agents.quantitative.lines import Line
from agents.quantitative.signs import Status
from agents.reading.mention import WINDOW, Mention
from agents.reading.stance import Lead

_NUMERAL: Final = re.compile(r" (\d+)(?= )")
_DAYS: Final = re.compile(r" (\d+) (?:\w+ )?(?:days|nights|mornings|evenings|shifts|times)(?= )")
_WINDOW_BEFORE: Final = re.compile(
    r" (?:in|over|out of|of|during|from|across|these|those|last|past) (?:the |these |those |last |past |whole )*$"
)
_WITHIN: Final = re.compile(
    r"(?: or \d+)?(?: times)? (?:an|per|in an?|in 1|every|each|in the) (?:hour|minute|meeting|page|lecture|shift)(?= )"
)
_CLOCK: Final = re.compile(
    r" (?:at|till|until|by|past|after|before|around|about) \d+(?: \d+)?"
    r" (?:in the (?:morning|afternoon|evening)|at night|oclock|a m|p m|am|pm) [^.!?]*$"
)
_SHOWN: Final = frozenset({"all", "nearly all", "most", "always"})


def total(lines: Sequence[Line]) -> tuple[float, int] | None:
    """The days of fourteen that the speaker sums up ("so nine") or agrees to, and the number of the line."""
    if not any(sign.status is Status.PRESENT for line in lines for sign in line.signs):
        return None
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        if line.signs and all(sign.status is Status.ABSENT for sign in line.signs):
            continue
        found = _summed(line.text) or _agreed(line)
        if found and 0 < found < WINDOW:
            return found, number
    return None


def _summed(text: str) -> float | None:
    match = pattern("total").search(text)
    return float(next(part for part in match.groups() if part)) if match else None


def _agreed(line: Line) -> float | None:
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
    """The mentions of a line without those that count no days: what the answer denies, how often within the hour, the
    fortnight itself, and words of the problem."""
    text = line.answer.text
    no = line.sentence == 0 and line.answer.leading[0] is Lead.NO
    return [
        one
        for one in mentions
        if not (no and one.kind in _SHOWN and _echoed(line, text[one.start : one.end]))
        and not (one.kind in ("times", "number", "count", "twice") and _WITHIN.match(text, one.end))
        and not (one.kind == "times" and any(_holds(span, one) for span in _named(line)))
        and not (one.kind == "number" and _is_hour(line, one))
        and not denied(text, one)
        and not _is_window(line, one)
    ]


def _holds(span: Span, one: Mention) -> bool:
    """Whether words that name the problem hold a mention and more than it."""
    return span[0] <= one.start and one.end <= span[1] and span != (one.start, one.end)


def _is_hour(line: Line, one: Mention) -> bool:
    """Whether a bare number is a time of the day: "not up till 2 in the afternoon, 3"."""
    if line.answer.question.has("frequency"):
        return False
    return _CLOCK.search(line.answer.text, line.answer.sentences[line.sentence][0], one.start + 1) is not None


def _echoed(line: Line, words: str) -> bool:
    """Whether words only take up what was asked: "no, nearly every day is too much"."""
    return f"{words} " in line.answer.question.text


def _named(line: Line) -> list[Span]:
    """The places of words that name the problem."""
    return [sign.span for sign in line.signs if sign.span != line.answer.sentences[line.sentence]]


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


def parts(line: Line) -> list[Mention]:
    """Counts that are a part of days named before: "five nights, four of those I paced"."""
    start, end = line.answer.sentences[line.sentence]
    text = line.answer.text
    found: list[Mention] = []
    if text.find(" of ", start, end + 1) < 0:
        return found
    for match in pattern("part_of").finditer(text[start : end + 1]):
        days = float(match["n"])
        before = [float(one[1]) for one in _DAYS.finditer(text, 0, start + match.start() + 1)]
        if any(days < other <= WINDOW for other in before):
            found.append(Mention("share", days, start + match.start(), start + match.end()))
    return found
