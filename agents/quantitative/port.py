"""The quantitative stage's contracts: evidence for the eight items, similar references, scores 0-3 or an abstention."""

from enum import StrEnum
from typing import Protocol

from pydantic import Field

from agents.domain.evidence import Quote
from agents.domain.transcript import Transcript
from agents.domain.value import Value


class Reason(StrEnum):
    """Why an item has its score, or has none. The last eight are reasons to abstain."""

    STATED = "stated"
    """The frequency was stated, or can be counted from the words."""
    DENIED = "denied"
    """The problem was clearly denied."""
    JUDGED = "judged"
    """A model weighed the evidence; `explanation` holds its words."""

    NO_MENTION = "no_mention"
    NOT_ENOUGH_FREQUENCY = "not_enough_frequency"
    PAST_ONLY = "past_only"
    OTHER_PERSON = "other_person"
    OTHER_ITEM = "other_item"
    """A model gave a score whose quotes speak of another item."""
    UNSUPPORTED = "unsupported"
    """A model gave a score that no words of the participant support."""
    UNREADABLE = "unreadable"
    """A model was asked twice and gave no score that could be read."""
    SAMPLES_DISAGREE = "samples_disagree"
    """The model was asked several times, and no score had a majority."""


class ItemEvidence(Value):
    """The participant's words about one item, in the order of the transcript; `item` is the PHQ-8 key."""

    item: str
    quotes: tuple[Quote, ...] = ()


class Reference(Value):
    """A passage of another interview whose item score is known.

    `similarity` is from 0 to 1 (cosine). `source` names where it comes from (data set and participant), never a
    participant of a test set."""

    item: str
    text: str
    score: int = Field(ge=0, le=3)
    similarity: float = Field(ge=0, le=1)
    source: str


class References(Value):
    """The references found, in the order in which they are shown: by item, then most similar first. `note` says which
    were left out and why, or why there are none."""

    found: tuple[Reference, ...] = ()
    note: str | None = None


class ReferenceSearch(Protocol):
    """A store of labelled passages, as `rag` provides one. The store sets the threshold, and the number and characters
    per item."""

    @property
    def name(self) -> str:
        """The store and its version, as named in the result."""
        ...

    async def search(self, evidence: tuple[ItemEvidence, ...]) -> References:
        """References for these items; all are embedded in one batch. Items without quotes are not searched for. Raises
        ModelFailed or TryAgain when the store or its embedder can't answer, CorrectInput when it isn't set up."""
        ...


class ItemScore(Value):
    """One item's score, 0-3 by days of fourteen, or None for N/A; `reason` says why. `confidence` is from 0 to 1.

    Every text of `evidence` is an exact piece of a participant's line. `samples` are the scores of all samples in the
    order requested, where the engine was asked more than once."""

    item: str
    score: int | None = Field(ge=0, le=3)
    reason: Reason
    explanation: str = ""
    evidence: tuple[Quote, ...] = ()
    confidence: float = Field(ge=0, le=1)
    samples: tuple[int | None, ...] = ()


class Scores(Value):
    """All eight items in the instrument's order. `dropped` counts quotes that are in no line of the participant."""

    items: tuple[ItemScore, ...]
    dropped: int = 0
    engine: str
    note: str | None = None


class Quantifier(Protocol):
    """Any engine that finds the evidence and scores the items from it."""

    @property
    def name(self) -> str:
        """`rules` or `provider/model`."""
        ...

    async def gather(self, transcript: Transcript) -> tuple[ItemEvidence, ...]:
        """The grounded evidence, one entry per item in the instrument's order. Raises ModelFailed or TryAgain."""
        ...

    async def score(
        self, transcript: Transcript, evidence: tuple[ItemEvidence, ...], references: tuple[Reference, ...] = ()
    ) -> Scores:
        """The scores, from the transcript, this evidence and these references. Raises ModelFailed or TryAgain."""
        ...
