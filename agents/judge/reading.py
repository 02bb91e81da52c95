"""Reads the mark in a judge's text: `Score: 4`, `**Score:** 4`, `Score (1-5): 4`, JSON, with or without prose around
it."""

import json
import re
from typing import Any, Final

from agents.domain.mark import HIGHEST, LOWEST
from agents.llm.errors import Malformed
from agents.llm.thinking import spoken

_SCORE: Final = re.compile(
    r"\b(?:score|rating|grade)\b[\"'*_\s]*"
    r"(?:\(\s*\d\s*(?:-|–|to)\s*\d\s*\)|\[\s*\d\s*(?:-|–|to)\s*\d\s*\]|out of \d+|\(out of \d+\))?"
    r"[\"'*_\s]*(?::|=|\bis\b|-|–|—|\n(?=[\s*_]*\d))[\"'*_\s\[(]*(?P<value>[^\s\"'*_,;\])}]+)",
    re.IGNORECASE,
)
_WHOLE: Final = re.compile(r"[+]?(\d+)(?:\.0+)?(?:/5)?\.?$")
_NONE: Final = re.compile(r"(?:n/?a|none|null|unknown|not)\b", re.IGNORECASE)
_BULLET: Final = re.compile(r"^\s*(?:[-–•*]|\d{1,2}[.)])\s+(.*\S)\s*$")
_NO_MISTAKE: Final = re.compile(r"^(?:none|no mistakes?|nothing|n/?a)\b", re.IGNORECASE)
_MOST_MISTAKES: Final = 50
_MOST_CHARACTERS: Final = 50_000


def read_mark(text: str) -> tuple[int | None, tuple[str, ...]]:
    """The score, None for "could not be judged", and the mistakes named. Only the last score in the text counts, so an
    earlier count ("3 of 5 are covered") is ignored. Raises Malformed for a text without a score and for a score that is
    not a whole number from 1 to 5: nothing is rounded, clipped or guessed."""
    bare = spoken(text.replace("\0", ""))[-_MOST_CHARACTERS:]
    found = _of_json(bare)
    values = [found] if found is not None else [match["value"] for match in _SCORE.finditer(bare)]
    if not values:
        raise Malformed("the answer gives no score: end with a line `Score: N`")
    return _whole(str(values[-1])), _mistakes(bare)


def _of_json(text: str) -> Any:
    """The score in a text that is a JSON object or contains exactly one. Raises Malformed for two different ones."""
    start, scores = text.find("{"), []
    while start >= 0:
        try:
            value, end = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            if isinstance(value, dict) and "score" in {str(key).lower() for key in value}:
                scores.append(next(part for key, part in value.items() if str(key).lower() == "score"))
        start = text.find("{", end)
    if len(scores) > 1:
        raise Malformed("the answer holds two objects with a score: give one")
    return ("null" if scores[0] is None else scores[0]) if scores else None


def _whole(value: str) -> int | None:
    if _NONE.match(value):
        return None
    match = _WHOLE.match(value)
    if match is None or not LOWEST <= int(match[1]) <= HIGHEST:
        raise Malformed(f"the score has to be one whole number from {LOWEST} to {HIGHEST}")
    return int(match[1])


def _mistakes(text: str) -> tuple[str, ...]:
    """The bullets before the last score."""
    before = text[: max((match.start() for match in _SCORE.finditer(text)), default=len(text))]
    named = [match[1] for line in before.splitlines() if (match := _BULLET.match(line))]
    return tuple(one for one in named if not _NO_MISTAKE.match(one.strip("*_ ")))[:_MOST_MISTAKES]
