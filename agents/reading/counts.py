"""Counted frequency: numbers of days or times, shares of fourteen, rates by day, week and month."""

import re
from collections.abc import Iterator
from typing import Final

from agents.reading.mention import WINDOW, Mention
from agents.reading.vocabulary import amount, table

_TIMES: Final = re.compile(r"(?:time|attack|episode|lapse|x$|panic|one|outburst|slip|bout|row|go|turn|nightmare|blip)")
_DAYS: Final = re.compile(r" (?:days?|nights?|mornings?|evenings?|times)")
_TENTHS: Final = 10
"""Of ten without days is a mark ("energy 9 out of 10")."""
_DAILY: Final = (" day ", " night ", " morning ", " evening ")
_DIGIT: Final = re.compile(r"\d")
_STEPS: Final = {"3rd": 3, "4th": 4, "5th": 5, "second": 2, "other": 2}
_MOST_DAYS: Final = 40
"""A larger number of days is none of these two weeks."""


def _mean(match: re.Match[str]) -> float:
    groups = match.groupdict()
    low = float(groups["n"])
    high = groups.get("m") or groups.get("k")
    return low if high is None or float(high) < low else (low + float(high)) / 2


def _small(word: str) -> float:
    vague: dict[str, float] = table("amounts")["vague_count"]
    if word in vague:
        return vague[word]
    numbers = [float(part) for part in word.split() if part[0].isdigit()]
    return sum(numbers) / len(numbers)


def _rates(text: str) -> Iterator[Mention]:
    for match in amount("rate").finditer(text) if " week" in text or " wk" in text else ():
        if match["w"] == "both":
            continue
        if match["w"] == "every" and " of the week" in match[0]:
            yield Mention("all", WINDOW, match.start(), match.end())
            continue
        days = min(2 * _small(match["w"]), WINDOW)
        yield Mention("rate", days, match.start(), match.end(), match["w"] not in ("some", "the odd", "every"))
    for match in amount("daily").finditer(text) if any(word in text for word in _DAILY) else ():
        yield Mention("all", WINDOW, match.start(), match.end())
    for match in amount("monthly").finditer(text) if " month" in text or " year" in text else ():
        days = _small(match["w"]) / 2 if match["p"] == "month" else 0.0
        yield Mention("rate", max(days, 0.6) if match["p"] == "month" else 0.0, match.start(), match.end())
    for match in amount("every_n").finditer(text) if " every " in text else ():
        step = float(_STEPS.get(match["n"]) or match["n"])
        yield Mention("rate", WINDOW / ((step + float(match["m"] or step)) / 2 or 1), match.start(), match.end())


def _counts(text: str) -> Iterator[Mention]:
    for match in amount("share").finditer(text):
        whole = float(match["of"])
        share = _mean(match)
        if whole == _TENTHS and not _DAYS.search(match[0]):
            continue
        if 0 < whole <= WINDOW and share <= whole:
            yield Mention("share", share if whole == WINDOW else share * WINDOW / whole, match.start(), match.end())
    for match in amount("count").finditer(text):
        days = _mean(match)
        if days <= _MOST_DAYS:
            kind = "times" if _TIMES.match(match["unit"]) else "count"
            yield Mention(kind, min(days, WINDOW), match.start(), match.end())
    for match in amount("pair").finditer(text):
        days = sum(float(match[part]) for part in "ab" if match[part].isdigit())
        yield Mention("share", min(days, WINDOW), match.start(), match.end())
    for match in amount("last_days").finditer(text):
        word = match["n"]
        yield Mention("count", min(float(word) if word.isdigit() else 3.0, WINDOW), match.start(), match.end())


def find(text: str) -> Iterator[Mention]:
    """All counted mentions in plain words; they may overlap."""
    yield from _rates(text)
    if _DIGIT.search(text):
        yield from _counts(text)
