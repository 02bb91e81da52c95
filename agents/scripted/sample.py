"""Values for a JSON schema: adapts the scripted provider's answers to the schema that a request asks for."""

from typing import Any

from agents.llm.port import JsonObject

_EMPTY: JsonObject = {"string": "", "boolean": False, "null": None, "integer": 0, "number": 0}
_PYTHON: dict[str, type | tuple[type, ...]] = {
    "string": str, "boolean": bool, "integer": int, "number": (int, float), "array": list, "object": dict,
    "null": type(None),
}  # fmt: skip


def conform(value: Any, schema: JsonObject) -> Any:
    """The value without the fields that the schema does not have, and with those that it requires; for a value of the
    wrong type, the plainest value that the schema allows."""
    return _Shape(schema).conform(value, schema)


class _Shape:
    def __init__(self, root: JsonObject) -> None:
        self._definitions: JsonObject = root.get("$defs", {})

    def conform(self, value: Any, schema: JsonObject) -> Any:
        node = self._chosen(value, schema)
        if not self._is(value, node):
            return self._plainest(node)
        if isinstance(value, dict) and "properties" in node:
            known = node["properties"]
            kept = {name: self.conform(part, known[name]) for name, part in value.items() if name in known}
            missing = [name for name in node.get("required", ()) if name not in kept]
            return kept | {name: self._plainest(known[name]) for name in missing}
        if isinstance(value, list) and "items" in node:
            return [self.conform(part, node["items"]) for part in value]
        return value

    def _resolved(self, schema: JsonObject) -> JsonObject:
        while "$ref" in schema:
            schema = self._definitions[str(schema["$ref"]).rsplit("/", 1)[-1]]
        return schema

    def _chosen(self, value: Any, schema: JsonObject) -> JsonObject:
        """The branch of a union that fits the value, or its first branch."""
        node = self._resolved(schema)
        branches = [self._chosen(value, branch) for branch in node.get("anyOf") or node.get("oneOf") or ()]
        return next((branch for branch in branches if self._is(value, branch)), branches[0]) if branches else node

    @staticmethod
    def _is(value: Any, node: JsonObject) -> bool:
        if "enum" in node:
            return value in node["enum"]
        if "const" in node:
            return bool(value == node["const"])
        kind = node.get("type")
        if isinstance(value, bool) and kind in {"integer", "number"}:
            return False
        return not isinstance(kind, str) or isinstance(value, _PYTHON[kind])

    def _plainest(self, schema: JsonObject) -> Any:
        node = self._resolved(schema)
        branches = node.get("anyOf") or node.get("oneOf")
        if branches:
            nothing = any(self._resolved(branch).get("type") == "null" for branch in branches)
            return None if nothing else self._plainest(branches[0])
        if "enum" in node or "const" in node:
            return node["const"] if "const" in node else node["enum"][0]
        return self._of_kind(node)

    def _of_kind(self, node: JsonObject) -> Any:
        match node.get("type", "object"):
            case "object":
                known = node.get("properties", {})
                return {name: self._plainest(known[name]) for name in node.get("required", ())}
            case "array":
                return [self._plainest(node["items"]) for _ in range(node.get("minItems", 0))]
            case "integer" | "number":
                return node.get("minimum", 0)
            case "string":
                return "x" * int(node.get("minLength", 0))
            case kind:
                return _EMPTY[str(kind)]
