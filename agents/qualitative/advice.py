"""Advice in a written assessment: what to do next is the clinician's. What others advised the participant, and what the
participant thinks should be, is told and may stand."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

_ENDS: Final = re.compile(r"(?<=[.!?])[\"”)\]]*\s+(?=[\"“(\[]?[A-Z0-9])")
_QUOTED: Final = re.compile(r"[\"“„«][^\"“”„«»]{1,1000}[\"”»]")


def advises(sentence: str) -> bool:
    """Whether a sentence tells somebody what to do about the participant. Words between quotation marks count for
    nothing."""
    bare = _QUOTED.sub("…", sentence).lower().replace("’", "'").strip(" -–•*")
    return _pattern("advice").search(_pattern("told").sub(" … ", bare)) is not None


def without_advice(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without the sentences that advise, and these sentences."""
    lost: list[str] = []
    lines = []
    for line in text.splitlines():
        told = _ENDS.split(line)
        lost += [one for one in told if advises(one)]
        lines.append(" ".join(one for one in told if not advises(one)))
    return "\n".join(filter(str.strip, lines)), tuple(lost)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return re.compile("|".join(table[name]))
