"""Recognises provider errors logged in place of a turn (`provider_error.toml`)."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.runs.published import Utterance

_STATUS: Final = re.compile(r"\b[45]\d\d\b")
_LONGEST: Final = 4_000
"""Characters that are read from the start and from the end, because bodies may be whole pages."""


class _Sign(NamedTuple):
    kind: str
    pattern: re.Pattern[str]


def provider_error(text: str) -> str | None:
    """The kind of error, with its status where the text names one; None for anything that somebody said."""
    shown = text if len(text) <= 2 * _LONGEST else f"{text[:_LONGEST]}\n{text[-_LONGEST:]}"
    sign = next((sign for sign in _signs() if sign.pattern.search(shown)), None)
    if sign is None:
        return None
    status = _STATUS.search(shown)
    return f"{sign.kind} ({status[0]})" if status else sign.kind


def failed_turn(said: Iterable[Utterance]) -> str | None:
    """The first such turn of a conversation, in words; None where there is none."""
    for number, turn in enumerate(said, start=1):
        if (kind := provider_error(turn.text)) is not None:
            return f"turn {number} ({turn.role}) is {kind}, not words"
    return None


@cache
def _signs() -> tuple[_Sign, ...]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return tuple(
        _Sign(one["kind"], _pattern(one.get("opening", []), one.get("anywhere", []))) for one in table["signs"]
    )


def _pattern(opening: list[str], anywhere: list[str]) -> re.Pattern[str]:
    at_start = rf"\A\W*(?:json\W+)?(?:{'|'.join(opening)})" if opening else ""
    return re.compile("|".join([*([at_start] if at_start else []), *anywhere]), re.DOTALL)
