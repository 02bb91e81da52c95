"""Vectors from OpenAI's embedder, played by the scripted provider over HTTP: in batches, paced, gone on with."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.errors import NotNow
from rag.document_store import DocumentFile, DocumentStore
from rag.editions import Editions
from rag.ingestion.pipeline import Ingestion
from rag.search.library import Library
from rag.storage import Folder
from rag.vectors import BATCH, Remote
from server.database import Database
from server.engines.models import providers
from server.engines.stub_provider import StubProvider
from server.engines.stub_running import in_thread
from server.library.reference import embedding_of
from server.settings import Settings
from tests.rag.pdfs import BOOK, pdf
from tests.rag.stored_documents import Hashed, document

NAME = "openai/text-embedding-3-small"


class Silent:
    """Hears of progress and says nothing."""

    async def progress(self, news: dict[str, Any]) -> None:
        pass

    async def cancelled(self) -> bool:
        return False


@pytest.fixture
def stub() -> StubProvider:
    return StubProvider()


@pytest.fixture
def address(stub: StubProvider) -> Iterator[str]:
    with in_thread(stub) as url:
        yield url


@pytest.fixture
async def remote(address: str, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> AsyncIterator[Remote]:
    """What the settings choose where OpenAI's address is set."""
    monkeypatch.setenv("OPENAI_BASE_URL", f"{address}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    models = providers(settings)
    found = embedding_of(settings, models)
    assert isinstance(found, Remote)
    yield found
    await models.close()


@pytest.fixture
async def shelved(database: Database, tmp_path: Path) -> tuple[DocumentStore, DocumentFile]:
    store = DocumentStore(database.pool, Folder(tmp_path / "documents"))
    own = {f"{chapter} of {tmp_path.name}": disorders for chapter, disorders in BOOK.items()}
    return store, await document(store, tmp_path, pdf(own, copies=40), tmp_path.name)


def batches(stub: StubProvider) -> int:
    """Requests for vectors that were answered."""
    return sum(call.role == "embedder" and call.fault is None for call in stub.calls)


async def test_a_book_goes_out_in_batches_and_comes_back_searchable(
    database: Database, stub: StubProvider, remote: Remote, shelved: tuple[DocumentStore, DocumentFile]
) -> None:
    store, book = shelved
    edition = await Ingestion(database.pool, store, remote).run(book.id, Silent())
    assert edition.embedder == remote.name == NAME
    assert batches(stub) == -(-edition.chunks // BATCH) > 1
    library = Library(database.pool, remote)
    assert "Panic Disorder" in (await library.search("a pounding heart, sudden fear", 1))[0].section_path
    with pytest.raises(NotNow, match=f"made by {NAME}.*this server has test/other.*Build the edition again"):
        await Library(database.pool, Hashed("test/other")).search("fear", 1)


async def test_what_was_stored_before_a_failure_is_not_asked_for_again(
    database: Database, stub: StubProvider, remote: Remote, shelved: tuple[DocumentStore, DocumentFile]
) -> None:
    store, book = shelved
    ingestion, editions = Ingestion(database.pool, store, remote), Editions(database.pool)

    class Breaks(Silent):
        async def progress(self, news: dict[str, Any]) -> None:
            if news.get("vectors") == BATCH:
                raise ConnectionError

    with pytest.raises(ConnectionError):
        await ingestion.run(book.id, Breaks())
    (held,) = await editions.of(book.id)
    assert held.state == "building"
    assert len(await editions.stored(held.id)) == BATCH
    assert batches(stub) == 1
    edition = await ingestion.run(book.id, Silent())
    assert (edition.id, edition.state) == (held.id, "live")
    assert batches(stub) == -(-edition.chunks // BATCH)


async def test_no_more_tokens_go_out_than_a_minute_may_have(remote: Remote) -> None:
    slow = Remote(remote._embedder, 60_000)  # a thousand a second
    started = asyncio.get_running_loop().time()
    await asyncio.gather(*(slow.embed(["word" * 400]) for _ in range(3)))
    assert asyncio.get_running_loop().time() - started >= 0.8
