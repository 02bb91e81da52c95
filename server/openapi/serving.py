"""Serves the document to signed-in staff: as JSON for programs, as one plain page of our own for people.

Litestar's own pages fetch their scripts from other hosts and run inline scripts, which the content policy forbids."""

from typing import Any, Final

from litestar import Litestar, Request, Router
from litestar.enums import MediaType
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.response import Template

from server.http.security import staff
from server.openapi.document import document_of
from server.openapi.page import shown_of

VERSION: Final = "1"
"""Of the routes that docs/http.md names; raised where one of these changes so that a program would notice."""
PATH: Final = "/schema"
PAGE: Final = "api.html.j2"
Caller = Request[Any, Any, Any]


class Document:
    """The document of one application, put together when it is first asked for."""

    _kept: dict[str, Any] | None = None

    def of(self, app: Litestar) -> dict[str, Any]:
        """The whole document."""
        if self._kept is None:
            self._kept = document_of(app)
        return self._kept


class DocumentAsJson(JsonRenderPlugin):
    """The document for programs."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document

    def render(self, request: Caller, openapi_schema: dict[str, Any]) -> bytes:
        """The whole document."""
        return self.render_json(request, self._document.of(request.app))


class DocumentAsPage(OpenAPIRenderPlugin):
    """Every route on one page, by room."""

    def __init__(self, document: Document) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)
        self._document = document

    def render(self, request: Caller, openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        engine = request.app.template_engine
        assert engine is not None
        shown = shown_of(self._document.of(request.app))
        context = Template(PAGE, context=shown).create_template_context(request)
        written: str = engine.get_template(PAGE).render(**context)
        return written.encode()


def openapi_config() -> OpenAPIConfig:
    """How Litestar serves the document; a new one for each application."""
    document = Document()
    return OpenAPIConfig(
        title="Anamnesis",
        version=VERSION,
        description="Every HTTP route. Those that programs may rely on are named in docs/http.md, the socket of an "
        "interview is described in docs/socket.md. An example in curl and in Python stands at POST /interviews; "
        "what the server sends when an interview is over, or an alert is raised, under webhooks.",
        use_handler_docstrings=True,
        render_plugins=[DocumentAsPage(document), DocumentAsJson(document)],
        openapi_router=Router(PATH, route_handlers=[], guards=[staff], include_in_schema=False),
    )
