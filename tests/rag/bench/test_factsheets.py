"""Fact sheets in all layouts are read in whole and found again, and it is known whose book a passage is from."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rag.bench.factsheets import Layout, pdf, sheets
from rag.document_store import DocumentStore, received
from rag.ingestion.pipeline import Ingestion
from rag.search.library import Library
from rag.storage import Folder
from server.database import Database
from tests.rag.stored_documents import Hashed, document, edition

LIMIT = 5
LEAST = 0.8
"""Of the questions; by words alone. `tests/load/rag_factsheets.py` measures it with the embedder."""


class Silent:
    """Whoever builds an edition and tells nobody."""

    async def progress(self, news: dict[str, object]) -> None:
        """Nothing."""

    async def cancelled(self) -> bool:
        """Never."""
        return False


async def once(content: bytes) -> AsyncIterator[bytes]:
    yield content


async def test_no_sheet_is_refused_and_most_questions_are_answered(database: Database, tmp_path: Path) -> None:
    store = DocumentStore(database.pool, Folder(tmp_path / "documents"))
    ingestion, library, layouts = Ingestion(database.pool, store, None), Library(database.pool, None), list(Layout)
    for number, sheet in enumerate(sheets()):
        async with received(once(pdf(sheet, layouts[number % len(layouts)])), tmp_path) as file:
            handed_in = await store.add(file, "sheet.pdf", book=sheet.title)
        assert (await ingestion.run(handed_in.id, Silent())).chunks >= 1
    hits = []
    for sheet in sheets():
        for question, section in sheet.questions:
            begin = " ".join(sheet.sections[section][1].removeprefix("- ").split()[:6])
            found = await library.find(question, LIMIT)
            hits.append(any(begin in " ".join(one.text.split()) for one in found))
            assert all(one.own for one in found)
    assert sum(hits) / len(hits) >= LEAST


@pytest.mark.parametrize("is_open", [True, False])
async def test_a_passage_tells_whose_book_it_is_from(database: Database, tmp_path: Path, is_open: bool) -> None:
    async with database.pool.connection() as connection:
        await connection.execute("update edition set state = 'retired' where state = 'live'")
    store, embedder = DocumentStore(database.pool, Folder(tmp_path / "documents")), Hashed()
    held = await document(store, tmp_path, str(is_open).encode(), f"Book {is_open}", is_open=is_open)
    await edition(database, held.id, embedder, book=f"Book {is_open}")
    found = await Library(database.pool, embedder).search("a pounding heart", 3)
    assert {one.own for one in found} == {not is_open}
    assert "own" not in found[0].model_dump()
