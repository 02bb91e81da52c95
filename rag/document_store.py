"""The documents that were submitted: one row per file, identified by its SHA-256, with the file itself in the
storage."""

import asyncio
import hashlib
import os
import re
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO, Final
from uuid import UUID, uuid4

from psycopg import AsyncConnection
from psycopg.errors import UniqueViolation
from psycopg.rows import class_row
from psycopg.sql import SQL, Composed
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool

from agents.domain.value import Value
from agents.errors import CorrectInput, NotFound, NotNow
from rag.book_names import Wish
from rag.documents.values import Limits
from rag.storage import Storage
from rag.succession import drop, remove_document, restore_document

MOST_BYTES: Final = Limits().size
LONGEST_NAME: Final = 200
MARK: Final = b"%PDF-"
HEAD: Final = 1024
"""The first bytes of a file, within which a PDF has its signature."""
_SELECT: Final = SQL(
    "select id, sha256, name, title, book, bytes, storage_key, open, choices, created_at from document where {} "
    "order by open, created_at desc"
)


class Received(Value):
    """A file that was received completely and is stored in a local folder."""

    path: Path
    sha256: bytes
    bytes: int


class DocumentFile(Value):
    """A document. `name` is the file's name, `title` the one found in it; `book` is the name that citations begin with.
    It is empty while nobody has decided which book this is, and the file is not read until then. `choices` are section
    names that an admin keeps (true) or drops (false); `open` marks the reference that comes with the product."""

    id: UUID
    sha256: bytes
    name: str
    title: str
    book: str
    bytes: int
    storage_key: str
    open: bool
    choices: dict[str, bool]
    created_at: datetime

    @property
    def called(self) -> str:
        """What to call it on a page: the book's name, or the title while it has none."""
        return self.book or self.title or self.name


class DocumentStore:
    """The repository of documents."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], storage: Storage) -> None:
        self._pool: Final = pool
        self.storage: Final = storage

    async def all(self) -> list[DocumentFile]:
        """Every document, licensed ones first, the newest first."""
        return await self._select(SQL("removed_at is null").format())

    async def removed(self) -> list[DocumentFile]:
        """The documents that were removed and are not forgotten yet, the newest first."""
        return await self._select(SQL("removed_at is not null").format())

    async def get(self, document: UUID) -> DocumentFile:
        """One document. Raises NotFound."""
        found = await self._select(SQL("id = {} and removed_at is null").format(document))
        if not found:
            raise NotFound("There is no such document.")
        return found[0]

    async def known(self, sha256: bytes) -> DocumentFile | None:
        """The document with these bytes, or None."""
        found = await self._select(SQL("sha256 = {} and removed_at is null").format(sha256))
        return found[0] if found else None

    async def add(
        self,
        file: Received,
        name: str,
        title: str = "",
        uploaded_by: UUID | None = None,
        *,
        book: str = "",
        is_open: bool = False,
    ) -> DocumentFile:
        """Store a file that is not known yet; returns the existing document for known bytes."""
        known = await self.known(file.sha256)
        if known is not None:
            return known
        key = f"{file.sha256.hex()}.pdf"
        await asyncio.to_thread(self.storage.put, key, file.path)
        told = ["".join(filter(str.isprintable, text))[:LONGEST_NAME] for text in (name, title, book)]
        async with self._pool.connection() as connection:
            await connection.execute(
                "insert into document (id, sha256, name, title, book, bytes, storage_key, open, uploaded_by) "
                "values (%s, %s, %s, %s, %s, %s, %s, %s, %s) on conflict (sha256) where removed_at is null do nothing",
                (uuid4(), file.sha256, *told, file.bytes, key, is_open, uploaded_by),
            )
        found = await self.known(file.sha256)
        assert found is not None, "it was stored above"
        return found

    async def books(self) -> list[str]:
        """The names of all books that an admin submitted, each once."""
        return sorted({one.book for one in await self.all() if one.book and not one.open}, key=str.casefold)

    async def name(self, document: DocumentFile, wish: Wish) -> DocumentFile:
        """Set which book a document is. Two concurrent calls cannot take the same name.

        Raises NameTaken for a new book under a name that another has, CorrectInput for an edition of an unknown
        book."""
        books = await self.books()
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute("lock table document in share row exclusive mode")
            found = await connection.execute(
                "select book, open from document where lower(book) = lower(%s) and id <> %s and removed_at is null "
                "order by open limit 1",
                (wish.name, document.id),
            )
            book = wish.resolved(await found.fetchone(), books)
            await connection.execute("update document set book = %s where id = %s", (book, document.id))
        return await self.get(document.id)

    async def choose(self, document: UUID, choices: dict[str, bool]) -> None:
        """Store which sections an admin keeps and drops."""
        async with self._pool.connection() as connection:
            await connection.execute("update document set choices = %s where id = %s", (Jsonb(choices), document))

    async def set_aside(self, document: UUID) -> None:
        """Take a document out of sight with its editions; what it had replaced is searched again. `take_back` undoes
        that."""
        async with self._pool.connection() as connection, connection.transaction():
            await remove_document(connection, document)

    async def take_back(self, document: UUID) -> None:
        """Undo a removal; a document that was not removed stays as it is. Raises NotFound for one that is gone for
        good, NotNow where its file has been handed in again since."""
        try:
            async with self._pool.connection() as connection, connection.transaction():
                if await restore_document(connection, document):
                    return
        except UniqueViolation:
            raise NotNow("This file has been uploaded again since: it is in the library.") from None
        await self.get(document)

    async def forget(self, age: timedelta) -> None:
        """Documents that were removed so long ago or longer go for good, with their editions and files."""
        async with self._pool.connection() as connection, connection.transaction():
            found = await connection.execute(
                "select d.id, d.storage_key, array(select e.id from edition e where e.document_id = d.id) "
                "from document d where d.removed_at <= now() - %s for update",
                (age,),
            )
            gone = await found.fetchall()
            for document, _, editions in gone:
                await drop(connection, editions)
                await connection.execute("delete from document where id = %s", (document,))
        for _, key, _ in gone:
            await self._drop_file(key)

    async def remove(self, document: DocumentFile) -> None:
        """Forget a document without editions, and its file."""
        async with self._pool.connection() as connection:
            await connection.execute("delete from document where id = %s", (document.id,))
        await self._drop_file(document.storage_key)

    async def _drop_file(self, key: str) -> None:
        """Delete a file, unless another document has the same one: it was removed and handed in again."""
        async with self._pool.connection() as connection:
            found = await connection.execute("select 1 from document where storage_key = %s limit 1", (key,))
            if await found.fetchone() is None:
                await asyncio.to_thread(self.storage.delete, key)

    async def file(self, document: DocumentFile) -> Path:
        """The document's file, to read. Raises NotFound, TryAgain."""
        return await asyncio.to_thread(self.storage.local, document.storage_key)

    async def _select(self, which: Composed) -> list[DocumentFile]:
        async with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(DocumentFile)) as rows,
        ):
            return await (await rows.execute(_SELECT.format(which))).fetchall()


