"""The page that a citation leads to: the book's own page as a picture, the cited lines marked. For signed-in staff."""

import asyncio
from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response, Template

from agents.errors import NotFound
from rag.editions import Row
from rag.search.passages import source
from server.http.security import staff
from server.library.reference import Reference
from server.openapi.contract import PAGE, Body, described

MOST_PAGES: Final = 4
"""Pages of one passage that are shown; a passage seldom has more than two."""


@get(
    "/library/passages/{chunk_id:str}",
    guards=[staff],
    **described("passage_page", "Page of a cited passage", gives=PAGE, errors=(NotFound,)),
)
async def passage_page(chunk_id: FromPath[str], reference: NamedDependency[Reference]) -> Template:
    """Where a cited passage stands. Raises NotFound."""
    row, document = await reference.library.editions.passage(chunk_id)
    file = await reference.document_store.get(document)
    shown = {"passage": row, "pages": _pages(row), "source": source(row), "document": file}
    return Template("passage.html.j2", context=shown)


@get(
    "/library/passages/{chunk_id:str}/pages/{page:int}",
    guards=[staff],
    **described(
        "passage_picture",
        "Picture of a book's page with the passage marked",
        gives=Body("image/png"),
        errors=(NotFound,),
    ),
)
async def page_picture(
    chunk_id: FromPath[str], page: FromPath[int], reference: NamedDependency[Reference]
) -> Response[bytes]:
    """One page of the passage as PNG, its lines marked. Raises NotFound."""
    from rag.documents.page_image import render

    row, document = await reference.library.editions.passage(chunk_id)
    if page not in _pages(row):
        raise NotFound("There is no such page.")
    path = await reference.document_store.file(await reference.document_store.get(document))
    picture = await asyncio.to_thread(render, path, page, (row.text,))
    return Response(picture, media_type="image/png")


def _pages(row: Row) -> list[int]:
    return list(range(row.page_start, min(row.page_end, row.page_start + MOST_PAGES - 1) + 1))


HANDLERS = (passage_page, page_picture)
