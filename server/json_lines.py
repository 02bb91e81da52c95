"""JSON Lines: one object per line, UTF-8 (a byte order mark and CRLF are allowed, empty lines are skipped)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

from agents.errors import CorrectInput

Id = str | int


class Record(BaseModel):
    """The base class of a line's content: types are strict, unknown fields are ignored."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore", alias_generator=to_camel, validate_by_name=True)

    id: Id


R = TypeVar("R", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the input that is not empty; `number` counts from 1."""

    number: int
    raw: bytes

    def value(self) -> Any:
        """The JSON object on this line. Raises CorrectInput when it is not one."""
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
    """The value as a record. Raises CorrectInput, naming every invalid field."""
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
    """The lines of a stream, read as they arrive."""
    for number, raw in enumerate(source, start=1):
        text = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
        if text.strip():
            yield Line(number, text.strip())
