"""Numbers "in the last two weeks" that no day is named with: "two or three in the last two weeks"; and
"couple of nights" without "a"."""

import re
from collections.abc import Callable, Iterator
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


_COUNTED: Final[tuple[tuple[str, str, Callable[[re.Match[str]], float]], ...]] = (
    ("of_14", "share", lambda match: float(match["n"])),
    ("all_but", "share", lambda match: WINDOW - float(match["n"])),
    ("week_pair", "share", lambda match: sum(float(days) for days in match.groups() if days)),
    ("alternating", "share", lambda _: WINDOW / 2),
    ("same_again", "share", lambda match: 2 * float(next(days for days in match.groups() if days))),
    ("week_and_half", "count", lambda _: 10),
    ("and_the_next", "count", lambda _: 2),
)
"""Wordings, the kind of mention that each is, and the days that it comes to."""


def in_two_weeks(text: str, start: int, end: int) -> list[Mention]:
    """The mentions of a stretch of plain words."""
    if not _TELLING.search(text, start, end + 1):
        return []
    found = []
    for match in _all("in_two_weeks", text, start, end):
        low = float(match["a"] or match["c"] or match["e"] or match["f"])
        days = (low + float(match["b"] or low)) / 2
        if 0 < days <= WINDOW:
            found.append(_found("count", days, match, start))
    found += [
        _found("most" if match["most"] else "all", 10 if match["most"] else WINDOW, match, start)
        for match in _all("bare_share", text, start, end)
        if not text[: start + match.start()].strip(" .,!?") or text[start + match.start() - 1] in ".!?"
    ]
    return found + [
        _found(kind, days(match), match, start)
        for name, kind, days in _COUNTED
        for match in _all(name, text, start, end)
    ]
