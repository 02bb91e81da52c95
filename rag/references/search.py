"""The reference store's search for the pipeline: from evidence to labelled passages of other interviews."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from typing import Final

from agents.errors import CorrectInput
from agents.quantitative.port import ItemEvidence, Reference, References
from agents.reference_checker.port import ReferenceChecker, Verdict
from rag.references.options import REBUILD, Options
from rag.references.rows import Rows, Stored
from rag.references.selection import Candidate, Selection, select
from rag.vectors import Embedding, Vector


class ReferenceStore:
    """Satisfies `ReferenceSearch`. `embeddings` opens an embedder by name: each store is searched with its own.
    `checker` is asked only when the options say so. `without` names participants whose passages must not be found."""

    def __init__(
        self,
        rows: Rows,
        store: str,
        embeddings: Callable[[str], Embedding],
        options: Options,
        checker: ReferenceChecker | None = None,
        without: Collection[str] = (),
    ) -> None:
        self._rows: Final = rows
        self._store: Final = store
        self._embeddings: Final = embeddings
        self._embedding: Embedding | None = None
        self._options: Final = options
        self._checker: Final = checker
        self._without: Final = frozenset(without)
        self._known: Stored | None = None
        if options.check and checker is None:
            raise CorrectInput(
                "references are to be checked by a model, and none is named: set ANAMNESIS_REFERENCES_CHECKER to "
                "provider/model, or turn the check off"
            )

    @property
    def name(self) -> str:
        """The store's name, with its digest once it has been looked up."""
        return f"{self._store}@{self._known.digest}" if self._known else self._store

    async def prepare(self) -> Stored:
        """Look the store up. Raises CorrectInput, with the remedy, for a store that doesn't exist or can't serve these
        options, NotConfigured where its embedder is not available here."""
        known = await self._rows.get(self._store)
        if known is None:
            raise CorrectInput(f"there is no reference store {self._store!r}: {REBUILD}")
        self._options.fit(known.build, self._store)
        if self._embedding is None or self._embedding.name != known.build.embedder:
            self._embedding = self._embeddings(known.build.embedder)
        self._known = known
        return known

    async def search(self, evidence: tuple[ItemEvidence, ...]) -> References:
        """See `ReferenceSearch.search`."""
        known = await self.prepare()
        asked = [one for one in evidence if one.quotes]
        if not asked:
            return References(note="no item has evidence to find references by")
        vectors = await self._vectors(known, ["\n".join(quote.text for quote in one.quotes) for one in asked])
        pairs = [(one.item, vector) for one, vector in zip(asked, vectors, strict=True)]
        options = self._options
        found = await self._rows.nearest(self._store, pairs, options.scores, options.tags, self._without)
        chosen = [select(group, options, self._store) for group in _by_item(found, asked)]
        references = tuple(reference for selection in chosen for reference in selection.chosen)
        kept, notes = await self._checked(asked, references) if options.check else (references, [])
        return References(found=kept, note=_note(kept, chosen, notes))

    async def _vectors(self, known: Stored, texts: Sequence[str]) -> list[Vector]:
        assert self._embedding is not None, "prepared"
        vectors = await self._embedding.embed(texts)
        if any(len(vector) != known.dimensions for vector in vectors):
            raise CorrectInput(
                f"{known.build.embedder} now gives vectors of {len(vectors[0])} numbers, and the reference store "
                f"{self._store!r} holds {known.dimensions}: it is not the model that built it; {REBUILD}"
            )
        return vectors

    async def _checked(
        self, asked: Sequence[ItemEvidence], references: tuple[Reference, ...]
    ) -> tuple[tuple[Reference, ...], list[str]]:
        assert self._checker is not None, "see the constructor"
        evidence = {one.item: one for one in asked}
        verdicts = await asyncio.gather(*(self._checker.check(evidence[one.item], one) for one in references))
        kept = tuple(one for one, verdict in zip(references, verdicts, strict=True) if verdict is Verdict.ACCEPT)
        counts = [(verdicts.count(verdict), word) for verdict, word in _TOLD]
        return kept, [f"{count} {word}" for count, word in counts if count]


_TOLD: Final = ((Verdict.REJECT, "rejected by the check"), (Verdict.UNSURE, "left out because the check was unsure"))


def _by_item(found: Sequence[Candidate], asked: Sequence[ItemEvidence]) -> list[list[Candidate]]:
    """The candidates grouped by item, in the order of the evidence."""
    order = {one.item: place for place, one in enumerate(asked)}
    ordered = sorted(found, key=lambda one: order[one.item])
    return [list(group) for _, group in groupby(ordered, key=lambda one: one.item)]


def _note(kept: Sequence[Reference], chosen: Sequence[Selection], notes: Sequence[str]) -> str | None:
    too_long = sum(selection.too_long for selection in chosen)
    told = [f"{too_long} did not fit into an item's characters"] if too_long else []
    told += notes
    if not kept and not told:
        return "no passage is alike enough"
    return "; ".join(told) or None
