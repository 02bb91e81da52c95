"""Turns a model's text into the requested value: repaired where the meaning is clear, otherwise rejected."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from agents.llm.errors import Malformed

M = TypeVar("M", bound=BaseModel)

MOST_CHARACTERS: Final = 200_000
MOST_MENDED: Final = 4_000
_MOST_BRACKETS: Final = 150
"""Repair time grows with the square of the length and of the depth; an object beyond these limits must be valid
JSON."""
_MOST_BLOCKS: Final = 2
_MOST_TOLD: Final = 8
_THINKING: Final = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE: Final = re.compile(r"```[a-zA-Z]*[ \t]*\n(.*?)(?:\n[ \t]*```|\Z)", re.DOTALL)


def exact(text: str, schema: type[M]) -> M | None:
    """The value if the text is JSON of the schema and nothing else, or None. Quick; never raises."""
    if len(text) > MOST_CHARACTERS:
        return None
    try:
        return schema.model_validate_json(text.encode(errors="replace"))
    except ValidationError:
        return None


def read(text: str, schema: type[M]) -> tuple[M, bool]:
    """The value, and whether the text had to be repaired: thinking, fences and prose around the JSON are removed,
    broken JSON is repaired, fields that the schema does not have are dropped. May take a second for garbage. Raises
    Malformed, and nothing else."""
    plain = text.encode(errors="replace").decode()
    if len(plain) > MOST_CHARACTERS:
        raise Malformed(f"the answer is longer than {MOST_CHARACTERS} characters")
    try:
        return schema.model_validate_json(plain), False
    except ValidationError as failed:
        wrong = failed
    for candidate in _candidates(plain):
        try:
            return fit(candidate, schema), True
        except ValidationError as failed:
            wrong = failed
    raise Malformed(complaint(wrong))


def complaint(failed: ValidationError) -> str:
    """Places and reasons, without the text written there."""
    found = failed.errors(include_url=False, include_input=False, include_context=False)
    told = [f"{'.'.join(map(str, error['loc'])) or 'answer'}: {error['msg']}" for error in found[:_MOST_TOLD]]
    return "; ".join(told)


def _candidates(text: str) -> Iterator[Any]:
    """Objects that the text may mean, the likeliest first."""
    bare = _THINKING.sub("", text)
    blocks = [block for block in _FENCE.findall(bare) if "{" in block]
    for part in (*reversed(blocks[-_MOST_BLOCKS:]), bare):
        start = part.find("{")
        if start >= 0:
            yield from _objects(part[start:])


def _objects(text: str) -> Iterator[Any]:
    with suppress(ValueError, RecursionError):
        first, end = json.JSONDecoder().raw_decode(text)
        _refuse_second(first, text[end:])
        yield first
    if len(text) <= MOST_MENDED and text.count("{") + text.count("[") <= _MOST_BRACKETS:
        yield _mended(text[: text.rfind("}") + 1] or text)


def _refuse_second(first: Any, rest: str) -> None:
    """Raises Malformed for two objects of one kind: it is unclear which of them is the answer."""
    with suppress(ValueError, RecursionError):
        second = json.JSONDecoder().raw_decode(rest[rest.index("{") :])[0]
        if isinstance(first, dict) and isinstance(second, dict) and first.keys() & second.keys():
            raise Malformed("the answer holds two objects; give one")


def _mended(text: str) -> Any:
    from json_repair import loads

    try:
        return loads(text, skip_json_loads=True)
    except (ValueError, RecursionError):
        return None


def fit(value: Any, schema: type[M]) -> M:
    """The value as the schema's type, without the fields that it does not have. Raises ValidationError."""
    try:
        return schema.model_validate(value)
    except ValidationError as failed:
        extra = [error["loc"] for error in failed.errors() if error["type"] == "extra_forbidden"]
        if not extra:
            raise
        for place in extra:
            _remove(value, place)
        return schema.model_validate(value)


def _remove(value: Any, place: tuple[int | str, ...]) -> None:
    for step in place[:-1]:
        if not isinstance(value, dict | list) or (isinstance(value, dict) and step not in value):
            return  # a step through a union names the branch and is no key
        value = value[step]  # type: ignore[index]  # pydantic gives an int for a list and a str for a dict
    if isinstance(value, dict):
        value.pop(str(place[-1]), None)
