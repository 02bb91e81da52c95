"""What a thread tells of days: each mention of how often, of bad days or good ones, of these or of the rest."""

import re
from dataclasses import dataclass, replace
from typing import Final

from agents.quantitative.days.spared import asked_for, excepted, praised, relieved, turning
from agents.quantitative.days.totals import counting
from agents.quantitative.fortnight import in_two_weeks
from agents.quantitative.lexicon import pattern
from agents.quantitative.lines import Line
from agents.quantitative.signs import Status
from agents.reading.mention import WINDOW, Mention

_DENIED: Final = re.compile(r"[ ,]*(?:no|nope|nah|none|not so much|nothing|not)(?= [.,;!]| $)")
_LONG: Final = 70
"""Characters of a sign that is a whole sentence."""
_OVERRULED: Final = frozenset({"all", "nearly all", "count", "number", "week", "day"})
"""Kinds of mention that give way to a wording of both weeks that holds them."""
_WORKDAYS: Final = 10
"""Weekdays in a fortnight."""
_PARTICULAR: Final = re.compile(r" (?:last|this|this past|that|just|1) $")
_THAT_WEEK: Final = re.compile(r"[ .,]* (?:and |so |but )*(?:last|this) week(?= )")
_THE_DAY: Final = re.compile(r" the (?:mon|tues|wednes|thurs|fri|satur|sun)day(?= )")
"""One day of the calendar, where "the Mondays" come back."""
_OF_A_WEEK: Final = re.compile(r" (?:last|this|that|past|first|second) week ,? ?$")
_LIMITED: Final = frozenset({"day", "list", "weekend"})
_SOME_DAYS: Final = re.compile(r" (?:weekday|week day|work|school|shift)")
ALL_OF: Final = (" all of them", " every 1 of them", " each 1 of them", " all of those", " every 1 of those")
"""Words that mean only the days that were named, where some were."""
ALL: Final = frozenset({"all", "always", "nearly all"})
COUNTED: Final = frozenset(
    {"count", "share", "rate", "list", "week", "weekend", "day", "twice", "number", "times", "once"}
)


@dataclass(frozen=True, slots=True)
class Told:
    """A mention in the line of that number: of days with the problem (`bad`), of "the other days" (`rest`)."""

    line: int
    mention: Mention
    bad: bool
    rest: bool


def told_by(lines: list[Line]) -> list[Told]:
    """Every mention with its line and whether it speaks of bad days."""
    found: list[Told] = []
    for number, line in enumerate(lines):
        start, end = line.answer.sentences[line.sentence]
        found += [Told(number, mention, True, False) for mention in line.confirmed]
        rests = [(start + m.start(), start + m.end()) for m in pattern("rest").finditer(line.text)]
        for mention in _mentions(line, start, end):
            if not start <= mention.start < end:
                continue
            if mention.kind in ALL and any(a < mention.start and mention.end < b for a, b in spans(line)):
                continue
            bad = _is_bad(line, mention.start, mention.end)
            in_rest = any(a <= mention.start < b or mention.start <= a < mention.end for a, b in rests)
            if in_rest and found and _DENIED.match(line.answer.text, mention.end):
                bad = not found[-1].bad
            elif in_rest and not found and _DENIED.match(line.answer.text, mention.end):
                bad = any(sign.status is Status.ABSENT for sign in line.signs)
            found.append(Told(number, _fortnight(line, mention), bad, in_rest))
        for a, b in rests:
            if not any(one.line == number and one.rest for one in found):
                number_said = re.search(r"\d+(?! weeks)", line.answer.text[a:b])
                rest = Mention("count" if number_said else "rest", float(number_said[0]) if number_said else 0, a, b)
                found.append(Told(number, rest, _is_bad(line, a, b), True))
    if any(one.bad and one.mention.kind == "most" and one.mention.days == _WORKDAYS for one in found):
        return [replace(one, bad=False) if _is_weekend(one, lines) else one for one in found]
    return found


def _is_weekend(one: Told, lines: list[Line]) -> bool:
    """Whether days behind a count of weekdays are those of the weekend, with nothing bad said of them."""
    line = lines[one.line]
    words = line.answer.text[one.mention.start : one.mention.end]
    named = one.mention.kind == "weekend" or (one.mention.kind == "day" and (" satur" in words or " sun" in words))
    return named and not any(sign.status is Status.PRESENT for sign in line.signs)


