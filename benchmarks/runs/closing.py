"""The diagnosis that a published log repeats as a turn at its end: the log's own claim, and nobody's speech."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from benchmarks.runs.lexicon import headed
from benchmarks.runs.published import Utterance

_MOST_AFTER: Final = 2
"""The most patient turns that may follow the diagnosis: thanks and a farewell."""
_LEAST_SHARED: Final = 80
"""A text of at least this many letters contained in another one counts as the same."""
_MARKS: Final = ("diagnosis:", "<med>")
_MARKUP: Final = re.compile(r"</?\w+>|[\W_]+")


def without_diagnosis(said: Sequence[Utterance], given: str | None = None) -> tuple[tuple[Utterance, ...], str | None]:
    """The conversation without the turns that state the diagnosis, and the diagnosis: the one `given`, else the text of
    those turns."""
    told = (given or "").strip()
    closing = {place for place in _at_the_end(said) if _tells(said, place, told)}
    kept = tuple(turn for place, turn in enumerate(said) if place not in closing)
    found = "\n\n".join(said[place].text for place in sorted(closing))
    return kept, told or found or None


def _at_the_end(said: Sequence[Utterance]) -> Iterator[int]:
    """The interviewer's turns at the end, the last one first; never the first turn of the log."""
    after = 0
    for place in range(len(said) - 1, 0, -1):
        after += said[place].role == "patient"
        if after > _MOST_AFTER:
            return
        if said[place].role == "interviewer":
            yield place


def _tells(said: Sequence[Utterance], place: int, diagnosis: str) -> bool:
    """Whether the turn is that diagnosis, or has its heading; for the last turn, which nobody answers, a mark is
    enough."""
    text = said[place].text
    last = place == len(said) - 1
    return _same(text, diagnosis) or headed(text) or (last and any(mark in text.lower() for mark in _MARKS))


def _same(turn: str, diagnosis: str) -> bool:
    """Whether both have the same letters, whatever the markup, or one contains the other and is too long for a
    coincidence."""
    short, long = sorted((_letters(turn), _letters(diagnosis)), key=len)
    return short == long != "" or (len(short) >= _LEAST_SHARED and short in long)


def _letters(text: str) -> str:
    return _MARKUP.sub("", text).casefold()
