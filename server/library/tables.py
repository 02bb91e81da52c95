"""The tables of the reference library. `rag` reads and writes them; here they are described.

`chunk` is partitioned by edition. An edition that is being built fills a table of its own, which becomes a partition
when the edition goes live: nobody ever sees half of one."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Text,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB, TSVECTOR
from sqlalchemy.types import UserDefinedType
from sqlmodel import Field, SQLModel

from server.columns import count, flag, moment, owned_by, string


class Vector(UserDefinedType[Any]):
    """pgvector's type with 1,536 dimensions. pgvector's own class for SQLAlchemy would bring numpy to every start."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        """As it stands in SQL."""
        return "vector(1536)"


def _object() -> Any:
    return Field(sa_column=Column(JSONB, nullable=False, server_default=text("'{}'")))


def _number() -> Any:
    return Field(sa_type=Integer, nullable=False)


class Document(SQLModel, table=True):
    """An uploaded file. `title` was found in it; `book` is empty until an admin has named it. `choices` are the
    admin's: section keys that are kept (true) or dropped (false) whatever the rules say. `open` marks the reference
    that comes with the product."""

    __tablename__ = "document"
    __table_args__ = (Index("document_sha256", "sha256", unique=True, postgresql_where=text("removed_at is null")),)

    id: UUID = Field(primary_key=True)
    sha256: bytes = Field(sa_type=LargeBinary, nullable=False)
    name: str = string()
    title: str = string(default="")
    book: str = string()
    bytes: int = Field(sa_type=BigInteger, nullable=False)
    storage_key: str = string()
    open: bool = flag()
    choices: dict[str, bool] = _object()
    uploaded_by: UUID | None = Field(
        sa_column=Column(Uuid, ForeignKey("account.id", ondelete="SET NULL"), nullable=True)
    )
    created_at: datetime = moment(now=True)
    removed_at: datetime | None = moment(null=True)


class Edition(SQLModel, table=True):
    """A document as it was read once. `embedder` made its vectors (null: words only); `plan` is a digest of all that
    decides its chunks; `terms` says in how many chunks each word stands, `signs` in how many of the
    `sign_chunks` that do not stand aside. One that was `removed` goes for good a while after `removed_at`."""

    __tablename__ = "edition"
    __table_args__ = (
        CheckConstraint("state in ('building', 'live', 'retired', 'removed')", name="edition_state"),
        Index("edition_document", "document_id"),
        Index("edition_live", "book", unique=True, postgresql_where=text("state = 'live'")),
        Index("edition_building", "document_id", unique=True, postgresql_where=text("state = 'building'")),
    )

    id: UUID = Field(primary_key=True)
    document_id: UUID = owned_by("document.id")
    book: str = string()
    state: str = string()
    plan: str = string()
    embedder: str | None = string(null=True)
    pages: int = count()
    sections: int = count()
    chunks: int = count()
    terms: dict[str, int] = _object()
    signs: dict[str, int] = _object()
    sign_chunks: int = count()
    created_at: datetime = moment(now=True)
    published_at: datetime | None = moment(null=True)
    retired_at: datetime | None = moment(null=True)
    removed_at: datetime | None = moment(null=True)


class Section(SQLModel, table=True):
    """One section of an edition: whether it was kept, by its kind or because an admin chose so; and the disorder that
    it is about, empty for none."""

    __tablename__ = "section"

    edition_id: UUID = Field(sa_column=Column(Uuid, ForeignKey("edition.id", ondelete="CASCADE"), primary_key=True))
    place: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    name: str = string()
    kind: str = string()
    kept: bool = Field(nullable=False)
    chosen: bool = Field(nullable=False)
    disorder: str = string(default="")
    page_start: int = _number()
    page_end: int = _number()
    label_start: str = string()
    characters: int = _number()


class Chunk(SQLModel, table=True):
    """One passage with its place in the book: pages as counted in the file, from 1, labels as printed on them.

    `aside`: under a disorder, but not among its criteria, features and specifiers. Each partition has an index of its
    vectors besides, as wide as its edition's embedder (`rag.vectors.key`)."""

    __tablename__ = "chunk"
    __table_args__ = (
        Index("chunk_id", "chunk_id"),
        Index("chunk_words", "words", postgresql_using="gin"),
        Index("chunk_disorder", text("lower(disorder)")),
    )

    edition_id: UUID = Field(primary_key=True)
    chunk_id: str = Field(sa_column=Column(Text, primary_key=True))
    place: int = _number()
    text: str = string()
    book: str = string()
    disorder: str = string(default="")
    section_path: str = string()
    page_start: int = _number()
    page_end: int = _number()
    label_start: str = string()
    label_end: str = string()
    aside: bool = flag()
    embedding: Any = Field(sa_column=Column(Vector(), nullable=True))
    words: Any = Field(sa_column=Column(TSVECTOR, nullable=False))
