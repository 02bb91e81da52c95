"""The document as one page shows it: routes by room, bodies by name, and every shape with its fields."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

Json = dict[str, Any]


class Shape(NamedTuple):
    """A body of one media type: the name of its schema, empty where it is text or bytes."""

    kind: str
    name: str


class Field(NamedTuple):
    """One field of a shape, its type in words."""

    name: str
    kind: str
    required: bool


def shown_of(document: Json) -> Json:
    """What the page's template shows."""
    rooms: dict[str, list[tuple[str, str, Json]]] = defaultdict(list)
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            rooms[operation["tags"][0]].append((method.upper(), path, operation))
    return {
        "document": document,
        "rooms": rooms,
        "refusals": document["components"]["responses"],
        "shapes": document["components"]["schemas"],
        "bodies": bodies,
        "fields": fields,
        "kind": kind,
    }


def bodies(content: Json) -> list[Shape]:
    """The bodies of a request or an answer; of a stream of events what each of them holds."""
    found = ((kind.partition(";")[0], body["schema"]) for kind, body in content.items())
    return [Shape(kind, _name(schema) or _name(schema.get("contentSchema", {}))) for kind, schema in found]


def fields(schema: Json) -> Iterator[Field]:
    """The fields of a shape."""
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        yield Field(name, kind(field), name in required)


def kind(schema: Json) -> str:
    """The type of a field in words."""
    if name := _name(schema):
        return name
    if several := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(kind(one) for one in several)
    if choices := schema.get("enum"):
        return " or ".join(f"\u201c{one}\u201d" for one in choices)
    if "const" in schema:
        return f"\u201c{schema['const']}\u201d"
    if schema.get("type") == "array":
        return f"list of {kind(schema.get('items', {}))}"
    if isinstance(values := schema.get("additionalProperties"), dict):
        return f"object of {kind(values)}"
    return str(schema.get("format") or schema.get("type") or "anything")


def _name(schema: Json) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]
