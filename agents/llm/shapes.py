"""Brings what a model wrote into the shape that was asked for, where the meaning is plain: a map for a list, a bare
list for an object, `"2 (several days)"` for 2, `"N/A"` for nothing, a prefix before a name. It changes no meaning:
whatever stays unclear is left for validation to refuse."""

import ast
import re
from collections.abc import Collection, Mapping
from enum import Enum
from threading import Lock
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from agents.llm.scalars import is_absent, is_fraction, is_nothing, maybe, number, plain

_ONE_TREE: Final = Lock()
_WORDS: Final = ("quote", "text", "words", "content", "value", "verbatim", "phrase", "excerpt", "evidence")
_VALUES: Final = ("value", "score", "number", "rating")
_SHORTEST_NAME: Final = 3
_SPLIT: Final = re.compile(r"\s*(?:\n|\s\|\s|;)\s*")
_WRAPPERS: Final = frozenset(
    {"answer", "response", "result", "output", "data", "json", "arguments", "parameters", "input", "object"}
)


def shaped(value: Any, schema: type[BaseModel], complete: bool = True) -> Any:
    """The value in the schema's shape as far as its meaning is plain. Of one that is `complete`, and not the rest of an
    answer that was cut off, fields that are missing and may be null are null."""
    made = _object(_unwrapped(value, schema), schema)
    if not complete or not isinstance(made, dict) or not made:
        return made
    lacking = (name for name in schema.model_fields if _written(schema, name) not in made)
    nothing = {_written(schema, name): None for name in lacking if _may_be_null(schema.model_fields[name])}
    return {**made, **nothing}


def _may_be_null(field: FieldInfo) -> bool:
    return field.is_required() and NoneType in get_args(field.annotation)


def literal(text: str) -> Any:
    """Python's own notation (`None`, `True`, single quotes) as a value. Raises ValueError where it is none. One is read
    at a time: CPython 3.11 counts the depth of all syntax trees in one place, and may raise SystemError where two
    threads build them at once, here or elsewhere in the process (see cpython issue 106905)."""
    try:
        with _ONE_TREE:
            return ast.literal_eval(text)
    except (SyntaxError, TypeError, MemoryError, RecursionError, SystemError) as failed:
        raise ValueError("no literal") from failed


def _unwrapped(value: Any, schema: type[BaseModel]) -> Any:
    """The object itself where it stands alone inside another one: `{"response": {...}}`."""
    names = _names(schema)
    element = next((one for field in schema.model_fields.values() if (one := _element(field.annotation))), None)
    for _ in range(3):
        if not isinstance(value, dict) or any(plain(name) in names for name in value) or _keyed(value, element):
            return value
        inner = [part for name, part in value.items() if plain(name) in _WRAPPERS or len(value) == 1]
        if len(inner) != 1 or not isinstance(inner[0], dict | list):
            return value
        value = inner[0]
    return value


def _object(value: Any, schema: type[BaseModel]) -> Any:
    names = _names(schema)
    value = _map(value, schema)
    if not isinstance(value, dict):
        return value
    made: dict[str, Any] = {}
    for name, part in value.items():
        field = names.get(plain(name))
        if field is None:
            made[name] = part
        elif _written(schema, field) not in made and not _left_out(part, schema.model_fields[field]):
            made[_written(schema, field)] = _fit(part, schema.model_fields[field].annotation)
    return _renamed(made, schema)


def _map(value: Any, schema: type[BaseModel]) -> Any:
    """The value as a map by the schema's fields, where it is a list, a map of entries, or a text alone."""
    listed = [name for name, field in schema.model_fields.items() if _element(field.annotation) is not None]
    required = [name for name, field in schema.model_fields.items() if field.is_required()]
    alone = len(listed) == 1 and _rest_is_optional(schema, listed[0])
    if not required and (value is False or value == [] or (isinstance(value, str) and maybe(value) is None)):
        return {}
    if isinstance(value, str) and len(required) == 1 and schema.model_fields[required[0]].annotation is str:
        return {_written(schema, required[0]): value}
    if isinstance(value, list):
        return _flags(value, schema) if not required else {listed[0]: value} if alone else _parts(value, schema)
    if isinstance(value, dict) and alone and not any(plain(name) in _names(schema) for name in value):
        element = _element(schema.model_fields[listed[0]].annotation)
        return {listed[0]: value} if _keyed(value, element) else value
    return value