def name_from(file: str) -> str:
    """A book's name guessed from a file's name."""
    plain = file.rpartition(".")[0] or file
    return " ".join(re.split(r"[\s_]+", plain)).strip()[:LONGEST_NAME] or "Reference"


@asynccontextmanager
async def received(parts: AsyncIterator[bytes], folder: Path, most: int = MOST_BYTES) -> AsyncIterator[Received]:
    """A file written to disk piece by piece as it arrives; it is deleted at the end of the block.

    Raises CorrectInput for a file that is empty, longer than `most` bytes, or not a PDF (judged by its first bytes)."""
    path = folder / f"{uuid.uuid4().hex}.part"
    summed, size, head = hashlib.sha256(), 0, b""
    try:
        with await asyncio.to_thread(_fresh, path) as out:
            async for part in parts:
                size, head = size + len(part), (head + part)[:HEAD]
                _check(size, head, most, ended=False)
                summed.update(part)
                await asyncio.to_thread(out.write, part)
        _check(size, head, most, ended=True)
        yield Received(path=path, sha256=summed.digest(), bytes=size)
    finally:
        await asyncio.to_thread(path.unlink, missing_ok=True)


def too_large(most: int = MOST_BYTES) -> str:
    """The message about a file that is too long."""
    return (
        f"The file is larger than {most // 1024**2} MB, the most that is read. "
        "Save it with smaller images, or hand in its volumes one by one."
    )


def _fresh(path: Path) -> BinaryIO:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return open(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "wb")


def _check(size: int, head: bytes, most: int, ended: bool) -> None:
    if size > most:
        raise CorrectInput(too_large(most))
    if ended and not size:
        raise CorrectInput("The file is empty.")
    if MARK not in head and (ended or len(head) == HEAD):
        raise CorrectInput("This is not a PDF file: its first bytes say so, whatever its name is.")
