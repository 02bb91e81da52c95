"""The OpenAPI document: what Litestar reads from the routes, completed by each route's contract."""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core.core_schema import ModelSchema

from server.accounts.scopes import SCOPES
from server.accounts.sessions import STAFF_COOKIE
from server.errors import CODES, Problem, status_of
from server.http.path_limits import LINKS
from server.http.security import ANONYMOUS, CSRF_HEADER, admin, staff
from server.openapi.contract import PAGE, Body, Contract, contract_of
from server.openapi.example import HOOKS, SAMPLES, SIGNED, Hook

Json = dict[str, Any]
_RAISES: Final = re.compile(r"\bRaises\s[^.]*\.")
REFERENCE: Final = "#/components/schemas/{model}"
_REFERRED: Final = re.compile(r"#/components/schemas/(\w+)")
PROBLEM: Final = {"application/json": {"schema": {"$ref": REFERENCE.format(model=Problem.__name__)}}}
_SAID: Final = "; ".join(f"`{scope}`: {words}" for scope, words in SCOPES.items())
SECURITY: Final = {
    "session": {"type": "apiKey", "in": "cookie", "name": STAFF_COOKIE, "description": "a member of staff, signed in"},
    "csrf": {"type": "apiKey", "in": "header", "name": CSRF_HEADER, "description": "repeats the CSRF cookie"},
    "token": {"type": "http", "scheme": "bearer", "description": "a token for programs, by its scopes: " + _SAID},
}


class _Schemas(GenerateJsonSchema):
    """Answers may get new fields at any time; bodies that are read may hold no others."""

    def model_schema(self, schema: ModelSchema) -> Json:
        """The schema of one model."""
        found = super().model_schema(schema)
        if self.mode == "serialization":
            found.pop("additionalProperties", None)
        return found


class Route(NamedTuple):
    """One method of one path, with its handler. `places` are the types of the parameters in the path's braces."""

    method: str
    path: str
    handler: HTTPRouteHandler
    places: frozenset[type]

    @property
    def contract(self) -> Contract | None:
        """What the handler promises, None where it says nothing."""
        return contract_of(self.handler.opt)

    @property
    def room(self) -> str:
        """The room that it belongs to."""
        return self.handler.fn.__module__.split(".")[1].removesuffix("_route")

    @property
    def guarded(self) -> bool:
        """Whether somebody has to be signed in."""
        return any(guard in (staff, admin) for guard in self.handler.guards or ())

    @property
    def admins(self) -> bool:
        """Whether it has to be an admin."""
        return admin in (self.handler.guards or ())

    @property
    def unsafe(self) -> bool:
        """Whether it changes something, and so asks for the CSRF token."""
        return self.method not in ("GET", "HEAD", "OPTIONS")


def routes_of(app: Litestar) -> Iterator[Route]:
    """Every HTTP route of the application that the document describes."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for method, (handler, _) in route.route_handler_map.items():
                if method != "OPTIONS" and handler.resolve_include_in_schema():
                    places = frozenset(place.type for place in route.path_parameters.values())
                    yield Route(method, route.path_format or "/", handler, places)


def refusals_of(route: Route) -> list[int]:
    """The statuses of the errors that the route answers with: its own errors, and what its guards, its method, its
    address, body and query, and the storage behind it bring besides."""
    contract = route.contract
    own = {status_of(error) for error in contract.errors} if contract else set()
    asked = route.handler.parsed_fn_signature.parameters
    read = bool(contract and contract.takes)
    by_token = bool(contract and contract.scope)
    words = bool(route.places & {str, Path}) and not route.path.startswith(LINKS)
    brought = {
        400: words,
        401: route.guarded,
        403: route.admins or route.unsafe or by_token,
        404: bool(route.places - {str, Path}),
        413: read,
        414: words,
        429: by_token,
        422: read or ("page" in asked and "{page}" not in route.path),
        503: not route.path.startswith(ANONYMOUS),
    }
    return sorted(own | {status for status, applies in brought.items() if applies})


def document_of(app: Litestar) -> Json:
    """The whole document."""
    found: Json = app.openapi_schema.to_schema()
    every = list(routes_of(app))
    references, models = _schemas(every)
    models |= _of_parameters(found)
    refused = {status for one in every for status in refusals_of(one)}
    found["components"] = {
        "schemas": dict(sorted(models.items())),
        "responses": {_name(status): _refusal(status) for status in sorted(refused)},
        "securitySchemes": SECURITY,
    }
    found["tags"] = [{"name": room, "description": _about(room)} for room in sorted({one.room for one in every})]
    for route in every:
        _complete(found["paths"][route.path][route.method.lower()], route, references)
    found["paths"]["/interviews"]["post"]["x-codeSamples"] = list(SAMPLES)
    found["webhooks"] = {name: {"post": _sent(hook, references)} for name, hook in HOOKS.items()}
    return found


def _sent(hook: Hook, references: dict[Any, Json]) -> Json:
    """A message that the server sends, as an operation that the receiver has."""
    body = {"application/json": {"schema": references[hook.model, "serialization"]}}
    return {
        "operationId": hook.id,
        "summary": hook.summary,
        "description": hook.goes,
        "parameters": list(_parameters([("header", SIGNED)])),
        "requestBody": {"required": True, "content": body},
        "responses": {"2XX": {"description": "Taken"}},
    }


def _of_parameters(found: Json) -> Json:
    """The definitions to which parameters refer: choices in an address."""
    own = found.get("components", {}).get("schemas", {})
    asked = (
        one.get("schema", {})
        for path in found["paths"].values()
        for told in path.values()
        if isinstance(told, dict)
        for one in told.get("parameters", ())
    )
    named = {name for schema in asked for name in _REFERRED.findall(json.dumps(schema))}
    return {name: own[name] for name in named if name in own}


def _complete(operation: Json, route: Route, references: dict[Any, Json]) -> None:
    operation["tags"] = [route.room]
    operation["description"] = _words_of(operation.get("description", ""))
    operation["security"] = _security(route)
    contract = route.contract
    if contract is None:
        return
    if contract.stable:
        operation["x-stable"] = True
    if contract.takes:
        operation["requestBody"] = {"required": True, "content": _content(contract.takes, references, "validation")}
    answers = {str(status): _answer(status, bodies, references) for status, bodies in contract.gives.items()}
    for status in map(str, refusals_of(route)):
        refusal = {"$ref": f"#/components/responses/{_name(int(status))}"}
        answers.setdefault(status, refusal).get("content", {}).update(PROBLEM)
    operation["responses"] = dict(sorted(answers.items()))
    said = [("query", contract.query), ("header", contract.headers)]
    operation.setdefault("parameters", []).extend(_parameters(said))


def _words_of(docstring: str) -> str:
    """A handler's docstring without its line breaks and without the errors, which stand among the answers."""
    paragraphs = (" ".join(part.split()) for part in _RAISES.sub("", docstring).split("\n\n"))
    return "\n\n".join(part for part in paragraphs if part)


