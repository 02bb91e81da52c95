"""Numbers "in the last two weeks" that no day is named with: "two or three in the last two weeks"; and
"couple of nights" without "a"."""

import re
from collections.abc import Iterator
from typing import Final

from agents.quantitative.lexicon import pattern
from agents.reading.mention import WINDOW, Mention

_AFTER: Final = 70
"""Characters behind "not a day" that are read for what it denies."""
_TELLING: Final = re.compile(r"\d| (?:couple|most|all|week|and)")
"""One of these is in every wording that `in_two_weeks` finds."""


def no_relief(text: str) -> bool:
    """Whether a sentence says that no day was without the problem: "there's not been a day I didn't"."""
    plain = text.replace(" ,", "")
    match = pattern("no_day").search(plain)
    return match is not None and pattern("broken").search(plain[match.end() : match.end() + _AFTER] + " ") is not None


def _all(name: str, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    return pattern(name).finditer(text[start : end + 1])


def _found(kind: str, days: float, match: re.Match[str], start: int) -> Mention:
    return Mention(kind, min(max(days, 0), WINDOW), start + match.start(), start + match.end())


def in_two_weeks(text: str, start: int, end: int) -> list[Mention]:
    """The mentions of a stretch of plain words."""
    if not _TELLING.search(text, start, end + 1):
        return []
    found = []
    for match in pattern("in_two_weeks").finditer(text[start : end + 1]):
        low = float(match["a"] or match["c"] or match["e"] or match["f"])
        days = (low + float(match["b"] or low)) / 2
        if 0 < days <= WINDOW:
            found.append(Mention("count", days, start + match.start(), start + match.end()))
    found += [
        _found("most" if match["most"] else "all", 10 if match["most"] else WINDOW, match, start)
        for match in _all("bare_share", text, start, end)
        if not text[: start + match.start()].strip(" .,!?") or text[start + match.start() - 1] in ".!?"
    ]
    found += [_found("share", float(match["n"]), match, start) for match in _all("of_14", text, start, end)]
    found += [_found("share", WINDOW - float(match["n"]), match, start) for match in _all("all_but", text, start, end)]
    found += [
        _found("share", sum(float(days) for days in match.groups() if days), match, start)
        for match in _all("week_pair", text, start, end)
    ]
    found += [_found("share", WINDOW / 2, match, start) for match in _all("alternating", text, start, end)]
    found += [
        _found("share", 2 * float(next(days for days in match.groups() if days)), match, start)
        for match in _all("same_again", text, start, end)
    ]
    found += [_found("count", 10, match, start) for match in _all("week_and_half", text, start, end)]
    found += [
        Mention("count", 2, start + match.start(), start + match.end())
        for match in pattern("and_the_next").finditer(text[start : end + 1])
    ]
    return found
