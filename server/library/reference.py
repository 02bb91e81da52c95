"""The reference library put together from the settings: its embedder, its storage, its search."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.llm.providers import Providers
from agents.llm.spec import Credentials
from rag.document_store import DocumentFile, DocumentStore, received
from rag.ingestion.pipeline import Ingestion
from rag.search.library import Library
from rag.storage import open_storage
from rag.vectors import Embedding, Remote, local_embedding
from server.engines.models import environment
from server.engines.roles import LOCKS
from server.settings import Settings


@dataclass(frozen=True, slots=True)
class Reference:
    """The library with what fills it."""

    library: Library
    document_store: DocumentStore
    ingestion: Ingestion


def open_reference(
    settings: Settings,
    pool: AsyncConnectionPool[AsyncConnection],
    models: Providers,
    local: Embedding | None = None,
) -> Reference:
    """All parts; nothing is imported, sent or read yet. `local` serves MiniLM from another process. Raises CorrectInput
    for a STORAGE_URL that can't be used."""
    embedding = embedding_of(settings, models, local)
    store = DocumentStore(pool, open_storage(settings.storage_url, settings.data / "documents", environment()))
    return Reference(Library(pool, embedding), store, Ingestion(pool, store, embedding))


async def licensed(reference: Reference) -> bool:
    """Whether another manual than the open reference is searched."""
    return any(one.manual and not one.open for one in await reference.library.editions.live())


async def first_book(settings: Settings, reference: Reference) -> DocumentFile | None:
    """The open reference, stored where it must be read in: no other manual is there, and it is missing, newer
    than the one that was read, or made by another embedder. None where there is nothing to do."""
    from rag.open_reference.book import NAME, pdf

    if not settings.open_reference or await licensed(reference):
        return None
    async with received(_once(await asyncio.to_thread(pdf)), settings.data / "uploads") as file:
        document = await reference.document_store.add(file, "open-reference.pdf", book=NAME, is_open=True)
    return None if await reference.ingestion.done(document) else document


async def _once(content: bytes) -> AsyncIterator[bytes]:
    yield content


def embedding_of(settings: Settings, models: Providers, local: Embedding | None = None) -> Embedding | None:
    """OpenAI's embedder where its key or address is set and it may be asked, else the model on this machine, else
    None."""
    endpoint = Credentials.read(environment()).of("openai")
    allowed = models.against(LOCKS["embedder"]) is None
    if settings.embedder == "auto" and allowed and (endpoint.key or endpoint.base_url):
        return Remote(models.embedder(LOCKS["embedder"]), settings.embedder_tokens)
    return local_embedding(local)
