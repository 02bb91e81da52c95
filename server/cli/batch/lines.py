"""A file of JSON Lines as every batch command answers it: a line that cannot be read is reported on stderr with its
number; the others are still answered."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final

from agents.errors import CorrectInput
from server.cli.batch.container import checked
from server.json_lines import Line, read

ANSWERED: Final = 0
SOME_BAD: Final = 1
NOT_STARTED: Final = 2

_encode = json.JSONEncoder(ensure_ascii=False).encode


class Batch:
    """One run over a file: hands out its lines, writes the answers, remembers whether a line was bad."""

    def __init__(self, path: str, remedy: str = "") -> None:
        """Opens the file (`-` is stdin); `remedy` says what makes such a file of others. Raises CorrectInput when it
        cannot be opened."""
        self.code = ANSWERED
        self._path, self._remedy = path, remedy
        try:
            self._source: BinaryIO = sys.stdin.buffer if path == "-" else open(path, "rb")  # noqa: SIM115
        except OSError as error:
            raise CorrectInput(f"{path}: {(error.strerror or str(error)).lower()}") from None

    def lines(self) -> Iterator[Line]:
        """The lines of the file, in order. Raises CorrectInput for a file of another kind."""
        try:
            yield from checked(read(self._source), self._remedy)
        finally:
            if self._path != "-":
                self._source.close()

    def total(self) -> int | None:
        """How many lines the file has, or None for a stream that can be read only once."""
        if not self._source.seekable():
            return None
        count = sum(1 for _ in read(self._source))
        self._source.seek(0)
        return count

    def write(self, answer: dict[str, Any]) -> None:
        """One answer to stdout; buffered unless a terminal shows it."""
        out = sys.stdout.buffer
        out.write(_encode(answer).encode() + b"\n")
        if sys.stdout.isatty():
            out.flush()

    def complain(self, number: int, message: str) -> None:
        """One bad line, on stderr."""
        self.code = SOME_BAD
        say(f"line {number}: {message}")


def say(message: str) -> None:
    """One line for the person at the terminal."""
    sys.stderr.write(f"anamnesis: {message}\n")


Outcome = dict[str, Any] | str
"""The answer to a line, or what is wrong with the line."""


def outcome(line: Line, answer: Callable[[Any], dict[str, Any]]) -> Outcome:
    """What becomes of a line."""
    try:
        return answer(line.value())
    except CorrectInput as error:
        return str(error)
