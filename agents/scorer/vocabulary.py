"""Word lists as compiled patterns over plain words (see `words.py`), read once from the data files beside this module.

An entry is a phrase; `*` stands for any ending of a word and the rest is regular-expression syntax without nested repeats.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

_NEVER: Final = re.compile(r"(?!)")
_ENDING: Final = re.compile(r"(?<=[a-z])\*")


def compiled(phrases: list[str], *, anchored: bool = False) -> re.Pattern[str]:
    """One pattern for all phrases, each between blanks; longer phrases are tried first."""
    if not phrases:
        return _NEVER
    ordered = sorted(phrases, key=len, reverse=True)
    body = "|".join(_ENDING.sub(r"\\w*", phrase) for phrase in ordered)
    return re.compile(rf"{'' if anchored else ' '}(?:{body})(?= )")


@cache
def table(file: str) -> dict[str, Any]:
    """A data file beside this module, by its name without ending."""
    return tomllib.loads(Path(__file__).with_name(f"{file}.toml").read_text("utf-8"))


@cache
def pattern(name: str) -> re.Pattern[str]:
    """The list `name` of `polarity.toml` as a pattern."""
    return compiled(table("polarity")[name])
