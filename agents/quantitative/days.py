"""How many days of fourteen a thread tells of: bad days counted, good days taken off, weeks made two."""

import re
from dataclasses import dataclass
from typing import Final

from agents.quantitative.fortnight import in_two_weeks
from agents.quantitative.lexicon import pattern
from agents.quantitative.spared import asked_for, by_neighbour, never_relieved, none_at_all, relieved
from agents.quantitative.signs import Status
from agents.quantitative.threads import Line
from agents.scorer.mention import WINDOW, Mention
from agents.scorer.stance import Lead, lead

_FEW: Final = 2.5
"""Days up to which a share of fourteen may be one of several told."""
_AFTER: Final = 70
"""Characters behind "not a day" that are read for what it denies."""
_ALL: Final = frozenset({"all", "always", "nearly all"})
_COUNTED: Final = frozenset(
    {"count", "share", "rate", "list", "week", "weekend", "day", "twice", "number", "times", "once"}
)
_VAGUE: Final = frozenset({"some", "often", "repeated", "all day", "cap", "since", "event"})
_PARTICULAR: Final = re.compile(r" (?:last|this|this past|that|just|1) $")
_OF_A_WEEK: Final = re.compile(r" (?:last|this|that|past|first|second) week ,? ?$")
_DURATION: Final = re.compile(r" (?:weeks|14)(?= )")
_TOO: Final = re.compile(r" (?:too|also|even|same|worse|as well|included|either|plus)(?= )")


@dataclass(frozen=True, slots=True)
class Days:
    """Days of fourteen (0-14) and the lines (their places in the thread) and spans that they rest on."""

    days: float
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    line: int
    mention: Mention
    bad: bool
    rest: bool


def counted(lines: list[Line]) -> Days | None:
    """What the lines come to, or None when they leave it open."""
    for number, line in enumerate(lines):
        if _unbroken(line) or none_at_all(line):
            here = [one for one in _told(lines) if lines[one.line].answer is line.answer]
            if not _good_days([one for one in here if one.mention.kind != "number"], lines):
                return Days(WINDOW, (number,))
    told = _told(lines)
    return _weighed(told, lines)


def _unbroken(line: Line) -> bool:
    """Whether a line says that no day was spared."""
    text = line.text
    if never_relieved(line):
        return True
    if any(sign.status is Status.ABSENT for sign in line.signs) and not _no_relief(text):
        return False
    if pattern("unbroken").search(text) and not pattern("rest").search(text):
        return not re.search(r" (?:it is|that is|is) not (?:constant|all)", text)
    return _no_relief(text)


def _no_relief(text: str) -> bool:
    plain = text.replace(" ,", "")
    match = pattern("no_day").search(plain)
    return match is not None and pattern("broken").search(plain[match.end() : match.end() + _AFTER] + " ") is not None


def _told(lines: list[Line]) -> list[_Told]:
    """Every mention with its line and whether it speaks of bad days."""
    found: list[_Told] = []
    for number, line in enumerate(lines):
        start, end = line.answer.sentences[line.sentence]
        found += [_Told(number, mention, True, False) for mention in line.confirmed]
        rests = [(start + m.start(), start + m.end()) for m in pattern("rest").finditer(line.text)]
        for mention in _mentions(line, start, end):
            if not start <= mention.start < end:
                continue
            if mention.kind in _ALL and any(a < mention.start and mention.end < b for a, b in _spans(line)):
                continue
            bad = _is_bad(line, mention.start, mention.end) and not by_neighbour(line, mention, lines, number)
            in_rest = any(a <= mention.start < b or mention.start <= a < mention.end for a, b in rests)
            found.append(_Told(number, _fortnight(line, mention), bad, in_rest))
        for a, b in rests:
            if not any(one.line == number and one.rest for one in found):
                number_said = re.search(r"\d+", line.answer.text[a:b])
                rest = Mention("count" if number_said else "rest", float(number_said[0]) if number_said else 0, a, b)
                found.append(_Told(number, rest, _is_bad(line, a, b), True))
    return found


