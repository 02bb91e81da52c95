"""The catalogue: what the interviewer says to questions about the conversation itself, read once from the data file."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from agents.domain.value import Value

UNKNOWN: Final = "unknown"
NUMBER: Final = "number"
"""The topic of numbers to call, which is a call for help where nothing else is said."""


class Entry(Value):
    """One topic: how it is asked (regular expressions on lower-case text), the answer with its slots `{n}` and `{left}`
    (`at_first`: before the first item, `at_last`: with the last one), and whether the therapist gets a notice because
    more is wanted."""

    key: str
    asked: tuple[str, ...] = ()
    answer: str
    at_first: str | None = None
    at_last: str | None = None
    noted: bool = False

    def fits(self, sentence: str) -> bool:
        """Whether a sentence, in lower case with straight quotes, asks about it."""
        return _either(self.asked).search(sentence) is not None


@cache
def _either(asked: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(asked))


@cache
def entries() -> tuple[Entry, ...]:
    """All topics, in the order in which they are tried; the last one answers what none of them knows."""
    told = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["entries"]
    unknown = Entry(key=UNKNOWN, answer=_UNKNOWN, noted=True)
    return (*(Entry.model_validate(one) for one in told), unknown)


def entry(key: str) -> Entry:
    """A topic by its key. Raises StopIteration for a key that is none."""
    return next(one for one in entries() if one.key == key)


_UNKNOWN: Final = "I don't know that. I've noted your question for your therapist."