def _parameters(said: Iterable[tuple[str, Any]]) -> Iterator[Json]:
    for place, named in said:
        for name, meaning in (named or {}).items():
            yield {"name": name, "in": place, "description": meaning, "schema": {"type": "string"}}


def _answer(status: int, bodies: tuple[Body, ...], references: dict[Any, Json]) -> Json:
    if 300 <= status < 400:
        where = {"location": {"schema": {"type": "string"}, "description": "where to go on"}}
        return {"description": "Go on there", "headers": where}
    said = {200: "Done", 201: "Made", 202: "A job does it"}.get(status, HTTPStatus(status).phrase)
    return {"description": said, "content": _content(bodies, references)}


def _content(bodies: Iterable[Body], references: dict[Any, Json], mode: str = "serialization") -> Json:
    return {body.kind: {"schema": _schema(body, references, mode)} for body in bodies}


def _schema(body: Body, references: dict[Any, Json], mode: str) -> Json:
    if body.event is not None:
        said = f"Events named `{body.event}`, the data of each of them JSON as `contentSchema` says."
        schema = references[body.model, mode]
        return {"type": "string", "description": said, "contentMediaType": "application/json", "contentSchema": schema}
    if body.model is not None:
        return references[body.model, mode]
    return {"type": "string"} | ({} if body.kind.startswith("text/") else {"contentMediaType": body.kind})


def _schemas(every: Iterable[Route]) -> tuple[dict[Any, Json], Json]:
    """How each model is referred to, as it is read and as it is written, and all the definitions."""
    kept: dict[Any, None] = {(Problem, "serialization"): None}
    kept |= {(hook.model, "serialization"): None for hook in HOOKS.values()}
    for one in every:
        if contract := one.contract:
            given = [body for bodies in contract.gives.values() for body in bodies]
            kept |= {(body.model, "serialization"): None for body in given if body.model is not None}
            kept |= {(body.model, "validation"): None for body in contract.takes or () if body.model is not None}
    asked = [((model, mode), mode, TypeAdapter(model)) for model, mode in kept]
    found, definitions = TypeAdapter.json_schemas(asked, ref_template=REFERENCE, schema_generator=_Schemas)
    return {key: schema for (key, _), schema in found.items()}, definitions.get("$defs", {})


def _refusal(status: int) -> Json:
    told = f"{HTTPStatus(status).phrase}, code `{CODES[status]}`; a browser gets a page"
    return {"description": told, "content": PROBLEM | {PAGE.kind: {"schema": {"type": "string"}}}}


def _name(status: int) -> str:
    return HTTPStatus(status).phrase.replace(" ", "").replace("-", "")


def _security(route: Route) -> list[Json]:
    asked: Json = {"session": []} if route.guarded else {}
    asked |= {"csrf": []} if route.unsafe else {}
    scope = route.contract.scope if route.contract else None
    return [asked, {"token": [scope]}] if scope else [asked] if asked else []


def _about(room: str) -> str:
    module = sys.modules.get(f"server.{room}_route") or sys.modules[f"server.{room}"]
    return " ".join((module.__doc__ or "").partition("\n\n")[0].split())
