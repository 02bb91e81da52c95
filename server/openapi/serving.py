"""Serving the document to whoever is signed in: as JSON for programs, as one plain page of our own for people.

Litestar's own pages fetch their scripts from other hosts and run inline scripts, which the content policy forbids."""

from collections import defaultdict
from typing import Any, Final

from litestar import Request, Router
from litestar.enums import MediaType
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.response import Template

from server.openapi.document import document_of
from server.security import staff

VERSION: Final = "1"
"""Of the routes that docs/http.md names; raised where one of these changes so that a program would notice."""
PATH: Final = "/schema"
PAGE: Final = "api.html.j2"
Caller = Request[Any, Any, Any]


class DocumentAsJson(JsonRenderPlugin):
    """The document, put together when it is first asked for."""

    _written: bytes | None = None

    def render(self, request: Caller, openapi_schema: dict[str, Any]) -> bytes:
        """The whole document."""
        if self._written is None:
            self._written = self.render_json(request, document_of(request.app))
        return self._written


class DocumentAsPage(OpenAPIRenderPlugin):
    """Every route on one page, by room."""

    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)

    def render(self, request: Caller, openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        engine, document = request.app.template_engine, document_of(request.app)
        assert engine is not None
        shown = {"document": document, "rooms": _by_room(document), "told": _told}
        context = Template(PAGE, context=shown).create_template_context(request)
        written: str = engine.get_template(PAGE).render(**context)
        return written.encode()


def openapi_config() -> OpenAPIConfig:
    """How Litestar serves the document; a new one for each application."""
    return OpenAPIConfig(
        title="Anamnesis",
        version=VERSION,
        description="Every HTTP route. Those that programs may rely on are named in docs/http.md, the socket of an "
        "interview is described in docs/socket.md.",
        use_handler_docstrings=True,
        render_plugins=[DocumentAsPage(), DocumentAsJson()],
        openapi_router=Router(PATH, route_handlers=[], guards=[staff], include_in_schema=False),
    )


def _by_room(document: dict[str, Any]) -> dict[str, list[tuple[str, str, Any]]]:
    rooms: dict[str, list[tuple[str, str, Any]]] = defaultdict(list)
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            rooms[operation["tags"][0]].append((method.upper(), path, operation))
    return rooms


def _told(content: dict[str, Any]) -> str:
    """Bodies in words: each media type, with the name of its schema."""
    named = ((kind, body["schema"].get("$ref", "").rpartition("/")[2]) for kind, body in content.items())
    return ", or ".join(f"{kind} ({name})" if name else kind for kind, name in named)
