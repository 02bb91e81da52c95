"""Editions of documents in Postgres: built beside those in use, published in one transaction, or removed."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from psycopg import AsyncConnection
from psycopg.rows import class_row, dict_row
from psycopg.sql import SQL, Composed, Literal
from psycopg_pool import AsyncConnectionPool

from agents.domain.value import Value
from agents.errors import NotFound
from rag.partitions import counted_words, indexes, memory_for, table
from rag.succession import drop, go_live, one_before, remove, removed_since, restore
from rag.vectors import Vector, literal
from rag.word_frequencies import WordFrequencies

_EDITION: Final = SQL(
    "select id, document_id, (select d.open from document d where d.id = document_id) as open, "
    "exists (select 1 from section s where s.edition_id = edition.id and s.kept and s.kind = 'criteria') as manual, "
    "book, state, plan, embedder, pages, sections, chunks, created_at, published_at "
    "from edition where {} order by created_at desc"
)


class Edition(Value):
    """One reading of a document. `open`: it is of the reference that comes with the product; `manual`: it contains
    criteria, unlike a leaflet. `embedder` is None where it is searched by words alone."""

    id: UUID
    document_id: UUID
    open: bool
    manual: bool
    book: str
    state: str
    plan: str
    embedder: str | None
    pages: int
    sections: int
    chunks: int
    created_at: datetime
    published_at: datetime | None


class Row(Value):
    """A passage as it is stored: pages as counted in the file, from 1; labels as printed on them. `aside`: it belongs
    to a disorder, but not to the criteria, features and specifiers by which the disorder is recognised."""

    chunk_id: str
    place: int
    text: str
    book: str
    disorder: str
    section_path: str
    page_start: int
    page_end: int
    label_start: str
    label_end: str
    aside: bool = False

    @property
    def searchable(self) -> str:
        """Path and text, which an embedder reads."""
        return f"{self.section_path}\n{self.text}"


class SectionRow(Value):
    """A section of a document and whether it was kept. `chosen`: an admin decided, not its kind; `disorder` is empty
    for a section outside of any disorder."""

    place: int
    name: str
    kind: str
    kept: bool
    chosen: bool
    disorder: str
    page_start: int
    page_end: int
    label_start: str
    characters: int


class Editions:
    """The repository of editions."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool: Final = pool

    async def begin(self, document: UUID, book: str, plan: str, embedder: str | None) -> Edition:
        """An edition to fill: the one left by an earlier attempt if plan and embedder are the same, else an empty
        one."""
        found = await self._building(document)
        if found is not None and (found.plan, found.embedder, found.book) == (plan, embedder, book):
            return found
        if found is not None:
            await self.discard(found.id)
        number = uuid4()
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute(
                "insert into edition (id, document_id, book, state, plan, embedder) "
                "values (%s, %s, %s, 'building', %s, %s)",
                (number, document, book, plan, embedder),
            )
            await connection.execute(
                SQL(
                    "create table {table} (like chunk including defaults, primary key (edition_id, chunk_id), "
                    "check (edition_id = {id}))"
                ).format(table=table(number), id=Literal(number))
            )
        return await self.get(number)

    async def get(self, edition: UUID) -> Edition:
        """One edition. Raises NotFound."""
        found = await self._select(SQL("id = {}").format(edition))
        if not found:
            raise NotFound("There is no such edition.")
        return found[0]

    async def of(self, document: UUID) -> list[Edition]:
        """All editions of a document but those that were removed, the newest first."""
        return await self._select(SQL("document_id = {} and state <> 'removed'").format(document))

    async def removed(self, document: UUID) -> list[Edition]:
        """Editions of a document that were removed and are not forgotten yet, the newest first."""
        return await self._select(SQL("document_id = {} and state = 'removed'").format(document))

    async def live(self) -> list[Edition]:
        """The editions that are searched."""
        return await self._select(SQL("state = 'live'").format())

    async def passage(self, chunk: str) -> tuple[Row, UUID]:
        """A passage with its document, from a live edition or else the newest retired one. Raises NotFound."""
        query = (
            "select c.chunk_id, c.place, c.text, c.book, c.disorder, c.section_path, c.page_start, c.page_end, "
            "c.label_start, c.label_end, c.aside, e.document_id from chunk c join edition e on e.id = c.edition_id "
            "where c.chunk_id = %s and e.state <> 'removed' order by e.state = 'live' desc, e.created_at desc limit 1"
        )
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            found = await (await cursor.execute(query, (chunk,))).fetchone()
        if found is None:
            raise NotFound("There is no such passage.")
        document: UUID = found.pop("document_id")
        return Row.model_validate(found), document

    async def building(self) -> list[Edition]:
        """Incomplete editions: being built, or left by a build that was cut off."""
        return await self._select(SQL("state = 'building'").format())

    async def sections(self, edition: UUID) -> list[SectionRow]:
        """The sections of an edition in reading order."""
        query = (
            "select place, name, kind, kept, chosen, disorder, page_start, page_end, label_start, characters "
            "from section where edition_id = %s order by place"
        )
        async with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(SectionRow)) as cursor,
        ):
            return await (await cursor.execute(query, (edition,))).fetchall()

    async def set_sections(self, edition: UUID, pages: int, sections: Sequence[SectionRow]) -> None:
        """Store the sections read from a document, replacing those of an earlier attempt."""
        rows = [(edition, *section.model_dump(by_alias=False).values()) for section in sections]
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute("delete from section where edition_id = %s", (edition,))
            await connection.execute(
                "update edition set pages = %s, sections = %s where id = %s", (pages, len(rows), edition)
            )
            async with connection.cursor() as cursor:
                await cursor.executemany(
                    "insert into section (edition_id, place, name, kind, kept, chosen, disorder, page_start, page_end, "
                    "label_start, characters) values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
                    rows,
                )

    async def stored(self, edition: UUID) -> set[str]:
        """The ids of the passages already stored."""
        async with self._pool.connection() as connection:
            rows = await connection.execute(SQL("select chunk_id from {}").format(table(edition)))
            return {row[0] for row in await rows.fetchall()}

    async def add(self, edition: UUID, rows: Sequence[Row], vectors: Sequence[Vector | str | None]) -> None:
        """Store one batch, whole or not at all. A vector may be given in PostgreSQL's text form."""
        values = [
            {**row.model_dump(by_alias=False), "edition": edition, "embedding": _written(vector)}
            for row, vector in zip(rows, vectors, strict=True)
        ]
        query = SQL(
            "insert into {} (edition_id, chunk_id, place, text, book, disorder, section_path, page_start, page_end, "
            "label_start, label_end, aside, embedding, words) values (%(edition)s, %(chunk_id)s, %(place)s, %(text)s, "
            "%(book)s, %(disorder)s, %(section_path)s, %(page_start)s, %(page_end)s, %(label_start)s, %(label_end)s, "
            "%(aside)s, %(embedding)s::vector, setweight(to_tsvector('english', %(section_path)s), 'A') || "
            "to_tsvector('english', %(text)s))"
        ).format(table(edition))
        async with self._pool.connection() as connection, connection.transaction(), connection.cursor() as cursor:
            await cursor.executemany(query, values)

    async def known(self, embedder: str, rows: Sequence[Row]) -> dict[str, str]:
        """Vectors of the same passages in other editions, by passage id, which need not be computed again."""
        asked = {row.chunk_id: (row.section_path, row.text) for row in rows}
        async with self._pool.connection() as connection:
            found = await connection.execute(
                "select c.chunk_id, c.section_path, c.text, c.embedding::text from chunk c "
                "join edition e on e.id = c.edition_id where c.chunk_id = any(%s) and e.embedder = %s "
                "and c.embedding is not null",
                (list(asked), embedder),
            )
            return {row[0]: row[3] for row in await found.fetchall() if asked[row[0]] == (row[1], row[2])}

    async def index(self, edition: UUID) -> None:
        """Build the indexes of a filled edition; does nothing where they are built already."""
        embedder = (await self.get(edition)).embedder
        async with self._pool.connection() as connection, connection.transaction():
            counted = await connection.execute(SQL("select count(*) from {}").format(table(edition)))
            row = await counted.fetchone()
            memory = memory_for(row[0] if row else 0)
            await connection.execute("select set_config('maintenance_work_mem', %s, true)", (f"{memory}kB",))
            for statement in indexes(edition, embedder):
                await connection.execute(statement)
            await connection.execute(
                SQL(
                    "update edition set chunks = (select count(*) from {table}), terms = {terms}, signs = {signs}, "
                    "sign_chunks = (select count(*) from {table} where not aside) where id = {id}"
                ).format(
                    table=table(edition),
                    terms=counted_words(edition, SQL("true")),
                    signs=counted_words(edition, SQL("not aside")),
                    id=Literal(edition),
                )
            )
        async with self._pool.connection() as connection:  # else the first searches set hint bits row by row
            await connection.execute(SQL("vacuum (analyze) {}").format(table(edition)))

    async def publish(self, edition: UUID) -> None:
        """Make this edition the one that is searched, in place of the same book's current one; any other manual also
        retires the product's open reference. One transaction: a search sees either the old or the new one."""
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute(
                SQL("alter table chunk attach partition {table} for values in ({id})").format(
                    table=table(edition), id=Literal(str(edition))
                )
            )
            await go_live(connection, edition)

    async def bring_back(self, edition: UUID) -> None:
        """Make a retired edition live again, in place of the same book's current one. Raises NotFound for an edition
        that is not retired."""
        async with self._pool.connection() as connection, connection.transaction():
            row = await connection.execute("select 1 from edition where id = %s and state = 'retired'", (edition,))
            if await row.fetchone() is None:
                raise NotFound("There is no such edition.")
            await go_live(connection, edition)

    async def discard(self, *editions: UUID) -> None:
        """Remove editions with all their passages; an unknown one counts as removed. Where one of them was live, the
        edition of the same book that it had replaced becomes live again, in the same transaction."""
        async with self._pool.connection() as connection, connection.transaction():
            found = await connection.execute(
                "select book from edition where id = any(%s) and state = 'live'", (list(editions),)
            )
            books = [row[0] for row in await found.fetchall()]
            await drop(connection, editions)
            for book in books:
                await one_before(connection, book)

    async def remove(self, edition: UUID) -> None:
        """Take an edition out of sight; what it had replaced is searched again. `restore` takes that back."""
        async with self._pool.connection() as connection, connection.transaction():
            await remove(connection, edition)

    async def restore(self, edition: UUID) -> None:
        """Undo a removal: it is searched again if it was, unless a newer edition has come since. One that was not
        removed, or is gone for good, stays so."""
        async with self._pool.connection() as connection, connection.transaction():
            await restore(connection, edition)

    async def forget(self, age: timedelta) -> None:
        """Editions that were removed so long ago or longer go for good."""
        async with self._pool.connection() as connection, connection.transaction():
            await drop(connection, await removed_since(connection, age))

    async def words(self, edition: UUID) -> WordFrequencies:
        """How common each word is in an edition."""
        async with self._pool.connection() as connection:
            found = await connection.execute(
                "select terms::text, signs::text, sign_chunks, chunks from edition where id = %s", (edition,)
            )
            row = await found.fetchone()
        if row is None:
            return WordFrequencies({}, {}, 0)
        stands: dict[str, int] = json.loads(row[0])
        signs: dict[str, int] = json.loads(row[1])
        return WordFrequencies(stands, {**stands, **signs}, row[2] or row[3])

    async def _building(self, document: UUID) -> Edition | None:
        found = await self._select(SQL("document_id = {} and state = 'building'").format(document))
        return found[0] if found else None

    async def _select(self, which: Composed) -> list[Edition]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Edition)) as cursor:
            return await (await cursor.execute(_EDITION.format(which))).fetchall()


def _written(vector: Vector | str | None) -> str | None:
    return vector if vector is None or isinstance(vector, str) else literal(vector)
