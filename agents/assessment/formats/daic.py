"""Transcripts of DAIC-WOZ (Gratch et al., 2014) and E-DAIC, with corrections for their known faults.

`300_P/300_TRANSCRIPT.csv` has the tab-separated columns start_time, stop_time, speaker (Ellie, Participant) and value.
The faults are those listed by Bailey and Plumbley (Gender bias in depression detection, 2021; their preprocessing):
sync markers, talk before the interview, two interrupted sessions, three sessions without the interviewer's words.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from agents.assessment.formats.utterance import Utterance
from agents.errors import CorrectInput

INTERRUPTED: Final = {373: (395.0, 428.0), 444: (286.0, 387.0)}
"""Sessions that were interrupted, with the start and end of the interruption in seconds."""
WITHOUT_INTERVIEWER: Final = frozenset({451, 458, 480})
INTERVIEWER: Final = "Ellie"
PARTICIPANT: Final = "Participant"

_SYNC: Final = re.compile(
    r"^[<\[(]?\s*sync(?:h|ed|hed|ing|hing|hronis(?:e|ing)|hroniz(?:e|ing))?\s*[>\])]?[\s.!]*$", re.I
)
_BRACKETED_SYNC: Final = re.compile(r"^[<\[(]\s*sync[^>\])]{0,40}[>\])]?[\s.!]*$", re.IGNORECASE)
_SCRIPTED: Final = re.compile(r"^[A-Za-z0-9]+(?:[_'-]?[A-Za-z0-9]+)*\s*\((?P<words>.+)\)$")
_LONGEST_HEADER: Final = 500
_COLUMNS: Final = {
    "start_time": "start",
    "stop_time": "stop",
    "end_time": "stop",
    "speaker": "speaker",
    "value": "value",
    "text": "value",
}


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A session after cleaning. `removed` counts the removed lines by reason (empty, before_interview, sync,
    interruption); `warnings` name anything unusual. Neither contains words of the transcript."""

    utterances: tuple[Utterance, ...]
    lines: int
    removed: dict[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def is_table(text: str) -> bool:
    """Whether the first line names the columns of such a file."""
    return "value" in (columns := _header(text)) and ("speaker" in columns or "start" in columns)


def session_of(name: str) -> int | None:
    """The session's number in a file's name (`300_TRANSCRIPT.csv`, `300_P/..`), None when there is none."""
    match = re.search(r"(?:^|/)(\d{3})_", name.replace("\\", "/"))
    return int(match[1]) if match else None


def rows(text: str) -> list[Utterance]:
    """The lines of a table as they are. Raises CorrectInput for a missing column or a time that is not a number."""
    lines = text.removeprefix("\ufeff").splitlines()
    columns = _header(text)
    if not is_table(text):
        raise CorrectInput(
            "the first line must name the columns start_time, stop_time, speaker and value, tab-separated"
        )
    return [_row(_fields(line, lines[0]), columns, number) for number, line in enumerate(lines[1:], 2) if line.strip()]


def clean(lines: Sequence[Utterance], session: int | None = None) -> Cleaned:
    """The lines without those that are not part of the interview. `session` is the number by which known faults are
    looked up. Raises CorrectInput when no words of the participant are left."""
    kept, removed = list(lines), Counter[str]()

    def drop(reason: str, wanted: Callable[[Utterance], bool]) -> None:
        nonlocal kept
        left = [one for one in kept if wanted(one)]
        if len(left) < len(kept):
            removed[reason] = len(kept) - len(left)
        kept = left

    drop("empty", lambda one: bool(one.text.strip()) and bool(one.speaker))
    first = next((one.line for one in kept if one.speaker == INTERVIEWER), 0)
    drop("before_interview", lambda one: one.line >= first)
    drop("sync", lambda one: not is_sync(one.text))
    window = INTERRUPTED.get(session) if session is not None else None
    if window is not None:
        drop("interruption", lambda one: not _within(one, window))
    _check_left(kept, first)
    return Cleaned(tuple(kept), len(lines), dict(removed), tuple(_warnings(kept, session, first, removed)))


def is_sync(words: str) -> bool:
    """Whether a line only marks where sound and text were synchronised: <sync>, [synch], [syncing] .."""
    return bool(_SYNC.match(words.strip()) or _BRACKETED_SYNC.match(words.strip()))


def _check_left(kept: Sequence[Utterance], first: int) -> None:
    if not any(one.speaker == PARTICIPANT for one in kept):
        where = f" (the interview begins at line {first})" if first else ""
        raise CorrectInput(f"no words of the participant are left after cleaning{where}")


def _warnings(kept: Sequence[Utterance], session: int | None, first: int, removed: Counter[str]) -> list[str]:
    found = []
    if not first:
        known = session in WITHOUT_INTERVIEWER
        found.append("the interviewer's words are missing" + (", as known of this session" if known else ""))
    if session in INTERRUPTED and not removed["interruption"]:
        found.append("known as interrupted, but no line lies within that time")
    if removed["before_interview"] > len(kept):
        found.append("more lines lie before the interviewer begins than after")
    return found


def _within(one: Utterance, window: tuple[float, float]) -> bool:
    start = one.start if one.start is not None else one.stop
    stop = one.stop if one.stop is not None else one.start
    return start is not None and stop is not None and start < window[1] and stop > window[0]


def _header(text: str) -> dict[str, int]:
    first = next(iter(text[:_LONGEST_HEADER].removeprefix("\ufeff").splitlines()), "")
    names = [name.strip().strip('"').casefold() for name in _fields(first, first)]
    return {_COLUMNS[name]: place for place, name in enumerate(names) if name in _COLUMNS}


def _fields(line: str, header: str) -> list[str]:
    """In DAIC-WOZ fields are separated by tabs and quotation marks are text; in E-DAIC they are separated by commas and
    may be enclosed in quotation marks."""
    if "\t" in header:
        return line.split("\t")
    import csv

    try:
        return next(csv.reader([line]), [])
    except csv.Error as wrong:
        raise CorrectInput(f"a line is no CSV: {wrong}") from None


def _row(fields: list[str], columns: dict[str, int], number: int) -> Utterance:
    def field_of(name: str) -> str:
        place = columns.get(name)
        return fields[place].strip() if place is not None and place < len(fields) else ""

    who = field_of("speaker") if "speaker" in columns else PARTICIPANT
    start, stop = _time(field_of("start"), number), _time(field_of("stop"), number)
    if start is not None and stop is not None and stop < start:
        raise CorrectInput(f"line {number}: stop_time lies before start_time")
    name = _speaker(who, number)
    words = field_of("value")
    scripted = _SCRIPTED.match(words) if name == INTERVIEWER else None
    return Utterance(name, scripted["words"] if scripted else words, number, start, stop)


def _speaker(given: str, number: int) -> str | None:
    names = {"ellie": INTERVIEWER, "interviewer": INTERVIEWER, "participant": PARTICIPANT, "": None}
    if given.casefold() not in names:
        raise CorrectInput(f"line {number}: the speaker must be {INTERVIEWER} or {PARTICIPANT}")
    return names[given.casefold()]


def _time(given: str, number: int) -> float | None:
    if not given:
        return None
    try:
        seconds = float(given)
    except ValueError:
        seconds = float("nan")
    if not 0 <= seconds < 1e7:
        raise CorrectInput(f"line {number}: a time is a number of seconds")
    return seconds
