"""Brings what a model wrote into the shape that was asked for, where the meaning is plain: a map for a list, a bare
list for an object, `"2 (several days)"` for 2, `"N/A"` for nothing, a prefix before a name. It changes no meaning:
whatever stays unclear is left for validation to refuse."""

import ast
import re
from collections.abc import Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, Field

_NOTHING: Final = re.compile(
    r"(?:n\s*/?\s*a|null|nil|none|nothing|undefined|unknown|unclear|unsure|not (?:applicable|available|needed|known)"
    r"|no (?:further )?follow[- ]?up(?: question)?(?: (?:is )?(?:needed|required|necessary))?|-+|—)?[.!]?",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(
    r"(?:score|rating|value|level|tier)?\s*[:=]?\s*([+-]?\d+(?:\.\d+)?)\s*(%)?(?:\s*(?:/|out of|of)\s*\d+)?"
    r"\s*(?:[(\[].*|[:,;=–—-]+\s*(?=[^\d\s]).*)?[.]?",
    re.IGNORECASE | re.DOTALL,
)
_PLAIN: Final = re.compile(r"[^a-z0-9]+")
_WORDS: Final = ("quote", "text", "words", "content", "value", "verbatim")
_SPLIT: Final = re.compile(r"\s*(?:\n|\s\|\s|;)\s*")
_WRAPPERS: Final = frozenset(
    {"answer", "response", "result", "output", "data", "json", "arguments", "parameters", "input", "object"}
)


def share(given: Any) -> Any:
    """A confidence from 0 to 1: `"80%"`, 80 and `"0.8"` are .8, 4 is .8 (of 5), no answer is .5. A 1 is left as it
    is."""
    if given is None or (isinstance(given, str) and _NOTHING.fullmatch(given.strip())):
        return 0.5
    if isinstance(given, str) and (named := _LIKELY.get(given.strip().lower())) is not None:
        return named
    if isinstance(given, str) and (found := _NUMBER.fullmatch(given.strip())):
        given = float(found[1]) / (100 if found[2] else 1)
    if isinstance(given, bool) or not isinstance(given, int | float) or given != given // 1:
        return given
    return given / 5 if 1 < given <= 5 else given / 100 if 10 <= given <= 100 else given


def maybe(given: Any) -> Any:
    """Nothing for a text that says that there is nothing: `"null"`, `"N/A"`, `"No follow-up needed."`."""
    return None if isinstance(given, str) and _NOTHING.fullmatch(given.strip()) else given


def whole(given: Any) -> Any:
    """A whole number; true and false, which would pass for 1 and 0, are none. Raises ValueError for these."""
    if isinstance(given, bool):
        raise ValueError("true and false are no numbers")
    return given


_LIKELY: Final = {"high": 0.8, "very high": 0.9, "medium": 0.5, "moderate": 0.5, "low": 0.3, "very low": 0.1}
Share = Annotated[float, BeforeValidator(share), Field(ge=0, le=1)]
Whole = Annotated[int, BeforeValidator(whole)]
Maybe = Annotated[str | None, BeforeValidator(maybe)]


def shaped(value: Any, schema: type[BaseModel]) -> Any:
    """The value in the schema's shape as far as its meaning is plain."""
    return _object(_unwrapped(value, schema), schema)


def literal(text: str) -> Any:
    """Python's own notation (`None`, `True`, single quotes) as a value. Raises ValueError where it is none."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, TypeError, MemoryError, RecursionError) as failed:
        raise ValueError("no literal") from failed


def _unwrapped(value: Any, schema: type[BaseModel]) -> Any:
    """The object itself where it stands alone inside another one: `{"response": {...}}`."""
    names = _names(schema)
    element = next((one for field in schema.model_fields.values() if (one := _element(field.annotation))), None)
    for _ in range(3):
        if not isinstance(value, dict) or any(_key(name) in names for name in value) or _keyed(value, element):
            return value
        inner = [part for name, part in value.items() if _key(name) in _WRAPPERS or len(value) == 1]
        if len(inner) != 1 or not isinstance(inner[0], dict | list):
            return value
        value = inner[0]
    return value


def _object(value: Any, schema: type[BaseModel]) -> Any:
    names = _names(schema)
    listed = [name for name, field in schema.model_fields.items() if _element(field.annotation) is not None]
    if isinstance(value, list) and len(listed) == 1 and _rest_is_optional(schema, listed[0]):
        value = {listed[0]: value}
    if isinstance(value, list):
        value = _parts(value, schema)
    if not isinstance(value, dict):
        return value
    if len(listed) == 1 and not any(_key(name) in names for name in value) and _rest_is_optional(schema, listed[0]):
        element = _element(schema.model_fields[listed[0]].annotation)
        value = {listed[0]: value} if _keyed(value, element) else value
    made: dict[str, Any] = {}
    for name, part in value.items():
        field = names.get(_key(name))
        if field is None:
            made[name] = part
        elif (written := schema.model_fields[field].alias or field) not in made:
            made[written] = _fit(part, schema.model_fields[field].annotation)
    return made


def _parts(value: list[Any], schema: type[BaseModel]) -> Any:
    """A list of named parts as the object that has a field for each: `[{"criterion": "flow", "score": 4}, ...]`."""
    fields = schema.model_fields.values()
    names = _names(schema)
    if not all(isinstance(one.annotation, type) and issubclass(one.annotation, BaseModel) for one in fields):
        return value
    made: dict[str, Any] = {}
    for part in value:
        naming = [key for key, told in part.items() if _key(told) in names] if isinstance(part, dict) else []
        if len(naming) != 1 or (name := names[_key(part[naming[0]])]) in made:
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
        return _named(value, {str(one): one for one in inner})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _named(value, {str(one.value): one.value for one in kind})
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _object({} if value is None else value, kind)
    if kind in (int, float) and isinstance(value, str):
        return _number(value)
    if kind is str:
        return _text(value)
    return value


def _optional(value: Any, kinds: tuple[Any, ...]) -> Any:
    rest = [kind for kind in kinds if kind is not NoneType]
    fitted = value if value is None or len(rest) != 1 else _fit(value, rest[0])
    nothing = NoneType in kinds and isinstance(value, str) and _NOTHING.fullmatch(value.strip())
    return None if nothing and fitted not in _fixed(rest[0]) else fitted


def _fixed(kind: Any) -> tuple[Any, ...]:
    """The names of a type that has a fixed set of them; "none" may be one."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(one.value for one in kind)
    return get_args(kind) if get_origin(kind) is Literal else ()


def _several(value: Any, kind: Any) -> Any:
    """A list: of a map its entries, of one thing a list with it, of nothing an empty one."""
    if value is None or (isinstance(value, str) and _NOTHING.fullmatch(value.strip())):
        return []
    model = kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None
    if isinstance(value, dict):
        value = _entries(value, model) if model else [value] if kind is str and _text(value) != value else value
    elif isinstance(value, str) and kind is str:
        value = _SPLIT.split(value.strip())
    elif isinstance(value, int | str) and not isinstance(value, bool) and model is None:
        value = re.findall(r"\d+", str(value)) if kind is int else [value]
    if not isinstance(value, list):
        return value
    kept = [part for part in value if part is not None and not (isinstance(part, str) and not part.strip())]
    return [_fit(part, kind) for part in kept]


def _entries(value: Mapping[str, Any], model: type[BaseModel]) -> Any:
    """A map from names to entries as a list of entries, or a single entry as a list of one."""
    if {_key(name) for name in value} & set(_names(model)):
        return [value]
    named = _naming(model)
    if named is None:
        return list(value.values()) if all(isinstance(part, dict) for part in value.values()) else value
    field, _ = named
    listed = next((name for name, one in model.model_fields.items() if get_origin(one.annotation) is tuple), None)
    made = []
    for name, part in value.items():
        if isinstance(part, dict):
            made.append({field: name, **{key: one for key, one in part.items() if _key(key) != _key(field)}})
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
    known = {_key(name): one for name, one in names.items()}
    told = _key(re.split(r"[(:]", value)[0] or value)
    for wanted in (told, _key(value)):
        if wanted in known:
            return known[wanted]
    ends = {one for name, one in known.items() if len(name) > 3 and re.fullmatch(rf"(?:phq\d?|item|q)?\d*{name}", told)}
    return ends.pop() if len(ends) == 1 else value


def _number(text: str) -> Any:
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        return text
    number = float(found[1])
    return text if found[2] else int(number) if number == number // 1 else number


def _text(value: Any) -> Any:
    if isinstance(value, dict):
        told = [part for name, part in value.items() if _key(name) in _WORDS and isinstance(part, str)]
        return told[0] if told else value
    return value


def _element(kind: Any) -> Any:
    """The type of a list's elements, None for anything but a list."""
    return get_args(kind)[0] if get_origin(kind) in (tuple, list) else None


def _rest_is_optional(schema: type[BaseModel], listed: str) -> bool:
    return not any(field.is_required() for name, field in schema.model_fields.items() if name != listed)


def _names(schema: type[BaseModel]) -> dict[str, str]:
    """The fields by their plain spelling."""
    return {_key(name): name for name in schema.model_fields}


def _key(name: object) -> str:
    return _PLAIN.sub("", str(name).lower())
