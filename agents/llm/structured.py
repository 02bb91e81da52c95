"""Turns a model's text into the requested value: repaired where the meaning is clear, otherwise rejected."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, Generic, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from agents.llm.errors import Malformed
from agents.llm.shapes import literal, shaped
from agents.llm.thinking import spoken

M = TypeVar("M", bound=BaseModel)
Place = tuple[int | str, ...]
"""Steps through a value."""

MOST_CHARACTERS: Final = 200_000
MOST_READ: Final = 40_000
"""The most characters in which other notations than JSON are looked for."""
MOST_MENDED: Final = 4_000
_MOST_BRACKETS: Final = 150
"""Repair time grows with the square of the length and of the depth; an object beyond these limits must be valid
JSON."""
_MOST_BLOCKS: Final = 2
_COMMA: Final = re.compile(r",\s*([}\]])")
_CURLED: Final = re.compile(r"(?<=[{\[,:])\s*[“”„]|[“”](?=\s*[:,}\]])")
_BEGIN: Final = re.compile(r'\{|\[\s*(?=[{\["\]])')
_MOST_TOLD: Final = 8
_WHOLE: Final = frozenset({"missing", "tuple_type", "list_type", "less_than_equal", "greater_than_equal"})
"""Errors of fields that no default stands for: what was meant as a list is no empty one, and a number beyond its scale
casts doubt on the rest."""
_FENCE: Final = re.compile(r"```[a-zA-Z]*[ \t]*\n(.*?)(?:\n[ \t]*```|\Z)", re.DOTALL)


def exact(text: str, schema: type[M]) -> M | None:
    """The value if the text is JSON of the schema and nothing else, or None. Quick; never raises."""
    if len(text) > MOST_CHARACTERS:
        return None
    try:
        return schema.model_validate_json(text.encode(errors="replace"))
    except ValidationError:
        return None


class Salvaged(NamedTuple, Generic[M]):
    """What can be used of a text: the value, and the reasons for which entries of its lists were left out."""

    value: M
    lost: tuple[str, ...]


def salvaged(text: str, schema: type[M]) -> Salvaged[M]:
    """The value, as far as it can be read: thinking, fences and prose around the JSON are removed, broken JSON is
    repaired, another shape of the same meaning is brought into the schema's, fields that it does not have are dropped,
    and of a list the entries that can't be read. May take a second for garbage. Raises Malformed, and nothing else."""
    plain = text.encode(errors="replace").decode()
    if len(plain) > MOST_CHARACTERS:
        raise Malformed(f"the answer is longer than {MOST_CHARACTERS} characters")
    wrong: ValidationError | None = None
    partly: Salvaged[M] | None = None
    for candidate, complete in _candidates(plain):
        try:
            found = _fitted(candidate, schema, complete)
        except ValidationError as failed:
            wrong = wrong or failed
            continue
        if not found.lost:
            return found
        partly = partly or found
    if partly is not None:
        return partly
    raise Malformed(complaint(wrong) if wrong else "the answer holds no JSON object")


def read(text: str, schema: type[M]) -> tuple[M, bool]:
    """The whole value, and whether the text had to be repaired. Raises Malformed where any of it can't be read."""
    if (value := exact(text, schema)) is not None:
        return value, False
    found = salvaged(text, schema)
    if found.lost:
        raise Malformed("; ".join(found.lost))
    return found.value, True


def complaint(failed: ValidationError) -> str:
    """Places and reasons, without the text written there."""
    found = failed.errors(include_url=False, include_input=False, include_context=False)
    told = [f"{'.'.join(map(str, error['loc'])) or 'answer'}: {error['msg']}" for error in found[:_MOST_TOLD]]
    return "; ".join(told)


def _candidates(text: str) -> Iterator[tuple[Any, bool]]:
    """Objects that the text may mean, the likeliest first, and whether each is complete."""
    bare = spoken(text)
    blocks = [block for block in _FENCE.findall(bare) if "{" in block or "[" in block]
    for part in (*reversed(blocks[-_MOST_BLOCKS:]), bare):
        begun = _BEGIN.search(part)
        for start in sorted({begun.start() if begun else -1, part.find("{")} - {-1}):
            yield from _objects(part[start:])


