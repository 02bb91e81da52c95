"""The table that holds the passages of one edition, a partition of `chunk` once it is published, and its indexes."""

from typing import Final
from uuid import UUID

from psycopg.sql import SQL, Composed, Identifier, Literal

from rag.vectors import key, width

MOST_MEMORY: Final = 1_000_000
"""The most kB that building an index may use, enough for 100,000 vectors; a book of a thousand pages needs a tenth."""
KB_A_CHUNK: Final = 5
"""A vector of 1,536 numbers in half precision with its neighbours in the graph."""


def memory_for(chunks: int) -> int:
    """kB for building the index of that many passages."""
    return min(MOST_MEMORY, 65_536 + KB_A_CHUNK * chunks)


def table(edition: UUID) -> Identifier:
    """The name of an edition's table."""
    return Identifier(f"chunk_{edition.hex}")


def counted_words(edition: UUID, which: SQL) -> Composed:
    """SQL for a JSON object: for each word, the number of the edition's passages that contain it."""
    words = SQL("select words from {} where {}").format(table(edition), which).as_string()
    counted = SQL("coalesce((select jsonb_object_agg(word, ndoc) from ts_stat({})), '{{}}')")
    return counted.format(Literal(words))


def indexes(edition: UUID, embedder: str | None) -> list[Composed]:
    """The indexes of the parent table, so that attaching the partition builds nothing; and one on the vectors, which
    depends on the embedder."""
    name = f"chunk_{edition.hex}"
    kinds = {
        "id": SQL("create index if not exists {name} on {table} (chunk_id)"),
        "disorder": SQL("create index if not exists {name} on {table} (lower(disorder))"),
        "words": SQL("create index if not exists {name} on {table} using gin (words)"),
    }
    if embedder is not None:
        kinds["nearest"] = SQL(
            "create index if not exists {name} on {table} using hnsw ({key} halfvec_cosine_ops) "
            "with (m = 16, ef_construction = 128)"
        )
    return [
        made.format(name=Identifier(f"{name}_{part}"), table=Identifier(name), key=key(width(embedder or "")))
        for part, made in kinds.items()
    ]
