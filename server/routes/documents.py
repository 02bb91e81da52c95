"""The library's pages for admins: hand a book in, follow it, choose its sections, bring editions back."""

from typing import Any
from uuid import UUID

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template
from litestar.status_codes import HTTP_200_OK, HTTP_202_ACCEPTED, HTTP_303_SEE_OTHER

from agents.errors import CorrectInput
from rag.shelf import MOST_BYTES, book_of, received, too_large
from server.documents import Documents, Shelved
from server.library import Reference
from server.routes.errors import browses
from server.security import admin
from server.settings import Settings
from server.tables import Account
from server.uploads import Upload

PAGE = "/admin/documents"
Asked = Request[Any, Any, Any]


@get(PAGE, guards=[admin])
async def documents_page(documents: NamedDependency[Documents], reference: NamedDependency[Reference]) -> Template:
    """Every document with its editions, and the form that takes another."""
    shown = {"shelved": await documents.listed(), "notice": reference.library.notice, "most": MOST_BYTES}
    return Template("documents.html.j2", context=shown | {"embedder": _embedder(reference)})


@post(PAGE, guards=[admin], request_max_body_size=None)
async def hand_in(
    request: Asked,
    account: NamedDependency[Account],
    documents: NamedDependency[Documents],
    settings: NamedDependency[Settings],
) -> Response[Any]:
    """Take a PDF: as the file of a form with an optional `book`, or as the body with `?name=` and `?book=`.

    Answers 202 with the job that reads it, 200 where there is nothing to do. Raises CorrectInput."""
    announced = request.headers.get("content-length", "")
    if announced.isdigit() and int(announced) > MOST_BYTES + MORE:
        raise CorrectInput(too_large())
    upload = Upload(request)
    async with received(upload.parts(), settings.data / "uploads") as file:
        name = upload.name or "book.pdf"
        document, job = await documents.hand_in(file, name, upload.fields.get("book") or book_of(name), account.id)
    if browses(request):
        return Redirect(f"{PAGE}/{document.id}", status_code=HTTP_303_SEE_OTHER)
    told = {"document": str(document.id), "book": document.book, "job": job.shown() if job else None}
    return Response(told | {"already": job is None}, status_code=HTTP_202_ACCEPTED if job else HTTP_200_OK)


@get(PAGE + "/{document_id:uuid}", guards=[admin])
async def document_page(
    document_id: FromPath[UUID], documents: NamedDependency[Documents], reference: NamedDependency[Reference]
) -> Template:
    """One document: its job, its editions, and what was kept and dropped of it. Raises NotFound."""
    shelved = await documents.one(document_id)
    sections = await documents.sections(shelved.editions[0].id) if shelved.editions else []
    shown = {"one": shelved, "sections": sections, "embedder": _embedder(reference)}
    return Template("document.html.j2", context=shown)


@post(PAGE + "/{document_id:uuid}/sections", guards=[admin])
async def choose_sections(
    request: Asked,
    document_id: FromPath[UUID],
    account: NamedDependency[Account],
    documents: NamedDependency[Documents],
) -> Response[Any]:
    """Keep just the sections that the form names, and build the document again. Raises NotFound, NotNow."""
    form = await request.form()
    kept = frozenset(str(name) for name in form.getall("kept", []))
    job = await documents.choose(document_id, kept, account.id)
    return await _answer(request, await documents.one(document_id), job is not None)


@post(PAGE + "/{document_id:uuid}/build", guards=[admin])
async def build_again(
    request: Asked,
    document_id: FromPath[UUID],
    account: NamedDependency[Account],
    documents: NamedDependency[Documents],
) -> Response[Any]:
    """Have the document read again, as after another embedder was set up. Raises NotFound."""
    shelved = await documents.one(document_id)
    job = await documents.build(shelved.document, account.id)
    return await _answer(request, shelved, job is not None)


@post(PAGE + "/{document_id:uuid}/remove", guards=[admin])
async def remove(request: Asked, document_id: FromPath[UUID], documents: NamedDependency[Documents]) -> Response[Any]:
    """Forget a document, its editions and its file. Raises NotFound, NotNow."""
    await documents.remove(document_id)
    if browses(request):
        return Redirect(PAGE, status_code=HTTP_303_SEE_OTHER)
    return Response({"removed": True}, status_code=HTTP_200_OK)


@post("/admin/editions/{edition_id:uuid}/live", guards=[admin])
async def bring_back(
    request: Asked, edition_id: FromPath[UUID], documents: NamedDependency[Documents]
) -> Response[Any]:
    """Search an earlier edition again. Raises NotFound."""
    document = await documents.bring_back(edition_id)
    return await _answer(request, await documents.one(document), changed=True)


async def _answer(request: Asked, shelved: Shelved, changed: bool) -> Response[Any]:
    if browses(request):
        return Redirect(f"{PAGE}/{shelved.document.id}", status_code=HTTP_303_SEE_OTHER)
    job = shelved.job.shown() if shelved.job else None
    return Response({"document": str(shelved.document.id), "job": job, "changed": changed}, status_code=HTTP_200_OK)


def _embedder(reference: Reference) -> str | None:
    return reference.library.embedding.name if reference.library.embedding else None


MORE = 1_000_000
"""Bytes that a form may add to its file."""
HANDLERS = (documents_page, hand_in, document_page, choose_sections, build_again, remove, bring_back)