def _flags(value: list[Any], schema: type[BaseModel]) -> Any:
    """A list of the flags that are up, as a map of flags."""
    names = _names(schema)
    all_flags = all(field.annotation is bool for field in schema.model_fields.values())
    known = all(isinstance(one, str) and plain(one) in names for one in value)
    return {_written(schema, names[plain(one)]): True for one in value} if all_flags and known else value


def _left_out(value: Any, field: FieldInfo) -> bool:
    """Whether nothing was given for a field that may be left out and that can't be nothing."""
    return value is None and not field.is_required() and NoneType not in get_args(field.annotation)


def _renamed(made: dict[str, Any], schema: type[BaseModel]) -> dict[str, Any]:
    """With the fields that are missing, where another name can mean no other: `riskFlags` for `riskFlagsPatch`,
    `text` for `quote`, and what the schema lists as `ALSO`."""
    names, also = _names(schema), getattr(schema, "ALSO", {})
    missing = {key: field for key, field in names.items() if _written(schema, field) not in made}
    meant = {
        name: [key for key in missing if _alike(plain(name), key, also.get(missing[key], ()))]
        for name in made
        if plain(name) not in names
    }
    for name, keys in meant.items():
        if len(keys) == 1 and sum(keys[0] in other for other in meant.values()) == 1:
            field = missing[keys[0]]
            made[_written(schema, field)] = _fit(made.pop(name), schema.model_fields[field].annotation)
    return made


def _alike(one: str, other: str, also: Collection[str]) -> bool:
    short, long = sorted((one, other), key=len)
    near = len(short) >= _SHORTEST_NAME and (long.startswith(short) or long.endswith(short))
    return near or one in also or (one in _WORDS and other in _WORDS)


def _written(schema: type[BaseModel], field: str) -> str:
    """A field's name as answers have it."""
    return schema.model_fields[field].alias or field


def _parts(value: list[Any], schema: type[BaseModel]) -> Any:
    """A list of named parts as the object that has a field for each: `[{"criterion": "flow", "score": 4}, ...]`."""
    fields = schema.model_fields.values()
    names = _names(schema)
    if not all(isinstance(one.annotation, type) and issubclass(one.annotation, BaseModel) for one in fields):
        return value
    made: dict[str, Any] = {}
    for part in value:
        naming = [key for key, told in part.items() if plain(told) in names] if isinstance(part, dict) else []
        if len(naming) != 1 or (name := names[plain(part[naming[0]])]) in made:
            return value
        made[name] = {key: told for key, told in part.items() if key != naming[0]}
    return made


def _fit(value: Any, kind: Any) -> Any:
    """One value for its type."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _fit(value, inner[0])
    if origin in (Union, UnionType):
        return _optional(value, inner)
    if origin in (tuple, list):
        return _several(value, inner[0])
    if origin is Literal:
        alone = value[0] if isinstance(value, list) and len(value) == 1 else _single(value)
        return _named(alone, {str(one): one for one in inner})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _named(value, {str(one.value): one.value for one in kind})
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _object({} if value is None else value, kind)
    if kind in (int, float, bool, str):
        return _text(value) if kind is str else _scalar(_single(value), kind)
    return value


def _scalar(value: Any, kind: Any) -> Any:
    if kind is bool or not isinstance(value, str) or (kind is float and is_fraction(value)):
        return value
    return number(value)


def _single(value: Any) -> Any:
    """The value of an object that names it as its value: `{"value": 4, "label": "nearly every day"}`."""
    told = [part for name, part in value.items() if plain(name) in _VALUES] if isinstance(value, dict) else []
    return told[0] if len(told) == 1 else value


def _optional(value: Any, kinds: tuple[Any, ...]) -> Any:
    rest = [kind for kind in kinds if kind is not NoneType]
    if value == [] or value == {} or (value is False and (rest == [str] or _fixed(rest[0]))):
        return None
    fitted = value if value is None or len(rest) != 1 else _fit(value, rest[0])
    nothing = NoneType in kinds and isinstance(value, str) and is_nothing(value)
    return None if nothing and fitted not in _fixed(rest[0]) else fitted


def _fixed(kind: Any) -> tuple[Any, ...]:
    """The names of a type that has a fixed set of them; "none" may be one."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(one.value for one in kind)
    return get_args(kind) if get_origin(kind) is Literal else ()


