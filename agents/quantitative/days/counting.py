"""How many days of fourteen a thread tells of: bad days counted, good days taken off, weeks made two."""

import re
from dataclasses import dataclass
from typing import Final

from agents.quantitative.days.spared import asked_for, never_relieved, none_at_all
from agents.quantitative.days.told import ALL, ALL_OF, COUNTED, Told, asked_of, spans, told_by
from agents.quantitative.days.totals import agreed
from agents.quantitative.days.weekly import week_by_week
from agents.quantitative.fortnight import no_relief
from agents.quantitative.lexicon import pattern
from agents.quantitative.lines import Line
from agents.quantitative.signs import Status
from agents.reading.mention import WINDOW
from agents.reading.stance import Lead

_FEW: Final = 2.5
"""Days up to which a share of fourteen may be one of several told."""
_MOSTLY: Final = 10
"""Good days up to which they are not as good as all."""
_ALL_7: Final = " all 7 "
"""The days of the week that is named beside it."""
_OTHER_WEEK: Final = re.compile(r" (?:week before|last week|other week|first week|second week)(?= )")
_SAME: Final = re.compile(r"[ .,]*(?:(?:about|much|exactly|just|pretty|yeah|yes|oh|it was) |, )*(?:the )?same(?= )")
_ALIKE: Final = re.compile(
    r"[ .,]*(?:and |so |but )?(?:on )?\w+days? (?:is|are|was|were) (?:just |much )?the same(?= )"
)
_TOO: Final = re.compile(r" (?:too|also|even|same|worse|as well|included|either|plus)(?= )")


@dataclass(frozen=True, slots=True)
class Days:
    """Days of fourteen (0-14) and the lines (their places in the thread) and spans that they rest on."""

    days: float
    lines: tuple[int, ...]


def counted(lines: list[Line]) -> Days | None:
    """What the lines come to, or None when they leave it open."""
    for number, line in enumerate(lines):
        if summed := agreed(line):
            return Days(summed, (number,))
    told = told_by(lines)
    if (weekly := week_by_week(told, lines)) and weekly[0] < WINDOW:
        return Days(*weekly)
    for number, line in enumerate(lines):
        if _unbroken(line) or none_at_all(line):
            here = [one for one in told if lines[one.line].answer is line.answer]
            if not _good_days([one for one in here if one.mention.kind != "number"], lines):
                return Days(WINDOW, (number,))
    return _weighed(told, lines)


def _unbroken(line: Line) -> bool:
    """Whether a line says that no day was spared."""
    text = line.text
    if never_relieved(line):
        return True
    if any(sign.status is Status.ABSENT for sign in line.signs) and not no_relief(text):
        return False
    unbroken = pattern("unbroken").search(text)
    start = line.answer.sentences[line.sentence][0]
    if unbroken and any(a <= start + unbroken.start() and start + unbroken.end() <= b for a, b in spans(line)):
        return False
    if unbroken and text.startswith(_ALL_7, unbroken.start()) and pattern("week").search(text):
        return False
    if unbroken and text.startswith(ALL_OF, unbroken.start()):
        return not any(one.kind == "most" for one in line.answer.mentions_in(line.sentence)) and not asked_of(line)
    if unbroken and not pattern("rest").search(text):
        return not re.search(r" not (?:like |a |really |exactly |always |quite )*(?:constant|all)(?= )", text)
    return no_relief(text)


def _good_days(told: list[Told], lines: list[Line]) -> float:
    """Days that were good, as counted."""
    good = [one for one in told if not one.bad and not one.rest and one.mention.kind in COUNTED]
    return _sum(good, lines) or 0.0


def _sum(told: list[Told], lines: list[Line]) -> float | None:
    """What counted mentions of one kind of day come to together."""
    if not told:
        return None
    shares = [one for one in told if one.mention.kind in ("share", "rate", "list", "weekend", "week")]
    named: dict[str, float] = {}
    for one in told:
        if one.mention.kind == "day":
            line = lines[one.line]
            word = next(w for w in line.answer.text[one.mention.start : one.mention.end].split() if "day" in w)
            named[word.removesuffix("s")] = max(named.get(word.removesuffix("s"), 0), one.mention.days)
    counts = [one for one in told if one.mention.kind in ("count", "times", "number", "twice", "once")]
    strong = [one for one in counts if one.mention.kind == "count"] or counts
    best = max([one.mention.days for one in (*shares, *strong)], default=0.0)
    spans = {one.mention.kind: one for one in shares if one.mention.kind in ("list", "weekend")}
    if len(spans) == 2:
        both = spans["list"].line == spans["weekend"].line or _TOO.search(lines[spans["weekend"].line].text)
        best = sum(one.mention.days for one in spans.values()) if both else spans["list"].mention.days
    if named and _in_both_weeks(lines):
        named = {day: max(days, 2) for day, days in named.items()}
    if "weekend" in spans and named and len(spans) == 1 and any(one.line == spans["weekend"].line for one in told):
        named["weekend"] = spans["weekend"].mention.days
    if not shares and counts and best <= 7 and _in_both_weeks(lines):
        best *= 2
    if "list" in spans:  # "monday to friday .. and saturdays are the same"
        best += sum(
            one.mention.days for one in told if one.mention.kind == "day" and _ALIKE.match(lines[one.line].text)
        )
    return min(max(best, sum(named.values())), WINDOW) or None


