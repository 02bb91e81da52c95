"""The quantitative stage's contracts: evidence for the eight items, references like it, scores 0-3 or an abstention."""

from enum import StrEnum
from typing import Protocol

from pydantic import Field

from agents.domain.evidence import Quote
from agents.domain.transcript import Transcript
from agents.domain.value import Value


class Reason(StrEnum):
    """Why an item has its score, or has none. The last six are reasons to abstain."""

    STATED = "stated"
    """How often was said, or can be counted from what was said."""
    DENIED = "denied"
    """The problem was clearly denied."""
    JUDGED = "judged"
    """A model weighed the evidence; its words stand in `explanation`."""

    NO_MENTION = "no_mention"
    NOT_ENOUGH_FREQUENCY = "not_enough_frequency"
    PAST_ONLY = "past_only"
    OTHER_PERSON = "other_person"
    UNSUPPORTED = "unsupported"
    """A model gave a score and no words of the participant carry it."""
    SAMPLES_DISAGREE = "samples_disagree"
    """Asked several times, the model gave no score by a majority."""


class ItemEvidence(Value):
    """The participant's words that speak of one item, in the order of the transcript; `item` is the PHQ-8 key."""

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
    """What was found, in the order in which it is shown: by item, then most alike first. `note` says what was
    left out and why, or why there is nothing."""

    found: tuple[Reference, ...] = ()
    note: str | None = None


class ReferenceSearch(Protocol):
    """A store of labelled passages, as `rag` provides one. Threshold, number and characters an item are the store's."""

    @property
    def name(self) -> str:
        """The store and its version, as the result names it."""
        ...

    async def search(self, evidence: tuple[ItemEvidence, ...]) -> References:
        """References for these items; one batch embedding for all. Items without quotes are not searched for. Raises
        ModelFailed or TryAgain when the store or its embedder can't answer, CorrectInput when it isn't set up."""
        ...


class ItemScore(Value):
    """One item's score, 0-3 by days of fourteen, or None for N/A; `reason` says why. `confidence` is from 0 to 1.

    Every text of `evidence` is an exact piece of a participant's line. `samples` are the scores of all samples in the
    order asked, where the engine was asked more than once."""

    item: str
    score: int | None = Field(ge=0, le=3)
    reason: Reason
    explanation: str = ""
    evidence: tuple[Quote, ...] = ()
    confidence: float = Field(ge=0, le=1)
    samples: tuple[int | None, ...] = ()


class Scores(Value):
    """All eight items in the instrument's order. `dropped` counts quotes that no participant's line holds."""

    items: tuple[ItemScore, ...]
    dropped: int = 0
    engine: str
    note: str | None = None


class Quantifier(Protocol):
    """Any engine that finds the evidence and scores by it."""

    @property
    def name(self) -> str:
        """`rules` or `provider/model`."""
        ...

    async def gather(self, transcript: Transcript) -> tuple[ItemEvidence, ...]:
        """The grounded evidence, one entry an item in the instrument's order. Raises ModelFailed or TryAgain."""
        ...

    async def score(
        self, transcript: Transcript, evidence: tuple[ItemEvidence, ...], references: tuple[Reference, ...] = ()
    ) -> Scores:
        """The scores, from the transcript, this evidence and these references. Raises ModelFailed or TryAgain."""
        ...
