"""A cache of results for the last few transcripts, for stages that ask for the same."""

from collections import deque
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, TypeVar

from agents.domain.transcript import Transcript

T = TypeVar("T")
_REMEMBERED: Final = 8


def remembered(make: Callable[[Transcript], T]) -> Callable[[Transcript], T]:
    """The function with a cache of its results for the last few transcripts: for the same object, which is recognised
    at once, or for an equal one, which takes a comparison of all turns."""
    kept: deque[tuple[Transcript, T]] = deque(maxlen=_REMEMBERED)
    by_value = lru_cache(_REMEMBERED)(make)

    @wraps(make)
    def found(transcript: Transcript) -> T:
        for one, made in tuple(kept):
            if one is transcript:
                return made
        made = by_value(transcript)
        kept.append((transcript, made))
        return made

    return found
