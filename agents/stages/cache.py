"""What was made of the last few transcripts, for the stages that ask for the same."""

from collections import deque
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, TypeVar

from agents.domain.transcript import Transcript

T = TypeVar("T")
_REMEMBERED: Final = 8


def remembered(make: Callable[[Transcript], T]) -> Callable[[Transcript], T]:
    """The function, remembering what it made of the last few transcripts: of the same object, which is told at once,
    or of an equal one, for which all turns must be gone through."""
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
