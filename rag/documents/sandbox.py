"""A child process with limited memory and time: hostile files are opened there and nowhere else."""

import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import IO

from agents.errors import CorrectInput, TryAgain
from rag.documents.values import Limits

OVERLOADS = (
    "This file needs more memory or computing time than a book does, so reading was stopped. It may be damaged or made"
    " to overload readers. Open it in a PDF viewer, save it under a new name (print to PDF) and upload that file."
)
_KILLED_BY_LIMIT = frozenset(
    {signal.SIGXCPU, signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT, signal.SIGTRAP, signal.SIGBUS}
)
_CHUNK = 1 << 16


def limit_myself(memory: int, cpu_seconds: int) -> None:
    """Called first in the child: address space in bytes, CPU time in seconds, no files written, no core dumps."""
    import resource

    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        if kind == resource.RLIMIT_AS and sys.platform != "linux":
            continue  # macOS knows this limit, but refuses to set it
        resource.setrlimit(kind, (allowed, allowed))


def answers(module: str, arguments: list[str], limits: Limits, most_bytes: int, told: bytes = b"") -> Generator[bytes]:
    """Runs `python -m module` and yields the lines it writes; `told` is its input. Closing the iterator kills it.

    Raises CorrectInput when a limit ended it and TryAgain when it failed for another reason."""
    deadline = time.monotonic() + limits.wall_seconds
    with _started(module, arguments, told) as child:
        assert child.stdout
        yield from _lines(child.stdout, deadline, most_bytes)
        status = child.wait(max(1.0, deadline - time.monotonic()))
    if status < 0 and -status in _KILLED_BY_LIMIT:
        raise CorrectInput(OVERLOADS)
    if status:
        raise TryAgain(f"The reading process ended with status {status}.")


@contextmanager
def _started(module: str, arguments: list[str], told: bytes) -> Iterator[subprocess.Popen[bytes]]:
    child = subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # pdfium's complaints quote the file
    )
    try:
        assert child.stdin
        child.stdin.write(told)
        child.stdin.close()
        yield child
    finally:
        child.kill()
        child.wait()
        if child.stdout:
            child.stdout.close()


def _lines(pipe: IO[bytes], deadline: float, most_bytes: int) -> Iterator[bytes]:
    """Complete lines as they arrive. Raises CorrectInput past the deadline or the number of bytes."""
    import os

    held, read = [b""], 0
    with selectors.DefaultSelector() as ready:
        ready.register(pipe, selectors.EVENT_READ)
        while True:
            if not ready.select(max(0.0, deadline - time.monotonic())):
                raise CorrectInput(OVERLOADS)
            block = os.read(pipe.fileno(), _CHUNK)
            read += len(block)
            if read > most_bytes:
                raise CorrectInput(OVERLOADS)
            if not block:
                return
            first, *others = block.split(b"\n")
            held.append(first)
            for line in others:
                yield b"".join(held)
                held = [line]
