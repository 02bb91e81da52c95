"""Splits a transcript into overlapping passages: sliding windows of lines."""

from collections.abc import Iterator
from typing import Final

from agents.assessment.formats.variants import as_text
from agents.domain.transcript import Role, Transcript
from agents.domain.value import Value
from agents.errors import CorrectInput

SIZE: Final = 8
STEP: Final = 2


class Chunk(Value):
    """The lines `first` to `last` (from 0, inclusive) of a transcript. `place` counts the chunks of a transcript."""

    place: int
    first: int
    last: int
    turns: Transcript

    @property
    def text(self) -> str:
        """`Speaker: words`, one line per turn."""
        return as_text(self.turns)


def chunks(transcript: Transcript, size: int = SIZE, step: int = STEP) -> Iterator[Chunk]:
    """Windows in order; the last one ends with the transcript, whatever the step. Windows without a word of the
    participant are left out. Raises CorrectInput for a size or step below 1, or a step that leaves lines out."""
    if not 1 <= step <= size:
        raise CorrectInput(f"windows of {size} lines sliding by {step}: the step must be 1 to the size")
    starts = list(range(0, max(1, len(transcript) - size + 1), step))
    if starts[-1] + size < len(transcript):
        starts.append(len(transcript) - size)
    place = 0
    for start in starts:
        turns = transcript[start : start + size]
        if any(turn.role is Role.PATIENT for turn in turns):
            yield Chunk(place=place, first=start, last=start + len(turns) - 1, turns=_numbered(turns))
            place += 1


def _numbered(turns: Transcript) -> Transcript:
    return tuple(turn.model_copy(update={"index": index}) for index, turn in enumerate(turns))
