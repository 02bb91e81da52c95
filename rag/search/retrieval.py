"""The search itself: nearest vectors by pgvector's HNSW index, words by Postgres' full text search."""

from collections.abc import Mapping, Sequence
from typing import Final, LiteralString
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.sql import SQL, Composed, Literal
from psycopg_pool import AsyncConnectionPool

from rag.search.passages import Hit
from rag.vectors import DIMENSIONS, Vector, key, rounded
from rag.word_frequencies import WordFrequencies

EF_SEARCH: Final = 130
"""How many neighbours the index considers for one search (pgvector's default is 40)."""
CANDIDATES: Final = 30
"""Hits of each ranking that go into the fusion."""
ASIDE_WORDS: Final = 0.5
"""The weight of a word in a passage that is not about a disorder's signs: a differential diagnosis names other
disorders."""
MOST_REMEMBERED: Final = 50_000
"""The number of words whose stems are cached."""
_COLUMNS: Final = SQL(
    "edition_id::text edition, chunk_id, text, book, disorder, section_path, page_start, page_end, label_start, "
    "label_end, aside"
)


class Retrieval:
    """Both searches over some editions. `pool` gives autocommit connections."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], ef_search: int = EF_SEARCH) -> None:
        self._pool: Final = pool
        self._ef_search: Final = ef_search
        self._stems: Final[dict[str, list[str]]] = {}

    async def nearest(
        self,
        editions: Sequence[UUID],
        vector: Vector,
        wide: int = DIMENSIONS,
        limit: int = CANDIDATES,
        disorders: Sequence[str] = (),
    ) -> list[Hit]:
        """The passages whose vectors are nearest by cosine, nearest first. `wide` is how many numbers the index of
        these editions holds (`rag.vectors.width`)."""
        query = SQL(
            "select {columns} from chunk where {among} and embedding is not null "
            "order by {key} <=> {vector}::halfvec({wide}) limit {limit}"
        ).format(
            columns=_COLUMNS,
            among=_among(editions, disorders),
            key=key(wide),
            wide=Literal(wide),
            vector=Literal(rounded(vector[:wide])),
            limit=Literal(limit),
        )
        # For small books the planner would choose to sort all passages, which unpacks every vector.
        scan = f"set local hnsw.ef_search = {self._ef_search}; set local hnsw.iterative_scan = relaxed_order"
        return await self._hits(scan if disorders else f"{scan}; set local enable_sort = off", query)

    async def wording(
        self,
        editions: Sequence[UUID],
        text: str,
        words: WordFrequencies,
        limit: int = CANDIDATES,
        disorders: Sequence[str] = (),
    ) -> list[Hit]:
        """The passages that share the most informative words with a text, best first; a word in a heading counts ten
        times (Postgres' weights A and D).

        Each word's passages are looked up separately and their scores summed: ranks are computed only where a word
        occurs, not for every word in every passage."""
        chosen = words.telling(await self._lexemes(text))
        found = await self._ranked(editions, chosen, limit, disorders) if chosen else []
        together = next(iter(chosen), ())
        while not found and len(together) > 1:  # no passage contains them all
            together = together[:-1]
            found = await self._ranked(editions, words.together(together), limit, disorders)
        return found

    async def _lexemes(self, text: str) -> list[str]:
        """The words of a text in the index's form, in the order of the text, each once. PostgreSQL's result for a word
        is cached."""
        words = dict.fromkeys(text.split())
        stems = {word: self._stems[word] for word in words if word in self._stems}
        if new := sorted(words.keys() - stems.keys()):
            async with self._pool.connection() as connection:
                stemmed = await connection.execute(
                    "select word, tsvector_to_array(to_tsvector('english', word)) from string_to_table(%s, ' ') word",
                    (" ".join(new),),
                )
                stems.update(await stemmed.fetchall())
            if len(self._stems) > MOST_REMEMBERED:
                self._stems.clear()
            self._stems.update(stems)
        return list(dict.fromkeys(stem for word in words for stem in stems[word]))

    async def _ranked(
        self,
        editions: Sequence[UUID],
        chosen: Mapping[tuple[str, ...], float],
        limit: int,
        disorders: Sequence[str],
    ) -> list[Hit]:
        """The passages with the most of these words; words of one key count only where they all occur."""
        query = SQL(
            "select {columns} from (select edition_id, chunk_id, place, sum(score) score from "
            "(values {words}) asked(word, weight) cross join lateral "
            "(select edition_id, chunk_id, place, asked.weight * ts_rank(words, asked.word, 0) "
            "* case when aside then {aside} else 1 end score from chunk "
            "where {among} and words @@ asked.word) said group by 1, 2, 3 order by 4 desc, 3 limit {limit}) best "
            "join chunk using (edition_id, chunk_id, place) where {among} order by score desc, place"
        ).format(
            columns=_COLUMNS,
            aside=Literal(ASIDE_WORDS),
            words=SQL(", ").join(
                SQL("({}::tsquery, {}::float8)").format(Literal(" & ".join(map(_quoted, words))), Literal(tells))
                for words, tells in chosen.items()
            ),
            among=_among(editions, disorders),
            limit=Literal(limit),
        )
        return await self._hits("" if disorders else "set local enable_seqscan = off", query)

    async def _hits(self, settings: LiteralString, query: Composed) -> list[Hit]:
        """Run one query under planner settings that apply to it alone: sent as one message, which PostgreSQL runs as
        one transaction."""
        statements = SQL("{}; {}").format(SQL(settings), query) if settings else query
        async with self._pool.connection() as connection:
            cursor = await connection.execute(statements, prepare=False)
            while cursor.nextset():
                pass
            return list(map(Hit._make, await cursor.fetchall()))


def _quoted(word: str) -> str:
    """A word as PostgreSQL's tsquery reads it."""
    return "'{}'".format(word.replace("\\", "\\\\").replace("'", "''"))


def _among(editions: Sequence[UUID], disorders: Sequence[str]) -> Composed:
    """The condition on editions, spelt out so that the planner touches no other partition, and on disorders."""
    ids = SQL(", ").join(Literal(str(edition)) for edition in editions)
    among = SQL("edition_id in ({})").format(ids)
    if disorders:
        named = SQL(", ").join(Literal(name.lower()) for name in disorders)
        among = SQL("{} and lower(disorder) in ({})").format(among, named)
    return among
