"""Slips of the finger in words of how often: a letter left out, doubled, or swapped with the next ("evry", "nver").

Only letters behind the first one slip, and what is a word by itself ("time" for "times") is none.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from agents.reading.vocabulary import table

_FEWEST = 3
"""Letters of a slip."""
_WORD = re.compile(r"[^\W\d_]{3,}")


@cache
def slips() -> Mapping[str, str]:
    """The word that each slip stands for."""
    listed = table("words")
    often, spared = listed["often"].split(), frozenset(listed["spared"].split())
    found = {slip: word for word in often for slip in _of(word) if len(slip) >= _FEWEST}
    return {slip: word for slip, word in found.items() if slip not in spared and slip not in often}


def _of(word: str) -> Iterator[str]:
    for place in range(1, len(word)):
        head, letter, rest = word[:place], word[place], word[place + 1 :]
        yield head + rest
        yield head + letter + letter + rest
        if rest:
            yield head + rest[0] + letter + rest[1:]


def mended(text: str) -> str:
    """The text without these slips; for readers that need no places in it."""
    return _WORD.sub(lambda match: slips().get(match[0].lower(), match[0]), text)
