"""Word lists as compiled patterns over plain words (see `words.py`), read once from the data files beside this module.

An entry of a list is a phrase; `*` after a letter stands for any ending of a word and the rest is regular-expression
syntax without nested repeats. Every pattern begins with a blank and looks ahead to one.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

_NEVER: Final = re.compile(r"(?!)")
_ENDING: Final = re.compile(r"(?<=[a-z])\*")
_PART: Final = re.compile(r"(?<![?P])<(\w+)>")
ANY: Final = "*"
"""Stands among initials for any character."""


def compiled(phrases: Iterable[str]) -> re.Pattern[str]:
    """One pattern for all phrases; longer phrases are tried first."""
    ordered = sorted(phrases, key=len, reverse=True)
    if not ordered:
        return _NEVER
    body = "|".join(_ENDING.sub(r"\\w*", phrase) for phrase in ordered)
    return re.compile(rf" (?:{body})(?= )")


@cache
def table(file: str) -> dict[str, Any]:
    """A data file beside this module, by its name without ending."""
    return tomllib.loads(Path(__file__).with_name(f"{file}.toml").read_text("utf-8"))


@cache
def pattern(name: str) -> re.Pattern[str]:
    """The list `name` of `polarity.toml` as a pattern."""
    return compiled(table("polarity")[name])


@cache
def _starting(name: str, initial: str) -> re.Pattern[str]:
    return compiled(phrase for phrase in table("polarity")[name] if initials(phrase) & {initial, ANY})


def match_at(name: str, text: str, position: int) -> re.Match[str] | None:
    """The list `name` matched at the blank at `position`; as `pattern(name).match`, only faster."""
    initial = text[position + 1 : position + 2]
    return _starting(name, initial).match(text, position) if initial else None


@cache
def initials(phrase: str) -> frozenset[str]:
    """The characters that a match of a phrase can begin with, `ANY` among them when it can be any."""
    if not phrase:
        return frozenset()
    if phrase.startswith("(?"):
        end = _closing(phrase)
        rest = phrase[end + 1 :]
        if not phrase.startswith("(?:"):
            return initials(rest)
        inside = frozenset[str]().union(*(initials(part) for part in _alternatives(phrase[3:end])))
        return inside | initials(rest[1:]) if rest[:1] in ("?", "*") else inside
    if phrase[0] == "[":
        return frozenset(phrase[1 : phrase.index("]")])
    if phrase[0] == "\\":
        return frozenset("0123456789") if phrase[1] == "d" else frozenset(ANY)
    return frozenset(phrase[0])


def _closing(phrase: str) -> int:
    depth = 0
    for i, char in enumerate(phrase):
        depth += (char == "(") - (char == ")")
        if not depth:
            return i
    raise ValueError(f"unbalanced phrase: {phrase}")


def _alternatives(body: str) -> list[str]:
    parts, depth = [""], 0
    for char in body:
        depth += (char == "(") - (char == ")")
        if char == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return parts


@cache
def amount(name: str) -> re.Pattern[str]:
    """The pattern `name` of `amounts.toml`, its parts filled in."""
    parts = table("amounts")["part"]
    filled = _PART.sub(lambda match: parts[match[1]], table("amounts")["pattern"][name])
    return re.compile(filled.replace("\n", ""))