def _objects(text: str) -> Iterator[tuple[Any, bool]]:
    with suppress(ValueError, RecursionError):
        first, end = json.JSONDecoder().raw_decode(text)
        _refuse_second(first, text[end:])
        yield _inside(first), True
    whole = text[: max(text.rfind("}"), text.rfind("]") if text[0] == "[" else -1) + 1] or text
    if len(whole) <= MOST_READ:
        with suppress(ValueError, RecursionError):
            yield json.loads(_CURLED.sub('"', _COMMA.sub(r"\1", whole))), True
        with suppress(ValueError):
            yield literal(whole), True
    if len(text) <= MOST_MENDED and text.count("{") + text.count("[") <= _MOST_BRACKETS:
        yield _mended(whole), False


def _inside(value: Any) -> Any:
    """The value of JSON that was written as a text inside JSON."""
    if isinstance(value, dict) and len(value) == 1 and isinstance(only := next(iter(value.values())), str):
        with suppress(ValueError, RecursionError):
            told = json.loads(only)
            return told if isinstance(told, dict | list) else value
    return value


def _refuse_second(first: Any, rest: str) -> None:
    """Raises Malformed for two different objects of one kind: it is unclear which of them is the answer."""
    with suppress(ValueError, RecursionError):
        second = json.JSONDecoder().raw_decode(rest[rest.index("{") :])[0]
        both = isinstance(first, dict) and isinstance(second, dict)
        if both and first != second and first.keys() & second.keys():
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


def _fitted(value: Any, schema: type[M], complete: bool) -> Salvaged[M]:
    """The value in the schema's shape, without single fields that don't fit and may be left out, and where that is not
    enough without the entries of lists that don't fit. Raises ValidationError."""
    with suppress(ValidationError):
        return Salvaged(schema.model_validate(value), ())
    try:
        bent = shaped(value, schema, complete)
        return Salvaged(fit(bent, schema), ())
    except ValidationError as failed:
        wrong = failed
    left = wrong
    for part in (_alone, _entry):
        for place in sorted({at for error in left.errors() if (at := part(bent, error))}, key=_order, reverse=True):
            _remove(bent, place)
            if isinstance(place[-1], int) and not _around(bent, place):
                raise wrong  # a list of which nothing can be read is no empty list
        try:
            return Salvaged(fit(bent, schema), (complaint(wrong),))
        except ValidationError as failed:
            left = failed
    raise wrong


def _order(place: Place) -> tuple[int, ...]:
    return tuple(step for step in place if isinstance(step, int))


def _around(value: Any, place: Place) -> Any:
    for step in place[:-1]:
        value = value[step]
    return value


def _alone(value: Any, error: ErrorDetails) -> Place | None:
    """The place of a single field that is wrong by itself, without which its default may do."""
    place = error["loc"]
    if not place or isinstance(place[-1], int) or error["type"] in _WHOLE:
        return None
    with suppress(LookupError, TypeError):
        return place if place[-1] in _around(value, place) else None
    return None


def _entry(value: Any, error: ErrorDetails) -> Place | None:
    """The place of the outermost entry of a list that an error stands in, as steps through the value."""
    place = error["loc"]
    for depth, step in enumerate(place):
        if isinstance(step, int) and isinstance(value, list) and step < len(value):
            return place[: depth + 1] if isinstance(value[step], dict) else None
        if not isinstance(value, dict):
            return None
        value = value.get(str(step))
    return None


def _remove(value: Any, place: Place) -> None:
    for step in place[:-1]:
        if not isinstance(value, dict | list) or (isinstance(value, dict) and step not in value):
            return  # a step through a union names the branch and is no key
        value = value[step]  # type: ignore[index]  # pydantic gives an int for a list and a str for a dict
    if isinstance(value, dict):
        value.pop(str(place[-1]), None)
    elif isinstance(value, list) and isinstance(place[-1], int):
        del value[place[-1]]
