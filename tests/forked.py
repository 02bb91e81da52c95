"""The product's commands in copies of a process that has read and compiled everything before: a start then costs a
third of the processor's time. What is held to how a command starts starts it afresh."""

import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from multiprocessing.forkserver import ensure_running
from pathlib import Path
from signal import SIGKILL, SIGTERM, Signals
from tempfile import TemporaryFile

from agents.resources import CHECKOUT as ROOT

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["read_before"])
_FOLDER = str(Path(__file__).with_name("forks"))
"""Another package that is installed here is called `tests` as well: a copy finds these two files by themselves."""
sys.path.append(_FOLDER)
_command = import_module("copied").command


def _ready() -> None:
    """The process that is copied, up: of the path to its modules it is told by the environment alone."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (_FOLDER, str(ROOT), before)))
    ensure_running()
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before


def _started(
    arguments: Sequence[str], environment: Mapping[str, str], *files: int, daemon: bool = False
) -> ForkServerProcess:
    _ready()
    given = [Connection(os.dup(file)) for file in files]
    made = _FORKS.Process(target=_command, args=(str(ROOT), arguments, dict(environment), *given), daemon=daemon)
    made.start()
    for one in given:
        one.close()
    return made


class Forked:
    """A running command, with what the tests use of `subprocess.Popen`."""

    def __init__(self, *arguments: str, environment: Mapping[str, str]) -> None:
        read, write = os.pipe()
        with open(os.devnull, "rb") as nothing, os.fdopen(write, "wb") as out:
            files = nothing.fileno(), out.fileno(), out.fileno()
            self._process = _started(arguments, environment, *files, daemon=True)
        self.stdout = os.fdopen(read, "r", encoding="utf-8")
        self.pid = self._process.pid or 0

    @property
    def returncode(self) -> int | None:
        """How it ended: minus the signal's number where one has ended it. None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """The same."""
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended."""
        self._process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired("anamnesis", timeout or 0)
        return self.returncode

    def send_signal(self, number: Signals) -> None:
        """Nothing where it has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, None]:
        """Everything that it and its worker wrote, to the end of both; it is killed where that takes too long."""
        late = threading.Timer(timeout or threading.TIMEOUT_MAX, self.kill)
        late.daemon = True
        late.start()
        with self.stdout:
            said = self.stdout.read()
        late.cancel()
        self.wait(timeout)
        return said, None


def ran(
    arguments: Sequence[str], environment: Mapping[str, str], given: bytes, seconds: float
) -> tuple[int, bytes, bytes]:
    """Run a command to its end: its exit code, its output and its errors."""
    with TemporaryFile() as put, TemporaryFile() as out, TemporaryFile() as errors:
        put.write(given)
        put.seek(0)
        process = _started(arguments, environment, put.fileno(), out.fileno(), errors.fileno())
        process.join(seconds)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(list(arguments), seconds)
        out.seek(0)
        errors.seek(0)
        return process.exitcode, out.read(), errors.read()
