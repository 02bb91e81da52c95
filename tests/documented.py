"""Holds every answer that a test gets to the OpenAPI document: its status, its media type, and its JSON."""

import re
from copy import deepcopy
from functools import cache
from typing import Any

import httpx
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from server.app import HANDLERS
from server.openapi.check import app_of
from server.openapi.document import document_of

ANYWHERE = {405, 500}
"""A wrong method, a fault of ours: no route promises these."""


@cache
def document() -> dict[str, Any]:
    """As the server serves it."""
    return document_of(app_of(HANDLERS))


def check(answer: httpx.Response) -> None:
    """Fails where the answer, which was read, is none that its route promises."""
    operation = _operation(answer.request.method, answer.request.url.path)
    if operation is None or answer.status_code in ANYWHERE or _turned_away(answer, operation):
        return
    named = f"{answer.request.method} {answer.request.url.path}: {answer.status_code}"
    promised = operation["responses"].get(str(answer.status_code))
    if promised is None and answer.status_code == 303 and "401" in operation["responses"]:
        return  # a browser that nobody is signed in with
    assert promised is not None, f"{named} is not among its answers"
    content = _resolved(promised).get("content", {})
    kinds = {kind.partition(";")[0]: kind for kind in content}
    kind = answer.headers.get("content-type", "").partition(";")[0]
    if not content:
        return
    assert kind in kinds, f"{named} is {kind}, not one of {list(kinds)}"
    if kind == "application/json":
        _validator(_pointer(content[kinds[kind]]["schema"])).validate(answer.json())


def read_and_check(answer: httpx.Response) -> None:
    """A hook for clients."""
    if not answer.headers.get("content-type", "").startswith("text/event-stream"):
        answer.read()
        check(answer)


async def read_and_check_async(answer: httpx.Response) -> None:
    """The same for clients that wait."""
    if not answer.headers.get("content-type", "").startswith("text/event-stream"):
        await answer.aread()
        check(answer)


def _turned_away(answer: httpx.Response, operation: dict[str, Any]) -> bool:
    """A token was sent to a route that takes none, as its security says."""
    by_token = "authorization" in answer.request.headers
    return by_token and answer.status_code in (401, 403, 429) and "token" not in str(operation["security"])


def _pointer(schema: dict[str, str]) -> str:
    return schema["$ref"]


def _resolved(found: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in found:
        return found
    kept: dict[str, Any] = document()["components"]["responses"][found["$ref"].rpartition("/")[2]]
    return kept


@cache
def _closed() -> dict[str, Any]:
    """The document with no room for fields that it does not name: programs get some, we name them all."""
    closed = deepcopy(document())
    for schema in closed["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return closed


@cache
def _validator(pointer: str) -> Draft202012Validator:
    whole = Resource(contents=_closed(), specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resource("urn:document", whole)
    return Draft202012Validator({"$ref": f"urn:document{pointer}"}, registry=registry)


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    paths = sorted(document()["paths"], key=lambda path: path.count("{"))  # a plain step goes before a named one
    return [(re.compile(re.sub(r"\\\{key\\\}", ".+", _step(path))), path) for path in paths]


def _step(path: str) -> str:
    return re.sub(r"\\\{(?!key)\w+\\\}", "[^/]+", re.escape(path))


def _operation(method: str, path: str) -> dict[str, Any] | None:
    for pattern, template in _paths():
        if pattern.fullmatch(path):
            found: dict[str, Any] | None = document()["paths"][template].get(method.lower())
            return found
    return None
