"""Frequency by the calendar: days by name, weekends, whole weeks, "Monday to Thursday", "since Tuesday"."""

import re
from collections.abc import Iterator
from typing import Final

from agents.reading.mention import Mention
from agents.reading.vocabulary import amount

_FIVE: Final = 5
"""Days from one to another that come again in the next week, unless it is said which week."""
_COUNTED: Final = re.compile(r" \d+ (?:days|nights|evenings|mornings)[ ,:—]* $")
_WEEK: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def find(text: str) -> Iterator[Mention]:
    """All mentions by the calendar in plain words; they may overlap."""
    both = " both weeks " in text or " each week " in text or " every week " in text or " both the weeks " in text
    for match in amount("weekday_span").finditer(text) if "day" in text else ():
        first, last = _WEEK.index(match["a"]), _WEEK.index(match["b"])
        days = (last - first) % 7 + 1
        around = text[max(0, match.start() - 14) : match.end() + 16]
        counted = (first, last) != (0, 4) and _COUNTED.search(text, 0, match.start() + 1) is not None
        if days == _FIVE and not counted and not amount("that_week").search(around):
            days = 10 // (2 if both else 1)
        yield Mention("list", float(days * 2 if both else days), match.start(), match.end())
    for match in amount("week_long").finditer(text) if " week" in text or " every " in text or " all " in text else ():
        yield Mention("week", 7.0, match.start(), match.end())
    for match in amount("weekends").finditer(text) if " week" in text or " every " in text or " all " in text else ():
        plural = "weekends" in match.group() or both or " only" in match.group() or "every" in match.group()
        yield Mention("weekend", 4.0 if plural else 2.0, match.start(), match.end())
    for match in amount("since").finditer(text) if " since " in text or " from " in text else ():
        yield Mention("since", 4.0, match.start(), match.end(), firm=False)
    for match in amount("weekday").finditer(text) if "day" in text else ():
        plural = bool(match["s"] or match["all"] or match["t"]) or both
        yield Mention("day", 2.0 if plural else 1.0, match.start(), match.end())
