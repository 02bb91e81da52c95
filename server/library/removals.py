"""What an admin takes out of the library, and takes back: documents and editions."""

from typing import Any
from uuid import UUID

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Response
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from agents.errors import CorrectInput, NotFound, NotNow
from server.errors import browses
from server.http.security import admin
from server.library import answers
from server.library.documents import Documents, ListedDocument
from server.openapi.contract import NOTHING, described, json_of

PAGE = "/admin/documents"
Asked = Request[Any, Any, Any]


@post(
    PAGE + "/{document_id:uuid}/remove",
    guards=[admin],
    **described(
        "remove_document",
        "Remove a document",
        takes=NOTHING,
        gives={200: (json_of(answers.Removed),), 303: ()},
        errors=(NotFound, NotNow, CorrectInput),
    ),
)
async def remove(request: Asked, document_id: FromPath[UUID], documents: NamedDependency[Documents]) -> Response[Any]:
    """Take a document, its editions and its file away. For half an hour that can be undone. Raises NotFound, NotNow."""
    await documents.remove(document_id)
    if browses(request):
        return Redirect(f"{PAGE}#removed", status_code=HTTP_303_SEE_OTHER)
    return Response({"removed": True}, status_code=HTTP_200_OK)


@post(
    PAGE + "/{document_id:uuid}/restore",
    guards=[admin],
    **described(
        "restore_document",
        "Undo the removal of a document",
        takes=NOTHING,
        gives={200: (json_of(answers.Changed),), 303: ()},
        errors=(NotFound, NotNow),
    ),
)
async def restore(request: Asked, document_id: FromPath[UUID], documents: NamedDependency[Documents]) -> Response[Any]:
    """Take a removed document back with its editions. Raises NotFound, also when it is too late; NotNow."""
    await documents.restore(document_id)
    return await answered(request, await documents.one(document_id), changed=True)


@post(
    "/admin/editions/{edition_id:uuid}/remove",
    guards=[admin],
    **described(
        "remove_edition",
        "Remove an edition",
        takes=NOTHING,
        gives={200: (json_of(answers.Changed),), 303: ()},
        errors=(NotFound, NotNow),
    ),
)
async def remove_edition(
    request: Asked, edition_id: FromPath[UUID], documents: NamedDependency[Documents]
) -> Response[Any]:
    """Take one of a document's editions away; the one before it is searched again. For half an hour that can be undone.
    Raises NotFound, NotNow."""
    document = await documents.remove_edition(edition_id)
    return await answered(request, await documents.one(document), changed=True, to="removed")


@post(
    "/admin/editions/{edition_id:uuid}/restore",
    guards=[admin],
    **described(
        "restore_edition",
        "Undo the removal of an edition",
        takes=NOTHING,
        gives={200: (json_of(answers.Changed),), 303: ()},
        errors=(NotFound,),
    ),
)
async def restore_edition(
    request: Asked, edition_id: FromPath[UUID], documents: NamedDependency[Documents]
) -> Response[Any]:
    """Take a removed edition back; it is searched again if it was. Raises NotFound, also when it is too late."""
    document = await documents.restore_edition(edition_id)
    return await answered(request, await documents.one(document), changed=True, to="editions")


async def answered(request: Asked, entry: ListedDocument, changed: bool, to: str = "") -> Response[Any]:
    """The document after a change: its page in a browser, else what changed."""
    if browses(request):
        return Redirect(f"{PAGE}/{entry.document.id}" + (f"#{to}" if to else ""), status_code=HTTP_303_SEE_OTHER)
    job = entry.job.shown() if entry.job else None
    return Response({"document": str(entry.document.id), "job": job, "changed": changed}, status_code=HTTP_200_OK)


HANDLERS = (remove, restore, remove_edition, restore_edition)
