"""The library's pages for admins: hand a book in, follow it, choose its sections, bring editions back."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_202_ACCEPTED,
    HTTP_303_SEE_OTHER,
    HTTP_409_CONFLICT,
    HTTP_422_UNPROCESSABLE_ENTITY,
)

from agents.errors import CorrectInput, NotFound, NotNow, TryAgain
from rag.book_names import NameTaken, Wish
from rag.document_store import MOST_BYTES, received, too_large
from rag.ingestion.coverage import coverage_of
from server.accounts.tables import Account
from server.errors import browses
from server.http.security import admin
from server.library import answers, removals
from server.library.documents import Documents, ListedDocument
from server.library.reference import Reference
from server.library.removals import PAGE, Asked, answered
from server.library.uploads import Upload
from server.library.vectors import WorkerVectors
from server.openapi.contract import NOTHING, Body, described, form_of, json_of
from server.openapi.contract import PAGE as HTML
from server.settings import Settings


@get(PAGE, guards=[admin], **described("documents_page", "Page of the library", gives=HTML))
async def documents_page(
    documents: NamedDependency[Documents], reference: NamedDependency[Reference], local: NamedDependency[WorkerVectors]
) -> Template:
    """Every document with its editions, and the form that takes another."""
    notice = reference.library.notice or await local.notice()
    shown = {"listed": await documents.listed(), "gone": await documents.gone(), "notice": notice, "most": MOST_BYTES}
    return Template("documents.html.j2", context=shown | {"embedder": _embedder(reference)})


@post(
    PAGE,
    guards=[admin],
    request_max_body_size=None,
    **described(
        "hand_in_document",
        "Hand a book in",
        takes=(Body("application/pdf"), Body("multipart/form-data", answers.Upload)),
        gives={200: (json_of(answers.HandedIn),), 202: (json_of(answers.HandedIn),), 303: ()},
        errors=(CorrectInput, NotNow, TryAgain),
        query={
            "name": "the file's name, for a PDF sent as the body",
            "title": "its name as a book of its own",
            "edition_of": "the book of which it is a new edition",
            "ask": "anything: let it wait to be named",
        },
    ),
)
async def hand_in(
    request: Asked,
    account: NamedDependency[Account],
    documents: NamedDependency[Documents],
    settings: NamedDependency[Settings],
) -> Response[Any]:
    """Take a PDF: as the file of a form, or as the body with `?name=`. `title` makes it a book of its own, `edition_of`
    a new edition of that book; with neither it goes by the title found in it, or, with `ask`, waits to be named.

    Answers 202 with the job that reads it, 200 where there is nothing to read now. Raises CorrectInput; NotNow where
    another book has the name."""
    announced = request.headers.get("content-length", "")
    if announced.isdigit() and int(announced) > MOST_BYTES + MORE:
        raise CorrectInput(too_large())
    upload = Upload(request)
    async with received(upload.parts(), settings.data / "uploads") as file:
        name, wish, ask = upload.name or "book.pdf", _wish(upload.fields), bool(upload.fields.get("ask"))
        try:
            document, job = await documents.hand_in(file, name, wish, account.id, ask=ask)
        except NameTaken as taken:
            raise NameTaken(taken.book, REMEDY) from None
    if browses(request):
        return Redirect(f"{PAGE}/{document.id}", status_code=HTTP_303_SEE_OTHER)
    told: dict[str, Any] = {"document": str(document.id), "book": document.book, "title": document.title}
    told |= {"job": job.shown() if job else None, "waits": not document.book}
    already = job is None and bool(document.book)
    return Response(told | {"already": already}, status_code=HTTP_202_ACCEPTED if job else HTTP_200_OK)


@get(
    PAGE + "/{document_id:uuid}",
    guards=[admin],
    **described("document_page", "Page of one document", gives=HTML, errors=(NotFound,)),
)
async def document_page(
    document_id: FromPath[UUID], documents: NamedDependency[Documents], reference: NamedDependency[Reference]
) -> Template:
    """One document: its name or the question after it, its job, its editions, and what was kept and dropped of it.

    Raises NotFound."""
    return await _page(await documents.one(document_id), documents, reference)


@post(
    PAGE + "/{document_id:uuid}/name",
    guards=[admin],
    **described(
        "name_document",
        "Say which book a document is",
        takes=form_of(answers.Naming),
        gives={200: (json_of(answers.Changed),), 303: ()},
        errors=(NotFound, NotNow, CorrectInput, TryAgain),
    ),
)
async def name(
    request: Asked,
    document_id: FromPath[UUID],
    account: NamedDependency[Account],
    documents: NamedDependency[Documents],
    reference: NamedDependency[Reference],
) -> Response[Any]:
    """Say which book a waiting document is: `title` for one of its own, `edition_of` for a new edition; a form may send
    both and say by `as` (own, edition) which one counts. Raises NotFound, NotNow, CorrectInput."""
    form = {key: str(value) for key, value in (await request.form()).items()}
    try:
        job = await documents.name(document_id, _wish(form), account.id)
    except (NotNow, CorrectInput) as wrong:
        told = NameTaken(wrong.book, REMEDY) if isinstance(wrong, NameTaken) else wrong
        if not browses(request):
            raise told from None
        page = await _page(await documents.one(document_id), documents, reference, form | {"wrong": str(wrong)})
        page.status_code = HTTP_409_CONFLICT if isinstance(wrong, NotNow) else HTTP_422_UNPROCESSABLE_ENTITY
        return page
    return await answered(request, await documents.one(document_id), job is not None)


@post(
    PAGE + "/{document_id:uuid}/sections",
    guards=[admin],
    **described(
        "choose_sections",
        "Choose the sections that are kept",
        takes=form_of(answers.Kept),
        gives={200: (json_of(answers.Changed),), 303: ()},
        errors=(NotFound, NotNow, TryAgain),
    ),
)
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
    return await answered(request, await documents.one(document_id), job is not None)


@post(
    PAGE + "/{document_id:uuid}/build",
    guards=[admin],
    **described(
        "build_document_again",
        "Read a document again",
        takes=NOTHING,
        gives={200: (json_of(answers.Changed),), 303: ()},
        errors=(NotFound, NotNow, TryAgain),
    ),
)
async def build_again(
    request: Asked,
    document_id: FromPath[UUID],
    account: NamedDependency[Account],
    documents: NamedDependency[Documents],
) -> Response[Any]:
    """Have the document read again, as after another embedder was set up. Raises NotFound."""
    entry = await documents.one(document_id)
    job = await documents.build(entry.document, account.id)
    return await answered(request, entry, job is not None)


@post(
    "/admin/editions/{edition_id:uuid}/live",
    guards=[admin],
    **described(
        "bring_edition_back",
        "Search an earlier edition again",
        takes=NOTHING,
        gives={200: (json_of(answers.Changed),), 303: ()},
        errors=(NotFound, NotNow),
    ),
)
async def bring_back(
    request: Asked, edition_id: FromPath[UUID], documents: NamedDependency[Documents]
) -> Response[Any]:
    """Search an earlier edition again. Raises NotFound."""
    document = await documents.bring_back(edition_id)
    return await answered(request, await documents.one(document), changed=True, to="editions")


async def _page(
    entry: ListedDocument, documents: Documents, reference: Reference, typed: Mapping[str, str] = MappingProxyType({})
) -> Template:
    sections = await documents.sections(entry.editions[0].id) if entry.editions else []
    told = coverage_of(entry.editions[0].pages, sections).said if sections else ""
    shown = {"one": entry, "sections": sections, "account": told, "embedder": _embedder(reference), "typed": typed}
    books, title = await documents.books(), entry.document.title.casefold()
    same = next((book for book in books if book.casefold() == title), None)
    shown |= {"books": books, "same": same, "removed": await documents.removed(entry.document.id)}
    return Template("document.html.j2", context=shown)


def _wish(fields: Mapping[str, str]) -> Wish:
    """What the fields ask for. Raises CorrectInput."""
    counts = fields.get("as")
    title = fields.get("title") if counts != "edition" else None
    return Wish.of(title, fields.get("edition_of") if counts != "own" else None)


def _embedder(reference: Reference) -> str | None:
    return reference.library.embedding.name if reference.library.embedding else None


MORE = 1_000_000
"""Bytes that a form may add to its file."""
REMEDY: Final = (
    "Say which you mean: send it with `edition_of`, the book's name, and it is searched in place of the one "
    "before, which is kept; or with another `title`, and it is a book of its own."
)
HANDLERS = (
    documents_page,
    hand_in,
    document_page,
    name,
    choose_sections,
    build_again,
    bring_back,
    *removals.HANDLERS,
)
