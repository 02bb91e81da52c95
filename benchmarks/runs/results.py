"""The results of a batch so far, in a file from which another run can continue."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from agents.domain.value import Value
from agents.errors import CorrectInput

FILE: Final = "results.jsonl"
SETTINGS: Final = "settings.json"
READING: Final = 2


class Status(StrEnum):
    """How one record came out. Only DONE counts in figures; the others are counted separately, never as 0. FAILED is a
    published chat with a provider's error in place of words."""

    DONE = "done"
    TRUNCATED = "truncated"
    FAILED = "failed"
    STOPPED = "stopped"
    ERROR = "error"


class Measure(Value):
    """A figure of a card: its number, or None where it was unavailable."""

    key: str
    value: float | None


class Result(Value):
    """One record under one system. `asked` is `own` (the conversation as it is) or an engine; `system` its name in
    tables. `codes`: ICD-10-CM, most likely first, and None where there is no readable diagnosis (not an empty one).
    `cost` in USD, None when not known; `seconds` of work."""

    id: str
    asked: str
    system: str
    label: str | None = None
    status: Status = Status.DONE
    reason: str | None = None
    codes: tuple[str, ...] | None = None
    measures: tuple[Measure, ...] = ()
    cost: float | None = 0.0
    seconds: float = 0.0

    @property
    def key(self) -> tuple[str, str]:
        """The result's key: one record, one system."""
        return self.id, self.asked


class Settings(Value):
    """The options of a run; a folder holds the results of one kind of run only. `reading` is a version that changes
    when records are read differently in a way that changes figures."""

    dataset: str
    mode: str
    parts: tuple[str, ...]
    bertscore: str
    reading: int = READING


class Store:
    """A folder with the results of a run, line by line. A line cut short by a crash is dropped, and its record is done
    again."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        """Raises CorrectInput for a folder with results of other settings."""
        folder.mkdir(parents=True, exist_ok=True)
        kept = folder / SETTINGS
        if kept.exists() and kept.read_text("utf-8") != settings.model_dump_json():
            raise CorrectInput(
                f"{folder} holds results of a run with other settings or of another version; choose another with --out"
            )
        kept.write_text(settings.model_dump_json(), "utf-8")
        self._path = folder / FILE
        self._results = {one.key: one for one in self._read()}
        fresh = self._path.with_suffix(".new")
        fresh.write_text("".join(map(_line, self._results.values())), "utf-8")
        fresh.replace(self._path)
        self._file = self._path.open("a", encoding="utf-8")

    def _read(self) -> list[Result]:
        found = []
        for line in self._path.read_text("utf-8").splitlines() if self._path.exists() else ():
            try:
                found.append(Result.model_validate(json.loads(line)))
            except (ValueError, ValidationError):
                continue
        return [one for one in found if one.status is not Status.ERROR]

    @property
    def results(self) -> tuple[Result, ...]:
        """Everything so far. Errors of an earlier run are left out, and are tried again."""
        return tuple(self._results.values())

    def __contains__(self, key: object) -> bool:
        return key in self._results

    def add(self, result: Result) -> None:
        """Store one result at once."""
        self._results[result.key] = result
        self._file.write(_line(result))
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _line(result: Result) -> str:
    return result.model_dump_json() + "\n"
