"""The engine's word lists, read once from the data files in `english`."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from agents.reading.phrase import compiled
from agents.reading.phrasebook import Phrasebook

Span = tuple[int, int]
_PART: Final = re.compile(r"(?<![?P])<(\w+)>")


@cache
def table(file: str) -> dict[str, Any]:
    """A data file of the folder `english`, by its name without ending."""
    return tomllib.loads((Path(__file__).parent / "english" / f"{file}.toml").read_text("utf-8"))


@cache
def pattern(name: str) -> re.Pattern[str]:
    """The list `name` of `polarity.toml` as a pattern that begins with a blank and looks ahead to one."""
    return compiled(table("polarity")[name])


@cache
def _book(file: str, *names: str) -> Phrasebook:
    return Phrasebook({name: table(file)[name] for name in names})


def ends_at(text: str, position: int, *names: str) -> dict[str, int]:
    """Where the longest phrase of each of these lists of `polarity.toml` ends, begun at the blank at `position`."""
    return _book("polarity", *names).longest(text, position)


@cache
def _common_book() -> Phrasebook:
    marks = {name: table("polarity")[name] for name in table("polarity")["groups"]["marks"]}
    return Phrasebook(marks | {row["name"]: row["phrases"] for row in table("frequency")["wording"]})


def scan_common(text: str) -> dict[str, list[Span]]:
    """The turning words of `polarity.toml` and the wordings of `frequency.toml`, by name, searched for in one pass."""
    return _common_book().scan(text)


def filled(phrase: str, parts: Mapping[str, str]) -> str:
    """A phrase with the choices of words in it that have names: `<fear>`."""
    return _PART.sub(lambda match: f"(?:{parts[match[1]]})", phrase)


@cache
def amount(name: str) -> re.Pattern[str]:
    """The pattern `name` of `amounts.toml`, its parts filled in."""
    parts = table("amounts")["part"]
    filled = _PART.sub(lambda match: parts[match[1]], table("amounts")["pattern"][name])
    return re.compile(filled.replace("\n", ""))
