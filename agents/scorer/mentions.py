"""Finds every mention of how often in plain words, and how many days of fourteen each stands for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from agents.scorer import counts, fragments, weeks
from agents.scorer.mention import Mention
from agents.scorer.vocabulary import compiled, may_start, table

_MOST: Final = 60
"""Mentions weighed in one reply; nobody means more."""


@dataclass(frozen=True, slots=True)
class _Wording:
    name: str
    days: float
    firm: bool


@dataclass(frozen=True, slots=True)
class _Bucket:
    """All phrases that can begin with the same two characters; group n of the pattern is `wordings[n - 1]`."""

    pattern: re.Pattern[str]
    wordings: tuple[_Wording, ...]


@cache
def _bucket(head: str) -> _Bucket | None:
    rows = table("frequency")["wording"]
    entries = [(phrase, _Wording(row["name"], row["days"], row["firm"])) for row in rows for phrase in row["phrases"]]
    fitting = [(phrase, wording) for phrase, wording in entries if may_start(phrase, head)]
    if not fitting:
        return None
    fitting.sort(key=lambda entry: len(entry[0]), reverse=True)
    return _Bucket(compiled(f"({phrase})" for phrase, _ in fitting), tuple(wording for _, wording in fitting))


def _worded(text: str) -> Iterator[Mention]:
    """Mentions without a number, one at most at each word."""
    position, last = 0, len(text) - 1
    while position < last:
        bucket = _bucket(text[position + 1 : position + 3])
        match = bucket.pattern.match(text, position) if bucket else None
        if bucket and match and match.lastindex:
            wording = bucket.wordings[match.lastindex - 1]
            yield Mention(wording.name, wording.days, position, match.end(), wording.firm)
        position = text.find(" ", position + 1)


def find(text: str, starts: tuple[int, ...]) -> list[Mention]:
    """All mentions in order; where two overlap the longer one stands."""
    found = [*counts.find(text), *weeks.find(text), *_worded(text), *fragments.find(text, starts)]
    if len(found) > _MOST:
        found = sorted(found, key=lambda mention: mention.start)[:_MOST]
    found.sort(key=lambda mention: (mention.kind == "number", mention.start - mention.end))
    kept: list[Mention] = []
    for mention in found:
        if all(mention.end <= other.start or mention.start >= other.end for other in kept):
            kept.append(mention)
    kept.sort(key=lambda mention: mention.start)
    return kept