def _mentions(line: Line, start: int, end: int) -> list[Mention]:
    """The mentions of a sentence, and numbers "in the last two weeks" that no day is named with."""
    text = line.answer.text
    found = [one for one in line.answer.mentions if start <= one.start < end]
    found = [one for one in found if not text.startswith((" no break", " no gaps", " no rest"), one.start)]
    for one in in_two_weeks(text, start, end):
        if not any(other.start < one.end and one.start < other.end and other.kind in _COUNTED for other in found):
            found.append(one)
    return found


def _spans(line: Line) -> list[tuple[int, int]]:
    return [sign.span for sign in line.signs if not sign.direct or sign.span[1] - sign.span[0] < _AFTER]


def _is_bad(line: Line, start: int, end: int) -> bool:
    """Whether a mention is of days with the problem: by the sign nearest to it, else by words of relief near it."""
    clause = line.answer.clauses.around(start + 1)
    near = [sign for sign in line.signs if clause[0] <= sign.span[0] < clause[1]]
    if asked_for(line):
        return False
    if near:
        return min(near, key=lambda sign: abs(sign.span[0] - start)).status is Status.PRESENT
    if relieved(line, start, end, clause):
        return False
    if line.before_rest:
        return False
    if line.signs:
        return min(line.signs, key=lambda sign: abs(sign.span[0] - start)).status is Status.PRESENT
    return True


def _fortnight(line: Line, mention: Mention) -> Mention:
    """The mention in days of fourteen where it was said by the week."""
    text = line.answer.text
    words = text[mention.start : mention.end] + " "
    before = text[max(0, mention.start - 16) : mention.start + 1]
    sentence = line.text
    days = mention.days
    if mention.kind == "rate" and re.match(r" every (?:single )?(?:day|night|morning|evening|afternoon) ", words):
        return Mention("all", WINDOW, mention.start, mention.end, mention.firm)
    if mention.kind == "list":
        once = (
            _PARTICULAR.search(before)
            or _OF_A_WEEK.search(before)
            or re.match(r" (?:of )?(?:last|this|that) week(?= )", text[mention.end :])
        )
        days = _span_days(words) * (1 if once else 2)
    elif (
        mention.kind == "day"
        and mention.days == 1
        and not _PARTICULAR.search(before)
        and pattern("habit").search(sentence)
    ) or (mention.kind == "day" and re.search(r" last 2 $", before)):
        days = 2
    elif mention.kind == "several" and pattern("half").search(words):
        days = 7
    elif mention.kind == "most" and ("weekday" in words or "work" in words or "school" in words or "shift" in words):
        days = 10
    elif mention.kind == "count" and mention.days == 7 and re.search(r" all (?:of )?(?:the )?$", before):
        days = WINDOW
    elif mention.kind == "rare" and "couple" in words:
        days = 2
    return Mention(mention.kind, min(days, WINDOW), mention.start, mention.end, mention.firm)


_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def _span_days(words: str) -> int:
    named = [i for word in words.split() for i, day in enumerate(_WEEKDAYS) if word.startswith(day)]
    return (named[1] - named[0]) % 7 + 1 if len(named) > 1 else 5


def _good_days(told: list[_Told], lines: list[Line]) -> float:
    """Days that were good, as counted."""
    good = [one for one in told if not one.bad and not one.rest and one.mention.kind in _COUNTED]
    return _sum(good, lines) or 0.0


def _sum(told: list[_Told], lines: list[Line]) -> float | None:
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
    by_week = _by_week(strong, lines)
    best = max([one.mention.days for one in (*shares, *strong)], default=0.0)
    spans = {one.mention.kind: one for one in shares if one.mention.kind in ("list", "weekend")}
    if len(spans) == 2:
        both = spans["list"].line == spans["weekend"].line or _TOO.search(lines[spans["weekend"].line].text)
        best = sum(one.mention.days for one in spans.values()) if both else spans["list"].mention.days
    if not shares and named and not by_week and _in_both_weeks(lines):
        named = {day: max(days, 2) for day, days in named.items()}
    if not shares and counts and not by_week and best <= 7 and _in_both_weeks(lines):
        best *= 2
    return min(max(best, by_week, sum(named.values())), WINDOW) or None


