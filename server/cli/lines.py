"""JSON Lines in and out, as every batch command reads and writes them.

One object a line, UTF-8 (a byte order mark and CRLF are allowed, empty lines are skipped). A line that cannot be
read is reported on stderr with its number; the others are still answered.
"""

import gc
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, BinaryIO, Final, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

from agents.errors import CorrectInput

ANSWERED: Final = 0
SOME_BAD: Final = 1
NOT_STARTED: Final = 2

Id = str | int
_encode = json.JSONEncoder(ensure_ascii=False).encode


class Record(BaseModel):
    """The base of what a line holds: types are strict, further fields are ignored."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore", alias_generator=to_camel, validate_by_name=True)

    id: Id


R = TypeVar("R", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the input that is not empty; `number` counts from 1."""

    number: int
    raw: bytes

    def value(self) -> Any:
        """The JSON object on this line. Raises CorrectInput when there is none."""
        try:
            value = json.loads(self.raw.decode(), parse_constant=_refuse)
        except UnicodeDecodeError as error:
            raise CorrectInput(f"not UTF-8 (byte {error.start + 1})") from None
        except json.JSONDecodeError as error:
            raise CorrectInput(f"not JSON: {error.msg} (column {error.colno})") from None
        except (ValueError, RecursionError) as error:
            raise CorrectInput(f"not JSON that can be read: {error}") from None
        if not isinstance(value, dict):
            raise CorrectInput("one JSON object a line is needed")
        if b"\\ud" in self.raw.lower():
            _check_characters(value)
        return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")


def _check_characters(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise CorrectInput("half of a surrogate pair, which is no character") from None


def parsed(kind: type[R], value: Any) -> R:
    """The value as a record. Raises CorrectInput that names every field at fault."""
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        raise CorrectInput(faults(error)) from None


def faults(error: ValidationError) -> str:
    """Everything that is wrong, field by field."""
    return "; ".join(_fault(detail["loc"], detail["msg"]) for detail in error.errors(include_url=False))


def _fault(where: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(map(str, where)) or 'line'}: {message[:1].lower()}{message[1:]}"


def read(source: BinaryIO) -> Iterator[Line]:
    """The lines of a stream, read as they come."""
    for number, raw in enumerate(source, start=1):
        text = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
        if text.strip():
            yield Line(number, text.strip())


class Batch:
    """One run over a file: hands out its lines, writes the answers, remembers whether a line was bad."""

    def __init__(self, path: str) -> None:
        """Opens the file (`-` is stdin). Raises CorrectInput when it cannot be opened."""
        self.code = ANSWERED
        self._path = path
        try:
            self._source: BinaryIO = sys.stdin.buffer if path == "-" else open(path, "rb")  # noqa: SIM115
        except OSError as error:
            raise CorrectInput(f"{path}: {(error.strerror or str(error)).lower()}") from None

    def lines(self) -> Iterator[Line]:
        """The lines of the file, in order."""
        try:
            yield from read(self._source)
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


@dataclass(frozen=True, slots=True)
class Shares:
    """A file of at least `least` lines is answered by several processes, `size` lines at a time."""

    least: int
    size: int = 1


BRIEF: Final = Shares(1_500, 100)
"""For lines that take less than a millisecond each."""
WHOLE: Final = Shares(6)
"""For whole interviews."""


def answer_each(path: str, unit: str, answer: Callable[[Any], dict[str, Any]], shares: Shares | None = None) -> int:
    """Answers every line of the file with `answer(object)` and returns the exit code.

    `answer` raises CorrectInput for an object that cannot be answered; with `shares` it must need no thread and no
    event loop of this process. What arrives line by line is answered line by line."""
    from server.cli.progress import watched

    try:
        batch = Batch(path)
    except CorrectInput as error:
        say(str(error))
        return NOT_STARTED
    total = batch.total()
    size = shares.size if shares and total is not None and total >= shares.least else 0
    for line, found in watched(_outcomes(batch, answer, size), unit, total):
        if isinstance(found, str):
            batch.complain(line.number, found)
        else:
            batch.write(found)
    sys.stdout.buffer.flush()
    return batch.code


def _outcomes(batch: Batch, answer: Callable[[Any], dict[str, Any]], size: int) -> Iterator[tuple[Line, Outcome]]:
    """Each line with its outcome; by several processes, `size` lines at a time, unless that is 0.

    The first is answered here, so that the word lists are read once. Nothing that they are made of is ever garbage, so
    that none is looked for meanwhile, nor among them later."""
    lines = batch.lines()
    gc.disable()
    try:
        first = [(line, outcome(line, answer)) for line in islice(lines, 1)]
    finally:
        gc.freeze()
        gc.enable()
    yield from first
    if size:
        from server.cli.side_by_side import outcomes, processes

        if (number := processes()) > 1:
            yield from outcomes(lines, answer, number, size)
    yield from ((line, outcome(line, answer)) for line in lines)
