"""The search itself: nearest vectors by pgvector's HNSW index, words by Postgres' full text search."""

import math
from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg.sql import SQL, Composed, Literal
from psycopg_pool import AsyncConnectionPool

from rag.passages import Hit
from rag.vectors import Vector, literal

EF_SEARCH: Final = 100
"""How many neighbours the index looks at for one search (pgvector's default is 40)."""
CANDIDATES: Final = 30
"""Hits of each ranking that go into the fusion."""
MOST_POSTINGS: Final = 2_000
"""Passages that a search by words may rank. The rarest words come first; a word that stands in more passages than are
left is passed over, unless it is the only one."""
MOST_WORDS: Final = 24
_COLUMNS: Final = SQL(
    "edition_id, chunk_id, text, book, disorder, section_path, page_start, page_end, label_start, label_end"
)


class Retrieval:
    """Both searches over some editions. `pool` gives autocommit connections."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], ef_search: int = EF_SEARCH) -> None:
        self._pool: Final = pool
        self._ef_search: Final = ef_search

    async def nearest(
        self, editions: Sequence[UUID], vector: Vector, limit: int = CANDIDATES, disorders: Sequence[str] = ()
    ) -> list[Hit]:
        """The passages whose vectors are nearest by cosine, nearest first."""
        query = SQL(
            "select {columns} from chunk where {among} and embedding is not null "
            "order by embedding <=> {vector}::vector limit {limit}"
        ).format(
            columns=_COLUMNS, among=_among(editions, disorders), vector=Literal(literal(vector)), limit=Literal(limit)
        )
        async with self._pool.connection() as connection, connection.pipeline(), connection.transaction():
            await connection.execute("select set_config('hnsw.ef_search', %s, true)", (str(self._ef_search),))
            await connection.execute("set local hnsw.iterative_scan = relaxed_order")
            return await _hits(connection, query)

    async def wording(
        self,
        editions: Sequence[UUID],
        text: str,
        terms: Mapping[str, int],
        total: int,
        limit: int = CANDIDATES,
        disorders: Sequence[str] = (),
    ) -> list[Hit]:
        """The passages that share the most telling words with a text, best first. `terms` says in how many of the
        `total` passages each word stands; a word in a heading counts ten times (Postgres' weights A and D)."""
        async with self._pool.connection() as connection:
            asked = await connection.execute("select lexeme from unnest(to_tsvector('english', %s))", (text,))
            chosen = telling({row[0]: terms[row[0]] for row in await asked.fetchall() if row[0] in terms})
            if not chosen:
                return []
            query = SQL(
                "select {columns} from chunk where {among} and words @@ {any} "
                "order by {score} desc, place limit {limit}"
            ).format(
                columns=_COLUMNS,
                among=_among(editions, disorders),
                any=_words(chosen),
                score=SQL(" + ").join(
                    SQL("{} * ts_rank(words, {}, 0)").format(Literal(_telling(total, chosen[word])), _words([word]))
                    for word in chosen
                ),
                limit=Literal(limit),
            )
            return await _hits(connection, query)


def telling(asked: Mapping[str, int], most: int = MOST_POSTINGS) -> dict[str, int]:
    """The rarest words that together stand in at most so many passages; at least one."""
    chosen: dict[str, int] = {}
    for word, count in sorted(asked.items(), key=lambda one: one[1])[:MOST_WORDS]:
        if not chosen or sum(chosen.values()) + count <= most:
            chosen[word] = count
    return chosen


def _telling(total: int, count: int) -> float:
    """How much a word says: the logarithm of how rare it is, as BM25 has it."""
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def _words(words: Sequence[str] | Mapping[str, int]) -> Composed:
    quoted = " | ".join("'{}'".format(word.replace("\\", "\\\\").replace("'", "''")) for word in words)
    return SQL("{}::tsquery").format(Literal(quoted))


def _among(editions: Sequence[UUID], disorders: Sequence[str]) -> Composed:
    """The condition on editions, spelt out so that the planner touches no other partition, and on disorders."""
    ids = SQL(", ").join(Literal(str(edition)) for edition in editions)
    among = SQL("edition_id in ({})").format(ids)
    if disorders:
        named = SQL(", ").join(Literal(name.lower()) for name in disorders)
        among = SQL("{} and lower(disorder) in ({})").format(among, named)
    return among


async def _hits(connection: AsyncConnection, query: Composed) -> list[Hit]:
    async with connection.cursor(row_factory=class_row(Hit)) as cursor:
        await cursor.execute(query, prepare=False)
        return await cursor.fetchall()
