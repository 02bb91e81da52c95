"""Bare numbers as answers: clauses that hold next to nothing else ("Nine.", "so thirteen", "call it six")."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from agents.reading.mention import WINDOW, Mention
from agents.reading.vocabulary import table

_DIGIT: Final = re.compile(r"\d")
_NUMERAL: Final = re.compile(r"\d{1,2}$")
_WEEKLONG: Final = 7
"""Below this "all three" tells of things, not of days."""
_CLOCK_BEFORE: Final = frozenset({"at", "by", "till", "until", "past", "to", "of", "age", "aged", "number", "item"})
_CLOCK_AFTER: Final = (" oclock", " am ", " pm ", " a . m", " p . m")


@cache
def _companions() -> frozenset[str]:
    return frozenset(table("amounts")["fragment"]["words"].split())


def only_companions(text: str) -> bool:
    """Whether a stretch of plain words holds nothing but numbers and what may stand beside them."""
    return all(
        len(word) == 1 or _NUMERAL.match(word) or word in _companions() for word in text.split() if word.isalnum()
    )


def find(text: str, starts: tuple[int, ...]) -> Iterator[Mention]:
    """The bare numbers among clauses that begin at `starts`."""
    if not _DIGIT.search(text):
        return
    for i, start in enumerate(starts):
        end = starts[i + 1] if i + 1 < len(starts) else len(text)
        if end - start > 80:
            continue
        words = text[start:end].split()
        numbers = [float(word) for word in words if _NUMERAL.match(word)]
        if not 1 <= len(numbers) <= 2 or not only_companions(text[start:end]):
            continue
        first = next(i for i, word in enumerate(words) if _NUMERAL.match(word))
        begin = start + len(" ".join(words[:first])) + (1 if first else 0)
        last = max(i for i, word in enumerate(words) if _NUMERAL.match(word))
        finish = start + len(" ".join(words[: last + 1])) + 1
        days = sum(numbers) / len(numbers)
        clock = words[first - 1] in _CLOCK_BEFORE if first else False
        clock = clock or (first > 0 and words[first - 1] == "all" and days < _WEEKLONG)
        clock = clock or (words[0] == ":" and text[start - 1].isdigit())
        if days <= WINDOW and not clock and not text.startswith(_CLOCK_AFTER, finish):
            yield Mention("number", days, begin, finish)
