"""The diagnostician's contract: from a finished interview to ranked provisional impressions. Never a diagnosis."""

from enum import StrEnum
from typing import Protocol

from pydantic import Field

from agents.domain.draft import Drafts
from agents.domain.evidence import Quote
from agents.domain.profile import PatientProfile
from agents.domain.value import Value
from agents.llm.errors import ModelFailed


class Mode(StrEnum):
    """How far the impressions go: domains to look into, disorder categories, or single disorders."""

    SCREENING = "screening"
    CATEGORICAL = "categorical"
    DIAGNOSTIC = "diagnostic"


class Passage(Value):
    """One retrieved passage of the reference library. `source` reads like "DSM-5-TR, p. 160, ... > Criteria A", with
    the page as printed; `page_start` and `page_end` are as the file counts, from 1. `own` tells a book that the clinic
    handed in from the open reference of the product; it is no part of what a model reads or the log keeps."""

    chunk_id: str
    text: str
    source: str
    page_start: int
    page_end: int
    section_path: str
    score: float
    own: bool | None = Field(default=None, exclude=True)


class Source(Value):
    """Where a cited passage stands, as a reader is told: "DSM-5-TR, p. 160, Major Depressive Disorder > Criteria A".

    `own`: in a book of the clinic's, not in the product's open reference; None where that was not written down."""

    chunk_id: str
    source: str
    own: bool | None = None


class Impression(Value):
    """One provisional impression. `confidence` 0-1; `icd10` an ICD-10-CM code (None in screening mode); `items` the
    Level-1 items behind it; `criteria` the features found, in this product's own words; `steps` the reasoning, numbered
    by position; `citations` chunk ids of passages used."""

    name: str
    icd10: str | None = None
    category: str
    confidence: float = Field(ge=0, le=1)
    items: tuple[int, ...] = ()
    evidence: tuple[Quote, ...] = ()
    criteria: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()


class Search(Value):
    """One search that an engine made in the library by itself. `ms` is wall time in milliseconds; `note` says why there
    are no passages, where the library could not be asked."""

    query: str
    limit: int
    passages: tuple[Passage, ...] = ()
    ms: float = 0.0
    note: str | None = None


class Diagnosis(Value):
    """All impressions, most likely first; empty when no picture fits well enough, and then `summary` says so.

    `searches` are what the engine looked up by itself; they become entries of the log and are not stored here.
    `sources` are the places of all citations; `dropped_citations` counts those of passages that were not retrieved.
    `rag_used` holds only where a citation is left."""

    mode: Mode
    summary: str
    impressions: tuple[Impression, ...] = ()
    limitations: tuple[str, ...] = ()
    rag_used: bool = False
    engine: str = "rules"
    note: str | None = None
    searches: tuple[Search, ...] = ()
    sources: tuple[Source, ...] = ()
    dropped_citations: int = 0


class FailedAfterSearching(ModelFailed):
    """The model gave no answer, but had searched the library before: its `searches` still belong in the log."""

    def __init__(self, message: str, searches: tuple[Search, ...]) -> None:
        super().__init__(message)
        self.searches = searches


class Diagnostician(Protocol):
    """Any engine that forms impressions."""

    @property
    def name(self) -> str:
        """`rules` or `provider/model`."""
        ...

    async def diagnose(
        self,
        profile: PatientProfile,
        mode: Mode,
        passages: tuple[Passage, ...] = (),
        drafts: Drafts | None = None,
    ) -> Diagnosis:
        """Impressions for a completed profile. `drafts` is told what may be shown of them while they are formed. Raises
        NotNow for one that is not completed or was ended for safety."""
        ...


class PassageSearch(Protocol):
    """The core's contract for a reference library; `rag` satisfies it without importing it."""

    def query_for(self, profile: PatientProfile) -> str:
        """The query for an interview whose items have all been asked: symptoms, candidate impressions and salient
        quotes, never the transcript. Empty where nothing stands out."""
        ...

    async def search(self, query: str, limit: int) -> tuple[Passage, ...]:
        """The passages nearest to the query, best first; empty when no library has been ingested.

        Raises NotNow, with the remedy, when the library can't be searched in its present state, TryAgain when it is out
        of reach."""
        ...
