"""Fails, naming them, where routes are not described: `python -m server.openapi.check`. Needs no database."""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from litestar import Litestar
from litestar.di import Dependency, Provide
from litestar.handlers import BaseRouteHandler
from litestar.types import ControllerRouterHandler

from server.openapi.document import Route, document_of, refusals_of, routes_of
from server.openapi.serving import openapi_config

_SHAPED = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/event-stream")
_SHAPELESS = (None, Any, dict, object)
_RAISES = re.compile(r"Raises ([^.]*(?:\.|$))")


def app_of(handlers: tuple[ControllerRouterHandler, ...]) -> Litestar:
    """An application of these routes that can be described, not used: nothing stands behind it."""
    names = {
        name
        for function in _asking(handlers)
        for name, kind in inspect.get_annotations(function).items()
        if any(isinstance(mark, Dependency) for mark in getattr(kind, "__metadata__", ()))
    }
    parts = {name: Provide(lambda: None, sync_to_thread=False) for name in names}
    return Litestar(handlers, dependencies=parts, openapi_config=openapi_config())


def _asking(handlers: tuple[ControllerRouterHandler, ...]) -> Iterator[Callable[..., Any]]:
    """What asks for parts: the handlers' functions, and those that make what a handler alone depends on."""
    for handler in handlers:
        if isinstance(handler, BaseRouteHandler):
            yield handler.fn
            provided = (handler.dependencies or {}).values()
            yield from (one.dependency for one in provided if isinstance(one, Provide))


def faults_of(app: Litestar) -> Iterator[str]:
    """What is missing, a line each."""
    for route in routes_of(app):
        for missing in _missing(route):
            yield f"{route.method} {route.path}: {missing}"


def _missing(route: Route) -> Iterator[str]:
    contract = route.contract
    if not route.handler.summary:
        yield "no summary"
    if not route.handler.operation_id:
        yield "no operation id"
    if contract is None:
        yield "no typed answer"
        yield "no error answers"
        return
    if route.unsafe and contract.takes is None:
        yield "no typed body (NOTHING where it takes none)"
    bodies = [body for status, given in contract.gives.items() if status < 300 for body in given]
    if not bodies and not any(300 <= status < 400 for status in contract.gives):
        yield "no answer that says it is done"
    if any(body.kind in _SHAPED and body.model in _SHAPELESS for body in bodies):
        yield "an answer in JSON without a type"
    if any(body.kind in _SHAPED and body.model in _SHAPELESS for body in contract.takes or ()):
        yield "a body in JSON, or a form, without a type"
    if not refusals_of(route) and not any(status >= 400 for status in contract.gives):
        yield "no error answers"
    declared = {error.__name__ for error in contract.errors}
    said = " ".join(_RAISES.findall(inspect.getdoc(route.handler.fn) or ""))
    named = set(re.findall(r"\b(NotFound|NotNow|CorrectInput|TryAgain)\b", said))
    if undeclared := sorted(named - declared):
        yield f"{', '.join(undeclared)} raised, as its docstring says, but not among its errors"


def main() -> int:
    """Check all routes of the server; 1 where something is missing."""
    from server.app import HANDLERS

    app = app_of(HANDLERS)
    faults = list(faults_of(app))
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    if not faults:
        document_of(app)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
