"""Small editions made of sentences, for tests of the search."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

from agents.llm.local.hashed_vectors import vector
from rag.document_store import DocumentFile, DocumentStore, Received
from rag.editions import Edition, Editions, Row, SectionRow
from server.database import Database

PASSAGES = {
    "Mood > Low Mood Disorder > Criteria > A": "Sad or empty nearly every day, or no pleasure at all, for two weeks.",
    "Mood > Low Mood Disorder > Criteria > B": "The sadness gets in the way of work, school or home.",
    "Worry > Wide Worry Disorder > Criteria > A": "Worry about many everyday matters that can hardly be stopped.",
    "Worry > Panic Attacks > Criteria > A": "Sudden fear with a pounding heart that peaks within minutes.",
}


CRITERIA = SectionRow(
    place=0, name="Mood > Low Mood Disorder > Criteria", kind="criteria", kept=True, chosen=False,
    disorder="Low Mood Disorder", page_start=1, page_end=1, label_start="101", characters=9,
)  # fmt: skip


class Hashed:
    """An embedder of hashed words: texts that share words are near to each other."""

    def __init__(self, name: str = "test/hashed") -> None:
        self.name = name
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        self.texts += texts
        return [vector(text) for text in texts]


def rows(passages: dict[str, str], book: str = "Book") -> list[Row]:
    """One passage a page."""
    return [
        Row(
            chunk_id=hashlib.sha256(f"{path}\n{text}".encode()).hexdigest()[:16],
            place=place,
            text=text,
            book=book,
            disorder=path.split(" > ")[1],
            section_path=path,
            page_start=place + 1,
            page_end=place + 1,
            label_start=str(place + 101),
            label_end=str(place + 101),
        )
        for place, (path, text) in enumerate(passages.items())
    ]


async def document(
    store: DocumentStore, folder: Path, content: bytes, book: str = "Book", is_open: bool = False
) -> DocumentFile:
    """A document with these bytes."""
    path = folder / hashlib.sha256(content).hexdigest()
    path.write_bytes(content)
    file = Received(path=path, sha256=hashlib.sha256(content).digest(), bytes=len(content))
    return await store.add(file, "book.pdf", book=book, is_open=is_open)


async def edition(
    database: Database,
    number: UUID,
    embedder: Hashed | None,
    passages: dict[str, str] = PASSAGES,
    book: str = "Book",
    *,
    manual: bool = True,
) -> Edition:
    """A published edition of a document, with criteria in it or as of a leaflet."""
    editions = Editions(database.pool)
    built = await editions.begin(number, book, "plan", embedder.name if embedder else None)
    if manual:
        await editions.set_sections(built.id, len(passages), [CRITERIA])
    given = rows(passages, book)
    vectors = await embedder.embed([row.searchable for row in given]) if embedder else [None] * len(given)
    await editions.add(built.id, given, vectors)
    await editions.index(built.id)
    await editions.publish(built.id)
    return await editions.get(built.id)
