import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Run:
    """What one run of the command left behind."""

    code: int
    out: str
    err: str

    @property
    def answers(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def anamnesis() -> Callable[..., Run]:
    """The command line as a person runs it: a process of its own."""

    def run(*arguments: str | Path, given: bytes = b"") -> Run:
        command = [sys.executable, "-m", "server.cli", *map(str, arguments)]
        done = subprocess.run(command, cwd=ROOT, input=given, capture_output=True, timeout=120)
        return Run(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def jsonl(tmp_path: Path) -> Callable[..., Path]:
    """Writes records to a file, one a line."""

    def write(*records: object) -> Path:
        path = tmp_path / "records.jsonl"
        path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
        return path

    return write
