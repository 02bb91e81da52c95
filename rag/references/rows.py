"""The reference stores in Postgres: written whole or not at all, searched exactly."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from psycopg import AsyncConnection
from psycopg.rows import class_row, dict_row
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool

from agents.domain.value import Value
from rag.references.options import Build, Scores
from rag.references.selection import Candidate
from rag.vectors import Vector, literal

NEAREST: Final = 40
"""Candidates per item: enough for the most references of an item after overlapping ones are skipped."""

_LOCK = "select pg_advisory_xact_lock(hashtext('reference_store'), hashtext(%s))"
"""Builds of the same name write one after the other."""
_NEAREST = """
with asked as materialized (
  select item, vector::halfvec from unnest(%(items)s::text[], string_to_array(%(vectors)s, ';')) as u(item, vector)),
fitting as materialized (
  select s.chunk_id, s.item, c.participant, c.place,
    case when %(by_chunk)s then s.chunk_score else s.participant_score end as score
  from reference_score s join reference_chunk c on c.id = s.chunk_id
  where c.store = %(store)s and c.participant <> all(%(without)s) and s.item = any(%(items)s)
    and (s.tagged or not %(tags)s)
    and case when %(by_chunk)s then s.chunk_score else s.participant_score end is not null),
measured as materialized (
  select one.id, asked.item, one.vector <=> asked.vector as distance
  from (
    select c.id, subvector(c.embedding, 1, %(dimensions)s) as vector from reference_chunk c
    where c.store = %(store)s and c.id in (select chunk_id from fitting) offset 0) as one
  cross join asked),
ranked as (
  select m.id, m.item, f.score, m.distance, f.participant, f.place,
    row_number() over (partition by m.item order by m.distance, f.participant, f.place) as rank
  from measured m join fitting f on f.chunk_id = m.id and f.item = m.item)
select r.item, r.participant, r.place, c.first, c.last, c.text, r.score,
  greatest(0, least(1, round((1 - r.distance)::numeric, 4)))::float8 as similarity
from ranked r join reference_chunk c on c.id = r.id where r.rank <= %(limit)s order by r.item, r.rank
"""
"""Each vector is fetched once, whatever the number of items (`offset 0` and the copy by subvector keep PostgreSQL
from fetching it again for every item), and then compared with all of them."""


class Stored(Value):
    """A store's properties. `digest` changes whenever the content does."""

    name: str
    build: Build
    dimensions: int
    chunks: int
    digest: str
    source: str
    built_at: datetime


@dataclass(frozen=True, slots=True)
class Passage:
    """One chunk to store, with item, participant's score, own score and tag for each item that has any of these."""

    participant: str
    place: int
    first: int
    last: int
    text: str
    vector: Vector
    scores: tuple[tuple[str, int | None, int | None, bool], ...]


class Rows:
    """Reads and writes. `pool` gives autocommit connections; `searches`, where given, limits the concurrent searches:
    each keeps a processor of PostgreSQL's machine busy, which the server may share."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], searches: asyncio.Semaphore | None = None) -> None:
        self._pool: Final = pool
        self._searches: Final = searches

    async def put(self, stored: Stored, people: dict[str, bytes], passages: Sequence[Passage]) -> None:
        """Replace the store of that name in one transaction."""
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute(_LOCK, (stored.name,))
            await connection.execute("delete from reference_store where name = %s", (stored.name,))
            await connection.execute(
                "insert into reference_store (name, build, dimensions, chunks, digest, source, built_at) "
                "values (%s, %s, %s, %s, %s, %s, %s)",
                (
                    stored.name,
                    Jsonb(stored.build.model_dump(mode="json")),
                    stored.dimensions,
                    stored.chunks,
                    stored.digest,
                    stored.source,
                    stored.built_at,
                ),
            )
            async with connection.cursor() as cursor:
                await cursor.executemany(
                    "insert into reference_participant (store, participant, words) values (%s, %s, %s)",
                    [(stored.name, name, words) for name, words in people.items()],
                )
            for passage in passages:
                await _insert(connection, stored.name, passage)

    async def get(self, name: str) -> Stored | None:
        """The store of that name."""
        return next((one for one in await self.all() if one.name == name), None)

    async def all(self) -> list[Stored]:
        """Every store, by name."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(
                "select name, build, dimensions, chunks, digest, source, built_at from reference_store order by name"
            )
            return [Stored.model_validate(row) for row in await cursor.fetchall()]

    async def people(self, name: str) -> dict[str, bytes]:
        """The participants of a store with the digests of their words."""
        async with self._pool.connection() as connection:
            rows = await connection.execute(
                "select participant, words from reference_participant where store = %s order by participant", (name,)
            )
            return {participant: bytes(words) for participant, words in await rows.fetchall()}

    async def remove(self, name: str) -> bool:
        """Remove the store of that name. Returns whether there was one."""
        async with self._pool.connection() as connection:
            done = await connection.execute("delete from reference_store where name = %s", (name,))
            return done.rowcount > 0

    async def nearest(
        self,
        name: str,
        asked: Sequence[tuple[str, Vector]],
        scores: Scores,
        tags: bool,
        without: Collection[str] = (),
    ) -> list[Candidate]:
        """The nearest passages for each of the given items (at least one), by exact search; one statement for all
        items."""
        values = {
            "store": name,
            "items": [item for item, _ in asked],
            "vectors": await asyncio.to_thread(_literals, [vector for _, vector in asked]),
            "dimensions": len(asked[0][1]),
            "by_chunk": scores is Scores.CHUNK,
            "tags": tags,
            "without": sorted(without),
            "limit": NEAREST,
        }
        async with (
            self._searches or nullcontext(),
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(Candidate)) as cursor,
        ):
            await cursor.execute(_NEAREST, values)
            return await cursor.fetchall()


def _literals(vectors: Sequence[Vector]) -> str:
    """The vectors as text, written in a separate thread: thousands of numbers take longer than others should wait. One
    string, because psycopg scans every character of an array of strings."""
    return ";".join(map(literal, vectors))


async def _insert(connection: AsyncConnection, store: str, passage: Passage) -> None:
    row = await connection.execute(
        "insert into reference_chunk (store, participant, place, first, last, text, embedding) "
        "values (%s, %s, %s, %s, %s, %s, %s::halfvec) returning id",
        (
            store,
            passage.participant,
            passage.place,
            passage.first,
            passage.last,
            passage.text,
            literal(passage.vector),
        ),
    )
    found = await row.fetchone()
    assert found is not None, "an insert gives its id"
    if passage.scores:
        items, labelled, own, tagged = zip(*passage.scores, strict=True)
        await connection.execute(
            "insert into reference_score (chunk_id, item, participant_score, chunk_score, tagged) "
            "select %s, * from unnest(%s::text[], %s::smallint[], %s::smallint[], %s::boolean[])",
            (found[0], list(items), list(labelled), list(own), list(tagged)),
        )