def _in_both_weeks(lines: list[Line]) -> bool:
    """Whether it is said, or asked and not denied, that one week was like the other."""
    return any(pattern("same_weeks").search(line.text) for line in lines) or any(
        pattern("same_weeks").search(line.answer.question.text)
        for line in lines
        if lead(line.answer.text)[0] is not Lead.NO and line.sentence == 0
    )


def _by_week(counts: list[_Told], lines: list[Line]) -> float:
    """Counts that were given week by week, added up."""
    parts: dict[str, float] = {}
    for one in counts:
        answer = lines[one.line].answer
        around = answer.text[max(0, one.mention.start - 30) : one.mention.end + 30] + " "
        names = [match[0].strip() for match in pattern("week").finditer(around)]
        if names:
            parts.setdefault(names[0], one.mention.days)
    return sum(parts.values()) if len(parts) > 1 else 0.0


def _weighed(told: list[_Told], lines: list[Line]) -> Days | None:
    bad = [one for one in told if one.bad]
    rest = next((one for one in told if one.rest and one.bad), None)
    good = _good_days(told, lines)
    plain = [one for one in bad if not one.rest]
    every = [one for one in plain if one.mention.kind in _ALL and not _of_those(one, lines)]
    counts = [one for one in plain if one.mention.kind in _COUNTED and one.mention.firm]
    worded = [one for one in plain if one.mention.kind in ("most", "several", "rare") and one.mention.firm]
    capped = any(one.mention.kind == "cap" for one in told)
    exact = _sum(counts, lines)
    shares = [one for one in counts if one.mention.kind == "share" and one.mention.days > _FEW]
    if shares and not every:
        return Days(shares[-1].mention.days, _lines(shares[-1:]))
    if exact and exact < WINDOW:
        every = [one for one in every if not _lasts(one, lines)]
    if rest is not None and (left := _remainder(rest, good, told)) is not None:
        return Days(left, _lines([rest, *(one for one in told if not one.bad)]))
    limited = any(one.rest and not one.bad for one in told) or (good and (exact or 0) + good <= WINDOW)
    if every and not capped and not (exact and exact < WINDOW and limited):
        return Days(max(every[0].mention.days - good, 0) if good < WINDOW else every[0].mention.days, _lines(every))
    if exact is not None and not (worded and exact < 2):
        return Days(exact, _lines(counts))
    if worded:
        return Days(worded[0].mention.days, _lines(worded[:1]))
    for number, line in enumerate(lines):
        if pattern("more_than_half").search(line.text):
            return Days(10, (number,))
        if pattern("half").search(line.text):
            return Days(7, (number,))
    spared = [one for one in told if not one.bad and _of_fourteen(one, lines)]
    return Days(WINDOW - good, _lines(spared)) if spared and good else None


def _lasts(one: _Told, lines: list[Line]) -> bool:
    """Whether a mention tells how long it lasted rather than how often: "like that the whole two weeks"."""
    words = lines[one.line].answer.text[one.mention.start : one.mention.end] + " "
    return _DURATION.search(words) is not None and " every " not in words


def _of_fourteen(one: _Told, lines: list[Line]) -> bool:
    """Whether good days were counted as all the good ones: "in two weeks I slept one night"."""
    text = lines[one.line].text
    return one.mention.kind == "share" or any(
        pattern(name).search(text) for name in ("spared", "only_days", "in_all")
    ) or asked_for(lines[one.line])


def _of_those(one: _Told, lines: list[Line]) -> bool:
    """Whether "every one of those" only repeats days that were named before."""
    answer = lines[one.line].answer
    return pattern("every_of_those").match(answer.text, one.mention.start) is not None


def _remainder(rest: _Told, good: float, told: list[_Told]) -> float | None:
    """The other days: as counted ("the other nine"), by the week where that makes one, or what the good ones leave."""
    if rest.mention.kind in ("count", "rate", "number", "share") and rest.mention.days > 1.5:
        days = rest.mention.days
        if rest.mention.kind == "rate":
            return days
        weekly = abs(days + good / 2 - 7) < 0.6 or abs(days + good - 7) < 0.6
        return min(days * 2, WINDOW) if weekly else days
    return WINDOW - good if good else None


def _lines(told: list[_Told]) -> tuple[int, ...]:
    return tuple(sorted({one.line for one in told}))
