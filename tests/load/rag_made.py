"""Passages without end for measuring the library's search: sentences of the open reference put together by disorder.

A passage has two to five sentences, four of five from one disorder and the rest from anywhere, as a page speaks of its
subject and of what it borders on. Its vector is the mean of its sentences' MiniLM vectors with some noise.
"""

import asyncio
import hashlib
import random
import re
import struct
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.sql import SQL, Identifier
from psycopg.types import TypeInfo
from rag_bench import Bench

from rag.vectors import DIMENSIONS, Embedding

OWN = 0.8
NOISE = 0.35
"""Length of the noise beside a vector of length 1: neighbours are as near as in MiniLM's vectors of real chunks."""
AT_ONCE = 2_000
COLUMNS = (
    "edition_id, chunk_id, place, text, book, disorder, section_path, page_start, page_end, label_start, label_end, "
    "embedding"
)
COPY = f"copy made ({COLUMNS}) from stdin (format binary)"


class Packed(bytes):
    """A vector as pgvector sends and receives it: dimensions, a zero, floats with the high byte first."""


class PackedDumper(Dumper):
    """Sends what is packed already."""

    format = Format.BINARY

    def dump(self, obj: Packed) -> bytes:
        return obj


class Made:
    """Passages and questions without end, the same ones each time."""

    def __init__(self, said: Sequence[tuple[str, str]], vectors: Sequence[Sequence[float]], seed: int) -> None:
        """`said` are sentences with their disorder; the vectors have 384 numbers each."""
        import numpy

        self._said, self._vectors = said, numpy.array(vectors, dtype="float32")
        self._of: dict[str, list[int]] = {}
        for place, (disorder, _) in enumerate(said):
            self._of.setdefault(disorder, []).append(place)
        self._random, self._noise = random.Random(seed), numpy.random.default_rng(seed)

    def some(self, count: int) -> tuple[list[tuple[str, str]], Any]:
        """So many disorders with texts, and an array with a vector of length 1 in each row."""
        import numpy

        told, means = [], numpy.empty((count, self._vectors.shape[1]), dtype="float32")
        for row in range(count):
            disorder = self._random.choice(list(self._of))
            places = [self._place(disorder) for _ in range(self._random.randint(2, 5))]
            told.append((disorder, " ".join(self._said[place][1] for place in places)))
            means[row] = self._vectors[places].mean(0)
        noise = self._noise.normal(size=means.shape).astype("float32")
        found = _long_one(means) + NOISE * _long_one(noise)
        return told, _long_one(found)

    def _place(self, disorder: str) -> int:
        own = self._random.random() < OWN
        return self._random.choice(self._of[disorder]) if own else self._random.randrange(len(self._said))

    def rows(self, edition: UUID, count: int) -> Iterator[tuple[object, ...]]:
        """As many rows of `COLUMNS`."""
        import numpy

        head = struct.pack(">HH", DIMENSIONS, 0)
        for start in range(0, count, AT_ONCE):
            told, vectors = self.some(min(AT_ONCE, count - start))
            wide = numpy.zeros((len(told), DIMENSIONS), dtype=">f4")
            wide[:, : vectors.shape[1]] = vectors
            for place, ((disorder, text), vector) in enumerate(zip(told, wide, strict=True), start):
                name = hashlib.sha256(f"{place}{text}".encode()).hexdigest()[:24]
                path, page = f"Chapter {place % 20} > {disorder} {place % 9} > Criteria", place // 4 + 1
                heading = f"{disorder} {place % 9}"
                yield (
                    *(edition, name, place, text, "Made", heading, path, page, page, str(page), str(page)),
                    Packed(head + vector.tobytes()),
                )


def _long_one(rows: Any) -> Any:
    import numpy

    return rows / numpy.linalg.norm(rows, axis=1, keepdims=True)


async def fill(connection: AsyncConnection, edition: UUID, made: Made, count: int) -> None:
    """Copy as many passages into an edition that is being built: a batch at a time would take an hour."""
    info = await TypeInfo.fetch(connection, "vector")
    assert info is not None
    dumper = type("VectorDumper", (PackedDumper,), {"oid": info.oid})
    connection.adapters.register_dumper(Packed, dumper)
    table = Identifier(f"chunk_{edition.hex}")
    async with connection.transaction():
        await connection.execute("create temporary table made (like chunk including defaults) on commit drop")
        await connection.execute("alter table made drop column words")
        async with connection.cursor() as cursor, cursor.copy(COPY) as to:
            to.set_types(["uuid", "text", "int4", *["text"] * 4, "int4", "int4", "text", "text", info.oid])
            async for row in _stepping(made.rows(edition, count)):
                await to.write_row(row)
        await connection.execute(
            SQL(
                "insert into {} ({}, words) select {}, setweight(to_tsvector('english', section_path), 'A') || "
                "to_tsvector('english', text) from made order by place"
            ).format(table, SQL(COLUMNS), SQL(COLUMNS))
        )


async def _stepping(rows: Iterator[tuple[object, ...]]) -> AsyncIterator[tuple[object, ...]]:
    for row in rows:
        yield row


async def sentences(in_one: Bench) -> list[tuple[str, str]]:
    """Every sentence of the open reference with its disorder."""
    from rag.documents.chunking import chunks_of
    from rag.documents.reading import read_document
    from rag.documents.scope import Scope
    from rag.open_reference.book import pdf

    path = in_one.settings.data / "open.pdf"
    await asyncio.to_thread(path.write_bytes, pdf())
    chunks = chunks_of(await asyncio.to_thread(read_document, path), Scope())
    found = {
        part.strip(): chunk.disorder or ""
        for chunk in chunks
        for part in re.split(r"(?<=[.;])\s+|\n", chunk.text)
        if len(part) > 30
    }
    return [(disorder, text) for text, disorder in found.items()]


async def embedded(said: Sequence[tuple[str, str]], embedding: Embedding) -> list[list[float]]:
    """The sentences' vectors, as long as the model makes them."""
    return [list(vector)[:384] for vector in await embedding.embed([text for _, text in said])]
