"""Weeks told one by one: "four nights this week, and the week before another three"."""

import re
from typing import Final

from agents.quantitative.days.told import COUNTED, Told
from agents.quantitative.lexicon import pattern
from agents.quantitative.lines import Line

_ALL: Final = {"all": 7.0, "nearly all": 6.0}
"""Days of one week that is named beside them."""
_WEEK: Final = 7
_PLAIN: Final = COUNTED & {"count", "times", "number", "twice", "once"}
_BARE: Final = re.compile(
    r" (?:another|about|maybe|like|only|just|was|had|is been|has been) (?P<n>[0-7])"
    r"(?= [.,;!]| *$| so far| i think| or so)"
)
"""A number behind a week's name that no day is named with."""


def week_by_week(told: list[Told], lines: list[Line]) -> tuple[float, tuple[int, ...]] | None:
    """What two weeks come to (0-14) that were each told, with the lines they stand in; None where fewer were."""
    parts: dict[str, tuple[float, int]] = {}
    for one in told:
        days = _ALL.get(one.mention.kind, one.mention.days if one.mention.kind in _PLAIN else None)
        if one.bad and not one.rest and one.mention.firm and days is not None and days <= _WEEK:
            for week in _week_of(one, lines):
                parts.setdefault(week, (days, one.line))
    for number, line in enumerate(lines):
        bare = _BARE.search(line.text)
        if bare and parts and not any(one.line == number for one in told):
            for week in _weeks(line)[:1]:
                parts.setdefault(week, (float(bare["n"]), number))
    if len(parts) < 2:
        return None
    return sum(days for days, _ in parts.values()), tuple(sorted({line for _, line in parts.values()}))


def _weeks(line: Line) -> list[str]:
    return [match[0].strip() for match in pattern("week").finditer(line.text)]


def _week_of(one: Told, lines: list[Line]) -> list[str]:
    """The week that a mention tells of: the nearest named in its sentence, or the only one in the sentence before."""
    line = lines[one.line]
    start = line.answer.sentences[line.sentence][0]
    named = [
        (max(start + match.start() - one.mention.end, one.mention.start - start - match.end()), match[0].strip())
        for match in pattern("week").finditer(line.text)
    ]
    if named:
        return [min(named)[1]]
    before = lines[one.line - 1] if one.line else line
    if before.answer is not line.answer or before.sentence != line.sentence - 1:
        return []
    return weeks if len(weeks := _weeks(before)) == 1 else []
