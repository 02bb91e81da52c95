"""The reference library's search for the rest of the product: from a question to passages with their places."""

import asyncio
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.diagnostician.port import Passage
from agents.domain.profile import PatientProfile
from agents.errors import CorrectInput, NotNow
from rag.editions import Edition, Editions
from rag.search.passages import Hit, Mode, distinct, fused, named, raised, spread, weighed
from rag.search.query import query_of
from rag.search.retrieval import Retrieval
from rag.vectors import NO_VECTORS, Embedding, NoWorker, Vector, check_same, width
from rag.word_frequencies import WordFrequencies, joined

LONGEST_QUERY: Final = 2_000
"""The most characters of a question that are read."""

MORE: Final = 3
"""This many times the requested passages are considered before each disorder is limited to its share."""


class Library:
    """Searches the live editions. Satisfies the diagnostician's `PassageSearch`; nothing is found before a book has
    been ingested.

    `embedding` is None where this server has no embedder: words alone are searched then."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], embedding: Embedding | None) -> None:
        self.editions: Final = Editions(pool)
        self.embedding: Final = embedding
        self._retrieval: Final = Retrieval(pool)
        self._words: tuple[tuple[UUID, ...], WordFrequencies] | None = None

    def query_for(self, profile: PatientProfile) -> str:
        """See `PassageSearch.query_for`."""
        return query_of(profile)

    async def search(self, query: str, limit: int) -> tuple[Passage, ...]:
        """See `PassageSearch.search`. Raises NotNow, with the remedy, when the index was made by another embedder."""
        return await self.find(query, limit)

    async def find(
        self, query: str, limit: int, mode: Mode = Mode.HYBRID, disorders: Sequence[str] = ()
    ) -> tuple[Passage, ...]:
        """As `search`, in one mode and, where `disorders` are named, among their passages only. Raises CorrectInput for
        characters that no passage can hold."""
        _check(query, *disorders)
        live, asked = await self.editions.live(), " ".join(query.split())[:LONGEST_QUERY]
        if not live or not asked:
            return ()
        vector = await self.vector(asked, live, mode)
        return await self.ranked(live, asked, vector, limit, mode, disorders)

    async def vector(self, query: str, live: Sequence[Edition], mode: Mode = Mode.HYBRID) -> Vector | None:
        """The question's vector; None where words alone are searched: there is no embedder, or no worker to serve it.
        Raises NotNow and any error of the embedder."""
        if mode is Mode.TEXT or (self.embedding is None and mode is Mode.HYBRID):
            return None
        if self.embedding is None:
            raise NotNow(NO_VECTORS)
        for edition in live:
            check_same(edition.embedder, self.embedding.name)
        try:
            return (await self.embedding.embed((query,)))[0]
        except NoWorker:
            if mode is Mode.VECTOR:
                raise
            return None

    async def ranked(
        self,
        live: Sequence[Edition],
        query: str,
        vector: Vector | None,
        limit: int,
        mode: Mode = Mode.HYBRID,
        disorders: Sequence[str] = (),
    ) -> tuple[Passage, ...]:
        """The search without the embedder: both rankings at the same time, fused, without repetitions."""
        ids = [edition.id for edition in live]
        asked = []
        if mode is not Mode.VECTOR:  # first, because it may query the database twice
            asked.append(self._wording(live, query, disorders))
        if vector is not None:
            wide = width(self.embedding.name if self.embedding else "")
            asked.append(self._retrieval.nearest(ids, vector, wide, disorders=disorders))
        ranked = fused((await asyncio.gather(*asked))[::-1])
        if mode is Mode.HYBRID:
            ranked = raised(ranked, named(query, [hit for hit, _ in ranked]))
        found = distinct(weighed(ranked), limit * MORE)
        own = {str(edition.id) for edition in live if not edition.open}
        return tuple(hit.passage(score, own=str(hit.edition) in own) for hit, score in spread(found, limit))

    async def _wording(self, live: Sequence[Edition], query: str, disorders: Sequence[str]) -> list[Hit]:
        ids = tuple(edition.id for edition in live)
        return await self._retrieval.wording(ids, query, await self._counted(ids), disorders=disorders)

    async def _counted(self, editions: tuple[UUID, ...]) -> WordFrequencies:
        """How common each word is in these editions; read once, as a published edition never changes."""
        if self._words is None or self._words[0] != editions:
            self._words = (editions, joined([await self.editions.words(edition) for edition in editions]))
        return self._words[1]

    @property
    def notice(self) -> str | None:
        """A notice for whoever searches; None when nothing is missing."""
        return NO_VECTORS if self.embedding is None else None


def _check(*texts: str) -> None:
    """Raises CorrectInput for characters that PostgreSQL does not accept in text."""
    for text in texts:
        if "\x00" in text or text.encode(errors="replace").decode() != text:
            raise CorrectInput(
                "the question holds a character that no passage can hold (NUL, or half of one): leave it out"
            )