def _several(value: Any, kind: Any) -> Any:
    """A list: of a map its entries, of one thing a list with it, of nothing an empty one."""
    if value is None or (isinstance(value, str) and is_nothing(value)):
        return []
    model = kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None
    if isinstance(value, dict):
        value = _entries(value, model) if model else _texts(value) if kind is str else value
    elif isinstance(value, str) and kind is str:
        value = _SPLIT.split(value.strip())
    elif isinstance(value, int | str) and not isinstance(value, bool) and model is None:
        value = re.findall(r"\d+", str(value)) if kind is int else [value]
    if not isinstance(value, list):
        return value
    return [_fit(part, kind) for part in value if not is_absent(part)]


def _texts(value: Mapping[str, Any]) -> Any:
    """A text as an object, or texts by what they are: `{"what": ["..."], "howOften": ["..."]}`."""
    if _text(value) != value:
        return [value]
    parts = [text for part in value.values() for text in (part if isinstance(part, list) else [part])]
    return parts if all(isinstance(text, str) or text is None for text in parts) else value


def _entries(value: Mapping[str, Any], model: type[BaseModel]) -> Any:
    """A map from names to entries as a list of entries, or a single entry as a list of one."""
    if {plain(name) for name in value} & set(_names(model)):
        return [value]
    named = _naming(model)
    if named is None:
        return list(value.values()) if all(isinstance(part, dict) for part in value.values()) else value
    field, _ = named
    listed = next((name for name, one in model.model_fields.items() if get_origin(one.annotation) is tuple), None)
    made = []
    for name, part in value.items():
        if isinstance(part, dict):
            made.append({field: name, **{key: one for key, one in part.items() if plain(key) != plain(field)}})
        elif listed and isinstance(part, list | str | NoneType):
            made.append({field: name, listed: part})
        else:
            return value
    return made


def _keyed(value: Mapping[str, Any], element: Any) -> bool:
    """Whether a map's names are those by which the elements of a list are told apart."""
    named = _naming(element) if isinstance(element, type) and issubclass(element, BaseModel) else None
    return bool(value) and named is not None and all(_named(name, named[1]) in named[1].values() for name in value)


def _naming(model: type[BaseModel]) -> tuple[str, dict[str, Any]] | None:
    """The first field if it is one of a fixed set of names, and these names."""
    field, about = next(iter(model.model_fields.items()))
    if get_origin(about.annotation) is not Literal:
        return None
    return field, {str(one): one for one in get_args(about.annotation)}


def _named(value: Any, names: Mapping[str, Any]) -> Any:
    """One of some fixed names, however it is spelt; with a prefix, an abbreviation in brackets or a number."""
    if not isinstance(value, str):
        return value
    known = {plain(name): one for name, one in names.items()}
    told = plain(re.split(r"[(:]|\s[-–—]", value)[0] or value)
    for wanted in (told, plain(value)):
        if wanted in known:
            return known[wanted]
    ends = {one for name, one in known.items() if len(name) > 3 and re.fullmatch(rf"(?:phq\d?|item|q)?\d*{name}", told)}
    return ends.pop() if len(ends) == 1 else value


def _text(value: Any) -> Any:
    """A text that was written as an object, as its lines, or as a number alone."""
    if isinstance(value, dict):
        texts = {plain(name): part for name, part in value.items() if isinstance(part, str)}
        told = [part for name, part in texts.items() if name in _WORDS] or list(texts.values())
        return told[0] if len(told) == 1 or texts.keys() & set(_WORDS) else value
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        return "\n".join(value)
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _element(kind: Any) -> Any:
    """The type of a list's elements, None for anything but a list."""
    return get_args(kind)[0] if get_origin(kind) in (tuple, list) else None


def _rest_is_optional(schema: type[BaseModel], listed: str) -> bool:
    return not any(field.is_required() for name, field in schema.model_fields.items() if name != listed)


def _names(schema: type[BaseModel]) -> dict[str, str]:
    """The fields by their plain spelling."""
    return {plain(name): name for name in schema.model_fields}
