"""The common output of all transcript readers: who said what, on which line of the file, and when."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Utterance:
    """One stretch of speech. `speaker` is the name as the file has it, None where the file names nobody; `line` counts
    from 1 in the file (for JSON: the entry's place in its list); `start` and `stop` are seconds, None when not
    given."""

    speaker: str | None
    text: str
    line: int
    start: float | None = None
    stop: float | None = None
