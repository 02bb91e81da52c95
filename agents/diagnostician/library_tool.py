"""The tool with which a model searches the reference library, and the record of every search."""

import time
from typing import Final

from pydantic import BaseModel, Field

from agents.diagnostician.port import Passage, PassageSearch, Search
from agents.domain.value import Value
from agents.errors import NotNow, TryAgain
from agents.llm.clock import ms_since
from agents.llm.errors import ModelFailed
from agents.llm.port import Tool

TOOL: Final = "retrieve_dsm_passages"
MOST_SEARCHES: Final = 3
PASSAGES: Final = 4
"""How many passages one search returns."""
LONGEST_QUERY: Final = 400
LONGEST_PASSAGE: Final = 1_500
OUT_OF_REACH: Final = "The library can't be searched now."


class Lookup(Value):
    """The tool's arguments."""

    query: str = Field(description="symptoms and features to look for, in a few words; never a name or a whole answer")
    disorder: str | None = Field(description="a disorder to look under, null for all of them")

    @property
    def text(self) -> str:
        """Both arguments as one query."""
        named = f"{self.disorder}: {self.query}" if self.disorder else self.query
        return " ".join(named.split())[:LONGEST_QUERY]


DECLARED: Final = Tool(
    name=TOOL,
    description="Look up passages of the reference library that are nearest to a query.",
    schema=Lookup,
)


class Desk:
    """Runs the tool for one interview. `searches` holds every search in order; without a library every search comes
    back empty."""

    def __init__(self, library: PassageSearch | None) -> None:
        self._library: Final = library
        self.searches: list[Search] = []

    async def run(self, _: str, arguments: BaseModel) -> str:
        """Search, record it, and return the passages for the model. An unreachable library is reported there, not
        raised."""
        asked = Lookup.model_validate(arguments.model_dump())
        started, note = time.perf_counter(), None
        passages: tuple[Passage, ...] = ()
        try:
            passages = await self._library.search(asked.text, PASSAGES) if self._library else ()
        except (NotNow, TryAgain, ModelFailed):
            note = OUT_OF_REACH
        self.searches.append(
            Search(query=asked.text, limit=PASSAGES, passages=passages, ms=ms_since(started), note=note)
        )
        return _told(self.searches[-1])


def clipped(passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """Passages as a model reads them: long ones are cut short."""
    return tuple(one.model_copy(update={"text": one.text[:LONGEST_PASSAGE]}) for one in passages)


class _Found(Value):
    passages: tuple[Passage, ...]
    note: str | None = None


def _told(search: Search) -> str:
    found = _Found(passages=clipped(search.passages), note=search.note)
    return found.model_dump_json(by_alias=True, exclude_none=True)
