"""Turns a stored document into a searchable edition.

Every step can be interrupted and resumed: stored passages are not computed again, and nobody sees an edition before it
is complete."""

import hashlib
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.errors import CorrectInput
from rag.document_store import DocumentFile, DocumentStore
from rag.documents.chunking import chunks_of
from rag.documents.scope import Scope, decisions, scope_of
from rag.documents.values import Chunk, Document, SectionKind
from rag.editions import Edition, Editions, Row, SectionRow
from rag.ingestion.cancellable_reading import read_along
from rag.ingestion.coverage import coverage_of
from rag.ingestion.lock import taking_turns, turn_if_free
from rag.ingestion.progress import Cancelled, Report, go_on
from rag.ingestion.throughput import Throughput
from rag.vectors import BATCH, Embedding, Vector

VERSION: Final = 2
"""Raised whenever the same file would give different passages, so that existing editions are rebuilt."""
_SIGNS: Final = frozenset({SectionKind.CRITERIA, SectionKind.FEATURES, SectionKind.SPECIFIERS})
NOTHING_KEPT: Final = (
    "Nothing of this document would be searched: no section with text in it is ticked, or it has headings alone. Tick "
    "the sections that you want."
)


class Ingestion:
    """Builds editions, one at a time in the whole installation."""

    def __init__(
        self, pool: AsyncConnectionPool[AsyncConnection], store: DocumentStore, embedding: Embedding | None
    ) -> None:
        self._pool: Final = pool
        self._store: Final = store
        self._editions: Final = Editions(pool)
        self._embedding: Final = embedding

    async def done(self, document: DocumentFile) -> Edition | None:
        """The live edition that building this document would merely reproduce, or None."""
        for edition in await self._editions.of(document.id):
            if edition.state == "live" and self._same(edition, document):
                return edition
        return None

    async def replaced(self, document: DocumentFile) -> Edition | None:
        """The newest edition of a document that another document of the same book has replaced in the search, or
        None."""
        editions = await self._editions.of(document.id)
        if any(edition.state == "live" for edition in editions):
            return None
        return next((edition for edition in editions if edition.state == "retired"), None)

    async def run(self, number: UUID, report: Report) -> Edition:
        """Build the document's edition and publish it; existing parts are not built again.

        Raises CorrectInput with a message for the admin, or Cancelled, after which nothing is left of the attempt, and
        any error of storage and embedder, after which the same call continues where this one ended."""
        async with taking_turns(self._pool, report):
            document = await self._store.get(number)
            if not document.book:
                raise CorrectInput("Nobody has said yet which book this is: name it first.")
            if (there := await self.done(document)) or (there := await self._returned(document)):
                return there
            try:
                return await self._build(document, report)
            except (CorrectInput, Cancelled):
                await self.leave_nothing(number)
                raise

    async def tidy(self, wanted: Callable[[UUID], Awaitable[bool]]) -> None:
        """Remove the remains of abandoned builds: `wanted` says whether a document is still to be built. Does nothing
        while an edition is being built."""
        async with turn_if_free(self._pool) as free:
            for edition in await self._editions.building() if free else ():
                if not await wanted(edition.document_id):
                    await self._editions.discard(edition.id)

    async def leave_nothing(self, document: UUID) -> None:
        """Remove everything stored by an unfinished attempt."""
        for edition in await self._editions.of(document):
            if edition.state == "building":
                await self._editions.discard(edition.id)

    async def _returned(self, document: DocumentFile) -> Edition | None:
        """An earlier edition identical to the one to be built, brought back; or None."""
        for edition in await self._editions.of(document.id):
            if edition.state == "retired" and self._same(edition, document):
                await self._editions.bring_back(edition.id)
                return await self._editions.get(edition.id)
        return None

    async def _build(self, document: DocumentFile, report: Report) -> Edition:
        read = await read_along(await self._store.file(document), report)
        edition = await self._editions.begin(document.id, document.book, _plan(document), self._embedder)
        scope = scope_of(read, document.choices)
        sections = [
            SectionRow(place=place, **one.model_dump(by_alias=False))
            for place, one in enumerate(decisions(read, scope))
        ]
        await self._editions.set_sections(edition.id, read.pages, sections)
        rows = _rows(document, read, scope)
        told = coverage_of(read.pages, sections)
        counted = {"pagesKept": told.pages_kept, "pagesLeftOut": told.pages_left_out, "pagesSilent": told.pages_silent}
        kept = sum(one.kept for one in sections)
        await report.progress({"sections": len(sections), "kept": kept, **counted, "said": told.said})
        if not rows:
            raise CorrectInput(NOTHING_KEPT)
        await self._fill(edition, rows, report)
        await report.progress({"stage": "index", "secondsLeft": None})
        await self._editions.index(edition.id)
        await go_on(report)
        await self._editions.publish(edition.id)
        return await self._editions.get(edition.id)

    async def _fill(self, edition: Edition, rows: Sequence[Row], report: Report) -> None:
        stored = await self._editions.stored(edition.id)
        missing = [row for row in rows if row.chunk_id not in stored]
        throughput = Throughput(len(rows), len(rows) - len(missing))
        for start in range(0, len(missing), BATCH):
            await report.progress(
                {"stage": "vectors", "chunks": len(rows), "vectors": throughput.done, **throughput.told}
            )
            await go_on(report)
            batch = missing[start : start + BATCH]
            await self._editions.add(edition.id, batch, await self._vectors(batch))
            throughput.advance(len(batch))
        await report.progress({"stage": "vectors", "chunks": len(rows), "vectors": throughput.done, **throughput.told})

    async def _vectors(self, batch: Sequence[Row]) -> list[Vector | str | None]:
        """The batch's vectors: taken from another edition with the same passages where possible, otherwise computed."""
        if self._embedding is None:
            return [None] * len(batch)
        known = await self._editions.known(self._embedding.name, batch)
        fresh = [row for row in batch if row.chunk_id not in known]
        made = await self._embedding.embed([row.searchable for row in fresh]) if fresh else []
        vectors: dict[str, Vector | str] = {**known, **{row.chunk_id: v for row, v in zip(fresh, made, strict=True)}}
        return [vectors[row.chunk_id] for row in batch]

    def _same(self, edition: Edition, document: DocumentFile) -> bool:
        return (edition.plan, edition.embedder, edition.book) == (_plan(document), self._embedder, document.book)

    @property
    def _embedder(self) -> str | None:
        return self._embedding.name if self._embedding else None


def _plan(document: DocumentFile) -> str:
    """A digest of everything that determines a file's passages."""
    decided = json.dumps([VERSION, document.sha256.hex(), document.choices], sort_keys=True)
    return hashlib.sha256(decided.encode()).hexdigest()


def _rows(document: DocumentFile, read: Document, scope: Scope) -> list[Row]:
    return [_row(place, document.book, chunk) for place, chunk in enumerate(chunks_of(read, scope))]


def _row(place: int, book: str, chunk: Chunk) -> Row:
    """A chunk as a row. Its id includes the book, because two books may contain the same passage and a citation must
    lead to the right one."""
    return Row(
        chunk_id=hashlib.sha256(f"{book}\n{chunk.chunk_id}".encode()).hexdigest()[:24],
        place=place,
        text=chunk.text,
        book=book,
        disorder=chunk.disorder or "",
        section_path=chunk.path,
        page_start=chunk.page_start,
        page_end=chunk.page_end,
        label_start=chunk.label_start,
        label_end=chunk.label_end,
        aside=chunk.disorder is not None and chunk.kind not in _SIGNS,
    )
