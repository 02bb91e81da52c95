"""How varied words are: distinct-n (Li et al., 2016)."""

import re
from collections.abc import Sequence
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def words(text: str) -> list[str]:
    """The words in lower case; an apostrophe within a word belongs to it."""
    return [word.replace("’", "'") for word in _WORD.findall(text.lower())]


def distinct(texts: Sequence[str], length: int) -> tuple[float, int] | None:
    """Different runs of `length` words by all of them, and how many that is; no run crosses from text to text.
    None where there is none."""
    runs = [
        tuple(said[start : start + length]) for said in map(words, texts) for start in range(len(said) - length + 1)
    ]
    return (len(set(runs)) / len(runs), len(runs)) if runs else None
