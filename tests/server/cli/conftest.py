import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.forked import ran

ROOT = Path(__file__).resolve().parents[3]
SECONDS = 240


@dataclass(frozen=True)
class Run:
    """What one run of the command left behind."""

    code: int
    out: str
    err: str

    @property
    def answers(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


def runner(**settings: str) -> Callable[..., Run]:
    """The command line as a person runs it: a process of its own, for each command the first time. From then on it is a
    copy of a process that has imported the program before, which costs a third."""
    begun: set[str] = set()

    def run(*arguments: str | Path, given: bytes = b"") -> Run:
        words, environment = [*map(str, arguments)], {**os.environ, **settings}
        if words and words[0] in begun:
            code, out, errors = ran(words, environment, given, SECONDS)
            return Run(code, out.decode(), errors.decode())
        begun.update(words[:1])
        command = [sys.executable, "-m", "server.cli", *words]
        done = subprocess.run(command, cwd=ROOT, input=given, capture_output=True, timeout=SECONDS, env=environment)
        return Run(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture(scope="module")
def anamnesis() -> Callable[..., Run]:
    """The command line with nothing set."""
    return runner()


@pytest.fixture
def jsonl(tmp_path: Path) -> Callable[..., Path]:
    """Writes records to a file, one a line."""

    def write(*records: object) -> Path:
        path = tmp_path / "records.jsonl"
        path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
        return path

    return write
