"""What a speaker puts right: how it was at first, a slip of the tongue, and days told before."""

import re
from typing import Final

from agents.quantitative.lexicon import Span, pattern
from agents.quantitative.lines import Line
from agents.quantitative.temporality import of_now
from agents.reading.mention import Mention

_SHARE: Final = 2.5
"""Days from which "9 of the 14" is a count of the whole fortnight."""
_SLIP: Final = re.compile(
    r"[ .,!]*(?: (?:no|oh|well|or|sorry|uh|er) ?,?)?"
    r" (?:wait|hang on|sorry|i lie|i tell a lie|scratch that|make that|correction)(?= )"
)


def standing(lines: list[Line]) -> list[Line]:
    """The lines of a thread without those that are put right by a later one."""
    kept = list(lines)
    for place, now in enumerate(lines):
        if of_now(now.answer, _span(now)) and _tells(now):
            gone = [one for one in lines[:place] if _was(one, now)]
            kept = [one for one in kept if not any(one is other for other in gone)]
    for slip in [line for line in kept if line.sentence and _SLIP.match(line.text) and _numbers(line)]:
        kept = [
            one
            for one in kept
            if not (one.answer is slip.answer and one.sentence == slip.sentence - 1 and not one.signs)
        ]
    return _told_once(kept)


def _told_once(lines: list[Line]) -> list[Line]:
    """Without what other questions brought up once the days of the fortnight were counted: "9 of the 14"."""
    answer = next((line.answer for line in lines if any(_is_share(one) for one in _numbers(line))), None)
    if answer is None:
        return lines
    first = next(number for number, line in enumerate(lines) if line.answer is answer)
    return [
        line
        for number, line in enumerate(lines)
        if number <= first or line.answer is answer or any(not sign.direct for sign in line.signs)
    ]


def _is_share(one: Mention) -> bool:
    return one.kind == "share" and one.days > _SHARE


def _span(line: Line) -> Span:
    return line.answer.sentences[line.sentence]


def _numbers(line: Line) -> list[Mention]:
    return [one for one in line.answer.mentions_in(line.sentence) if one.firm]


def _tells(line: Line) -> bool:
    """Whether a sentence of now says anything: the problem, its absence, how often."""
    start, end = _span(line)
    return bool(line.signs or _numbers(line)) or line.answer.has("reply.relief", start, end)


def _was(line: Line, now: Line) -> bool:
    """Whether a sentence tells how it was before, and not in one of the last weeks."""
    start, end = _span(line)
    if line.answer is not now.answer or pattern("week").search(line.answer.text, start, end + 1):
        return False
    return pattern("was_then").search(line.answer.text, start, end + 1) is not None
