"""The tables of the PHQ-8 reference store. `rag.references` reads and writes them; here they are described."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Identity,
    Integer,
    LargeBinary,
    SmallInteger,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import UserDefinedType
from sqlmodel import Field, SQLModel

from server.columns import moment, string


class HalfVector(UserDefinedType[Any]):
    """pgvector's halfvec of any dimension: exact search needs no index, and so no fixed one."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        """The type's name in SQL."""
        return "halfvec"


def _of_store(primary_key: bool) -> Any:
    key = ForeignKey("reference_store.name", ondelete="CASCADE")
    return Field(sa_column=Column(Text, key, primary_key=primary_key, nullable=False))


def _whole() -> Any:
    return Field(sa_type=Integer, nullable=False)


class ReferenceStoreRow(SQLModel, table=True):
    """One store. `build` says how it was built, `digest` names its content, `source` where the data came from."""

    __tablename__ = "reference_store"

    name: str = Field(sa_type=Text, primary_key=True)
    build: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    dimensions: int = _whole()
    chunks: int = _whole()
    digest: str = string()
    source: str = string()
    built_at: datetime = moment(now=True)


class ReferenceParticipant(SQLModel, table=True):
    """A participant whose interviews a store was built from; `words` recognises the same interview under another
    name."""

    __tablename__ = "reference_participant"

    store: str = _of_store(primary_key=True)
    participant: str = Field(sa_type=Text, primary_key=True)
    words: bytes = Field(sa_type=LargeBinary, nullable=False)


class ReferenceChunk(SQLModel, table=True):
    """One passage: the lines `first` to `last` of a participant's interview."""

    __tablename__ = "reference_chunk"
    __table_args__ = (UniqueConstraint("store", "participant", "place", name="reference_chunk_place"),)

    id: int = Field(sa_column=Column(BigInteger, Identity(always=True), primary_key=True))
    store: str = _of_store(primary_key=False)
    participant: str = string()
    place: int = _whole()
    first: int = _whole()
    last: int = _whole()
    text: str = string()
    embedding: Any = Field(sa_column=Column(HalfVector, nullable=False))


class ReferenceScore(SQLModel, table=True):
    """One item of one passage: the participant's labelled score, the passage's own, and whether it speaks of it."""

    __tablename__ = "reference_score"

    chunk_id: int = Field(
        sa_column=Column(BigInteger, ForeignKey("reference_chunk.id", ondelete="CASCADE"), primary_key=True)
    )
    item: str = Field(sa_type=Text, primary_key=True)
    participant_score: int | None = Field(sa_type=SmallInteger, nullable=True)
    chunk_score: int | None = Field(sa_type=SmallInteger, nullable=True)
    tagged: bool = Field(sa_type=Boolean, nullable=False)
