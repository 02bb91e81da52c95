"""The patterns of `phrases.toml`, compiled when first used (compiling all of them takes a good part of a second)."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

_PART = re.compile(r"<([a-z_]+)>")


@cache
def _data() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def _filled(text: str) -> str:
    """The text with every `<name>` that is a part put in, parts within parts too; other angle brackets stay."""
    parts = _data()["parts"]
    return _PART.sub(lambda match: _filled(parts[match[1]]) if match[1] in parts else match[0], text)


def _either(alternatives: list[str]) -> str:
    return f"(?:{'|'.join(map(_filled, alternatives))})"


@cache
def move(name: str) -> re.Pattern[str]:
    """A move as a whole sentence, with filler before it, courtesy after it and the reason in the group `why`."""
    parts = _data()["parts"]
    core = _either(_data()["moves"][name])
    return re.compile(rf"{parts['filler']}{core}{parts['courtesy']}{parts['why']}\s*[.,!?:)(-]*")


@cache
def words(name: str) -> re.Pattern[str]:
    """A list of words or phrases to look for anywhere, whole words only, upper or lower case."""
    return re.compile(rf"\b{_either(_data()['words'][name])}\b", re.IGNORECASE)


@cache
def pattern(name: str) -> re.Pattern[str]:
    """A pattern that is matched as it is, upper or lower case."""
    return re.compile(_either(_data()["patterns"][name]), re.IGNORECASE)


@cache
def group(name: str) -> Mapping[str, re.Pattern[str]]:
    """A table of patterns by name (`frames` or `topics`), in the file's order."""
    return {key: re.compile(_filled(text)) for key, text in _data()[name].items()}