def _in_both_weeks(lines: list[Line]) -> bool:
    """Whether it is said, or asked and not denied, that one week was like the other."""
    if any(_OTHER_WEEK.search(line.answer.question.text) and _SAME.match(line.text) for line in lines):
        return True
    return any(pattern("same_weeks").search(line.text) for line in lines) or any(
        pattern("same_weeks").search(line.answer.question.text)
        for line in lines
        if line.answer.leading[0] is not Lead.NO and line.sentence == 0
    )


def _weighed(told: list[Told], lines: list[Line]) -> Days | None:
    bad = [one for one in told if one.bad]
    rest = next((one for one in told if one.rest and one.bad), None)
    good = _good_days(told, lines)
    plain = [one for one in bad if not one.rest]
    every = _every(plain, lines)
    counts = [one for one in plain if one.mention.kind in COUNTED and one.mention.firm]
    worded = [one for one in plain if one.mention.kind in ("most", "several", "rare") and one.mention.firm]
    capped = any(one.mention.kind == "cap" for one in told)
    exact = _sum(counts, lines)
    shares = [one for one in counts if one.mention.kind == "share" and one.mention.days > _FEW]
    if shares and not every:
        return Days(shares[-1].mention.days, _lines(shares[-1:]))
    if rest is not None and (left := _remainder(rest, good)) is not None:
        return Days(left, _lines([rest, *(one for one in told if not one.bad)]))
    limited = any(one.rest and not one.bad for one in told) or (good and (exact or 0) + good <= WINDOW)
    if every and not capped and not (exact and exact < WINDOW and limited):
        return Days(max(every[0].mention.days - good, 0) if good < WINDOW else every[0].mention.days, _lines(every))
    if exact is not None and not (worded and exact < 2):
        return Days(exact, _lines(counts))
    if worded:
        return Days(worded[0].mention.days, _lines(worded[:1]))
    for number, line in enumerate(lines):
        if pattern("half").search(line.text):
            return Days(7, (number,))
    spared = [one for one in told if not one.bad and _of_fourteen(one, lines)]
    if spared and good:
        return Days(WINDOW - good, _lines(spared))
    single = [one for one in bad if one.mention.kind == "occasion"]
    return Days(1, _lines(single[:1])) if single else None


def _every(plain: list[Told], lines: list[Line]) -> list[Told]:
    """The mentions that mean each of the fourteen days, not each of those named before."""
    every = [one for one in plain if one.mention.kind in ALL and not _of_those(one, lines)]
    kinds = {one.mention.kind for one in plain}
    if "most" in kinds:
        every = [one for one in every if not lines[one.line].answer.text.startswith(ALL_OF, one.mention.start)]
    return every


def only_good(lines: list[Line]) -> Days | None:
    """What is left of the fortnight where a few good days are all that were counted: "one good night in two weeks"."""
    told = [one for one in told_by(lines) if not one.rest and one.mention.firm]
    good = [one for one in told if not one.bad and one.mention.kind in COUNTED and _of_fourteen(one, lines)]
    days = _sum(good, lines) if len(good) == len(told) else None
    return Days(WINDOW - days, _lines(good)) if days and days <= _MOSTLY else None


def _of_fourteen(one: Told, lines: list[Line]) -> bool:
    """Whether good days were counted as all the good ones: "in two weeks I slept one night"."""
    line = lines[one.line]
    return one.mention.kind == "share" or pattern("in_all").search(line.text) is not None or asked_for(line)


def _of_those(one: Told, lines: list[Line]) -> bool:
    """Whether "every one of those" only repeats days that were named before."""
    answer = lines[one.line].answer
    return pattern("every_of_those").match(answer.text, one.mention.start) is not None


def _remainder(rest: Told, good: float) -> float | None:
    """The other days: as counted ("the other nine"), by the week where that makes one, or what the good ones leave."""
    if rest.mention.kind in ("count", "rate", "number", "share") and rest.mention.days > 1.5:
        days = rest.mention.days
        if rest.mention.kind == "rate":
            return days
        weekly = abs(days + good / 2 - 7) < 0.6 or abs(days + good - 7) < 0.6
        return min(days * 2, WINDOW) if weekly else days
    return WINDOW - good if good else None


def _lines(told: list[Told]) -> tuple[int, ...]:
    return tuple(sorted({one.line for one in told}))
