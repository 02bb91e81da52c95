"""A run's folder: run.json (settings and provenance), predictions.jsonl, failures.jsonl; no transcript."""

import json
import os
import secrets
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from pydantic import ValidationError

from agents.domain.value import Value
from agents.errors import CorrectInput
from benchmarks.phq8.records import Failure, Mode, Record

V = TypeVar("V", bound=Value)

RUN: Final = "run.json"
PREDICTIONS: Final = "predictions.jsonl"
FAILURES: Final = "failures.jsonl"


class RunFolder:
    """One run. Lines are appended and synced one by one, so that a killed run loses none that it has reported."""

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        self.path: Final = path
        self.about: Final = dict(about)

    @classmethod
    def create(cls, parent: Path, about: Mapping[str, Any]) -> Self:
        """A new folder under `parent`, named by the run's id: the time and six letters. Raises OSError."""
        identity = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        path = parent / identity
        path.mkdir(parents=True)
        made = cls(path, {"id": identity, **about})
        made.save()
        return made

    @classmethod
    def open(cls, path: Path) -> Self:
        """Raises CorrectInput when the folder holds no run."""
        try:
            about = json.loads((path / RUN).read_text("utf-8"))
        except (OSError, ValueError) as wrong:
            raise CorrectInput(f"{path} holds no run ({RUN}): {wrong}") from None
        if not isinstance(about, dict) or "id" not in about:
            raise CorrectInput(f"{path / RUN} is no run")
        return cls(path, about)

    def save(self, **changed: Any) -> None:
        """Write the facts about the run; a concurrent reader sees the old or the new file, never half of one."""
        self.about.update(changed)
        with tempfile.NamedTemporaryFile("w", dir=self.path, delete=False, encoding="utf-8") as file:
            json.dump(self.about, file, ensure_ascii=False, indent=1)
            file.write("\n")
        os.replace(file.name, self.path / RUN)

    def add(self, line: Record | Failure) -> None:
        """Append one line."""
        name = PREDICTIONS if isinstance(line, Record) else FAILURES
        with (self.path / name).open("a", encoding="utf-8") as file:
            file.write(line.model_dump_json() + "\n")
            file.flush()
            os.fsync(file.fileno())

    def records(self, mode: Mode | None = None) -> list[Record]:
        """The participants that are done, in one mode or in both. A last line that was cut off is left out, and its
        participant is done again. Raises CorrectInput for any other line that is not a record."""
        found = {(one.mode, one.id): one for one in _lines(self.path / PREDICTIONS, Record)}
        return [one for one in found.values() if mode is None or one.mode is mode]

    def failures(self) -> list[Failure]:
        """Every failure so far, including those repaired since."""
        return _lines(self.path / FAILURES, Failure)

    def mend(self) -> None:
        """Remove an incomplete last line, so that the next one begins on a new line."""
        for name in (PREDICTIONS, FAILURES):
            path = self.path / name
            if path.exists() and (raw := path.read_bytes()) and not raw.endswith(b"\n"):
                path.write_bytes(raw[: raw.rfind(b"\n") + 1])


def _lines(path: Path, kind: type[V]) -> list[V]:
    if not path.exists():
        return []
    found: list[V] = []
    text = path.read_text("utf-8", errors="replace")
    for number, line in enumerate(text.split("\n")[:-1], start=1):
        try:
            found.append(kind.model_validate_json(line))
        except ValidationError as wrong:
            first = wrong.errors(include_url=False, include_input=False)[0]
            raise CorrectInput(
                f"{path.name}, line {number}: {'.'.join(map(str, first['loc']))} {first['msg']}"
            ) from None
    return found