def _mentions(line: Line, start: int, end: int) -> list[Mention]:
    """The mentions of a sentence, and numbers "in the last two weeks" that no day is named with."""
    text = line.answer.text
    found = [one for one in line.answer.mentions if start <= one.start < end]
    found = [
        one for one in found if not text.startswith((" no break", " no gaps", " no rest", " about all of"), one.start)
    ]
    found = counting(line, found)
    for one in in_two_weeks(text, start, end):
        here = [other for other in found if other.start < one.end and one.start < other.end]
        if one.kind in ("share", "week") or not any(other.kind in COUNTED for other in here):
            found = [other for other in found if other not in here or other.kind not in _OVERRULED]
            found.append(one)
    return found


def spans(line: Line) -> list[tuple[int, int]]:
    """The places of a line's signs, whole answers left out."""
    whole = line.answer.sentences[line.sentence]
    return [
        sign.span
        for sign in line.signs
        if sign.span != whole and (not sign.direct or sign.span[1] - sign.span[0] < _LONG)
    ]


def _is_bad(line: Line, start: int, end: int) -> bool:
    """Whether a mention is of days with the problem: by the sign nearest to it, else by words of relief near it."""
    clause = line.answer.clauses.around(start + 1)
    near = [sign for sign in line.signs if clause[0] <= sign.span[0] < clause[1]]
    if asked_for(line):
        return False
    before = [sign for sign in line.signs if sign.span[0] < start]
    if excepted(line, start):
        return before[-1].status is Status.ABSENT if before else praised(line, start)
    stop = turning(line, end)
    if stop is not None:
        near = [sign for sign in near if sign.span[0] < stop] or before[-1:] or near
        if line.signs and not before and all(sign.span[0] >= stop for sign in line.signs):
            return line.signs[0].status is Status.ABSENT and not (
                relieved(line, start, end, clause) or line.before_rest
            )
    if near:
        return min(near, key=lambda sign: abs(sign.span[0] - start)).status is Status.PRESENT
    if relieved(line, start, end, clause):
        return False
    if line.before_rest:
        return False
    if line.signs:
        nearest = min(sign.span[0] for sign in line.signs)
        if end < nearest and pattern("rest").search(line.answer.text, end, nearest + 1):
            return False
        return min(line.signs, key=lambda sign: abs(sign.span[0] - start)).status is Status.PRESENT
    return True


def _fortnight(line: Line, mention: Mention) -> Mention:
    """The mention in days of fourteen where it was said by the week."""
    text = line.answer.text
    words = text[mention.start : mention.end] + " "
    before = text[max(0, mention.start - 16) : mention.start + 1]
    sentence = line.text
    days = mention.days
    if mention.kind == "rate" and re.match(
        r" every (?:single )?(?:day|night|morning|evening|afternoon) (?:this month )?$", words
    ):
        return Mention("all", WINDOW, mention.start, mention.end, mention.firm)
    if (
        mention.kind in ALL
        and line.sentence == 0
        and text.startswith(ALL_OF, mention.start)
        and (some := asked_of(line))
    ):
        return Mention("share", some.days, mention.start, mention.end, mention.firm)
    if mention.kind == "list":
        once = (
            _PARTICULAR.search(before)
            or _OF_A_WEEK.search(before)
            or (mention.days == 7 or _THAT_WEEK.match(sentence) or _THE_DAY.search(words))
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
    elif line.sentence == 0 and mention.kind in ("number", "count", "times") and _by_the_week(line, mention):
        days *= 2
    return Mention(mention.kind, min(days, WINDOW), mention.start, mention.end, mention.firm)


def asked_of(line: Line) -> Mention | None:
    """The days that the question names, where these are some of the week: "every work night?"."""
    asked = line.answer.question
    named = [
        one
        for one in asked.mentions
        if one.kind in _LIMITED or (one.kind == "most" and _SOME_DAYS.search(asked.text[one.start : one.end]))
    ]
    return named[0] if len(named) == 1 else None


def _by_the_week(line: Line, mention: Mention) -> bool:
    """Whether a plain number answers "how many days a week?"."""
    asked = _A_WEEK.search(line.answer.question.text)
    return asked is not None and mention.days <= WINDOW / 2 and " week" not in line.text


_A_WEEK: Final = re.compile(r" how (?:many|much|often)(?: \w+){1,5} (?:a|per|each|every) week(?= )")
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def _span_days(words: str) -> int:
    named = [i for word in words.split() for i, day in enumerate(_WEEKDAYS) if word.startswith(day)]
    return (named[1] - named[0]) % 7 + 1 if len(named) > 1 else 5
