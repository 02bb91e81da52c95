"""JSON schemas as providers' strict modes require them: every object closed, every field required, no defaults."""

from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from agents.llm.port import JsonObject

_DROPPED: Final = {"default", "title", "examples"}
_RENAMED: Final = {"ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}
"""pydantic's own words for a limit that stands behind a validator; no provider knows them."""
_LENGTHS: Final = {"minLength", "maxLength", "uniqueItems"}
"""Limits that strict modes refuse or have refused."""
_BOUNDS: Final = _LENGTHS | {
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "minItems", "maxItems",
}  # fmt: skip


@cache
def strict(schema: type[BaseModel], bounds: bool = True) -> JsonObject:
    """The strict schema of a type. The length of a text, and without `bounds` every limit such as `maximum`, is stated
    in the description instead, for providers that reject it as a keyword; pydantic checks it anyway. Don't modify the
    returned schema."""
    whole = schema.model_json_schema()
    read = _Reader(whole, bounds).read(_undescribed(whole))
    return {key: value for key, value in read.items() if key != "$defs"}


def _undescribed(node: JsonObject) -> JsonObject:
    """A type without its docstring, which is written for readers of the code; fields keep their descriptions."""
    return {key: value for key, value in node.items() if key != "description"}


class _Reader:
    """Rewrites a schema node by node. References are expanded in place, because `$ref` allows no sibling keys in strict
    mode. A type that contains itself raises TypeError."""

    def __init__(self, root: JsonObject, bounds: bool) -> None:
        self._definitions: JsonObject = root.get("$defs", {})
        self._bounds = bounds
        self._inside: tuple[str, ...] = ()

    def read(self, node: Any) -> Any:
        """The node rewritten."""
        if isinstance(node, list):
            return [self.read(part) for part in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            return self._reference(node)
        kept = {
            _RENAMED.get(str(key), str(key)): self._part(key, value)
            for key, value in node.items()
            if key not in _DROPPED
        }
        if "properties" in node:
            kept |= {"additionalProperties": False, "required": list(node["properties"])}
        return _told(kept, _LENGTHS if self._bounds else _BOUNDS)

    def _part(self, key: str, value: Any) -> Any:
        if key in {"properties", "$defs"}:
            return {name: self.read(node) for name, node in value.items()}
        return value if key in {"enum", "const", "required"} else self.read(value)

    def _reference(self, node: JsonObject) -> Any:
        name = str(node["$ref"]).rsplit("/", 1)[-1]
        if name in self._inside:
            raise TypeError(f"{name} contains itself: strict mode needs a type of fixed depth")
        self._inside += (name,)
        beside = {key: value for key, value in node.items() if key != "$ref"}
        read = self.read({**_undescribed(self._definitions[name]), **beside})
        self._inside = self._inside[:-1]
        return read


def _told(node: JsonObject, told: set[str]) -> JsonObject:
    limits = {key: value for key, value in node.items() if key in told}
    if not limits:
        return node
    rest = {key: value for key, value in node.items() if key not in told}
    said = "; ".join(f"{key} {value}" for key, value in limits.items())
    return {**rest, "description": f"{rest.get('description', '')} ({said})".strip()}
