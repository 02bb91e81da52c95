"""How often, read by the short list of a language (`often.LANGUAGE.toml`): days of fourteen, with the words that say
so."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from agents.language import Language, flat, texts

_WINDOW: Final = 14
_LONGEST: Final = 4_000
_BEFORE: Final = 30
_BARE: Final = re.compile(r"\W*+(?:(?:unos|unas|como|casi|creo que)\W++)?(\w+)(?: (?:o|a) (\w+))?\W*")
"""A number and nothing else."""


@dataclass(frozen=True, slots=True)
class Often:
    """Days of fourteen (0-14); `asks` where the words leave open how many; the place of the words (code points)."""

    days: float
    asks: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Ways:
    no: re.Pattern[str]
    yes: re.Pattern[str]
    corrects: re.Pattern[str]
    only_days: re.Pattern[str]
    numbers: dict[str, int]
    often: tuple[tuple[re.Pattern[str], str, bool], ...]


@cache
def _ways(language: Language) -> _Ways:
    told = texts(Path(__file__), language)
    number = rf"(?:\d{{1,2}}|{'|'.join(told['numbers'])})"
    return _Ways(
        no=re.compile(told["no"]),
        yes=re.compile(told["yes"]),
        corrects=re.compile(told["corrects"]),
        only_days=re.compile(told["only_days"].replace("{n}", number)),
        numbers=dict(told["numbers"]),
        often=tuple(_way(one, number) for one in told["often"]),
    )


def _way(one: dict[str, Any], number: str) -> tuple[re.Pattern[str], str, bool]:
    said = one["says"].replace("{n}", f"(?P<n>{number})").replace("{m}", f"(?P<m>{number})")
    return re.compile(said), one["days"], bool(one.get("asks"))


def often(text: str, language: Language) -> Often | None:
    """How often by the words of a text; None where it does not say."""
    ways, said = _ways(language), flat(text[:_LONGEST])
    found: list[Often] = []
    if (bare := _BARE.fullmatch(said)) is not None:
        numbers = [_number(word, ways) for word in bare.groups() if word]
        if all(one is not None and one <= _WINDOW for one in numbers):
            return Often(sum(filter(None, numbers)) / len(numbers), False, *bare.span(1))
    for pattern, days, asks in ways.often:
        while match := pattern.search(said):
            start, end = match.span()
            if (counted := _days(match, days, ways)) is not None:
                found.append(Often(counted, asks, start, end))
            said = f"{said[:start]}{'#' * (end - start)}{said[end:]}"
            if start == end:
                break
    return _chosen(found, flat(text[:_LONGEST]), ways)


def flat_answer(text: str, language: Language) -> bool | None:
    """True for a text that is nothing but a yes, False for nothing but a no, None for any other."""
    ways, said = _ways(language), flat(text[:_LONGEST]).strip(" .,!?;:()\n")
    if ways.no.fullmatch(said):
        return False
    return True if ways.yes.fullmatch(said) else None


def only_days(text: str, language: Language) -> bool:
    """Whether a text is nothing but so many days, perhaps behind words that another language is not understood."""
    return _ways(language).only_days.fullmatch(flat(text[:_LONGEST])) is not None


def _chosen(found: list[Often], said: str, ways: _Ways) -> Often | None:
    """The one that counts: the last where it corrects, else the firm one with most days, else the first vague one."""
    told = sorted(found, key=lambda one: one.start)
    for before, after in reversed([*pairwise(told)]):
        if ways.corrects.search(said[max(before.end, after.start - _BEFORE) : after.start]):
            return after
    firm = [one for one in told if not one.asks]
    counted = [one for one in firm if one.days] or firm
    return max(counted, key=lambda one: one.days) if counted else next(iter(told), None)


def _days(match: re.Match[str], days: str, ways: _Ways) -> float | None:
    if "n" not in days:
        return float(days)
    groups = match.groupdict()
    numbers = [_number(word, ways) for name in ("n", "m") if (word := groups.get(name))]
    if not numbers or any(one is None for one in numbers):
        return None
    count = sum(filter(None, numbers)) / len(numbers)
    told = {"n": count, "14-n": _WINDOW - count, "2n": 2 * count, "14/n": _WINDOW / max(count, 1)}[days]
    return max(0.0, min(told, _WINDOW)) if count <= _WINDOW else None


def _number(word: str, ways: _Ways) -> int | None:
    return int(word) if word.isascii() and word.isdecimal() else ways.numbers.get(word)
