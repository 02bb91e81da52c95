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

Span = tuple[int, int]
_NEVER: Final = re.compile(r"(?!)")
_ENDING: Final = re.compile(r"(?<=[a-z])\*")
_PART: Final = re.compile(r"(?<![?P])<(\w+)>")
ANY: Final = "*"
"""Stands in a head for any character."""


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
def _starting(name: str, head: str) -> re.Pattern[str]:
    return compiled(phrase for phrase in table("polarity")[name] if may_start(phrase, head))


def match_at(name: str, text: str, position: int) -> re.Match[str] | None:
    """The list `name` matched at the blank at `position`; as `pattern(name).match`, only faster."""
    return _starting(name, text[position + 1 : position + 3]).match(text, position)


@cache
def _entries(file: str, group: str, head: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The lists of a group that have phrases beginning so, each with a pattern of just these."""
    found = []
    for name in table(file)["groups"][group]:
        fitting = [phrase for phrase in table(file)[name] if may_start(phrase, head)]
        if fitting:
            found.append((name, compiled(fitting)))
    return tuple(found)


def scan(text: str, file: str, group: str) -> dict[str, list[Span]]:
    """Every list of a group in a data file, searched for in one pass; matches of one list do not overlap."""
    found: dict[str, list[Span]] = {name: [] for name in table(file)["groups"][group]}
    position, last = 0, len(text) - 1
    while position < last:
        for name, listed in _entries(file, group, text[position + 1 : position + 3]):
            match = listed.match(text, position)
            if match and (not found[name] or found[name][-1][1] <= position):
                found[name].append(match.span())
        position = text.find(" ", position + 1)
    return found


def may_start(phrase: str, head: str) -> bool:
    """Whether a match of a phrase can begin with these one or two characters."""
    return any(all(a in (ANY, b) for a, b in zip(known, head, strict=False)) for known in heads(phrase, 2))


@cache
def heads(phrase: str, length: int) -> frozenset[str]:
    """The first characters that a match of a phrase can have, as many as `length`; `ANY` stands for any one."""
    if not phrase or not length:
        return frozenset({""})
    if phrase.startswith("(?"):
        end = _closing(phrase)
        if not phrase.startswith("(?:"):
            return heads(phrase[end + 1 :], length)
        optional = phrase[end + 1 : end + 2] in ("?", "*")
        rest = phrase[end + 1 + optional :]
        inside = [heads(part + rest, length) for part in _alternatives(phrase[3:end])]
        return frozenset[str]().union(*inside, heads(rest, length) if optional else ())
    if phrase[0] == "[":
        end = phrase.index("]")
        return _followed(phrase[1:end], phrase[end + 1 :], length)
    if phrase[0] == "\\":
        return _followed("0123456789", phrase[2:], length) if phrase[1] == "d" else frozenset({ANY * length})
    if phrase[1:2] == "*":
        return frozenset({phrase[0] + ANY * (length - 1)})
    return _followed(phrase[0], phrase[1:], length)


def _followed(characters: str, rest: str, length: int) -> frozenset[str]:
    if rest[:1] == "?":
        return _followed(characters, rest[1:], length) | heads(rest[1:], length)
    if rest[:1] in ("+", "{"):
        return frozenset(char + ANY * (length - 1) for char in characters)
    return frozenset(char + tail for char in characters for tail in heads(rest, length - 1))


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
