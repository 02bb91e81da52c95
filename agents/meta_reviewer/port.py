"""The meta-review's contract: takes the findings of the earlier stages, returns a review of them in words."""

from typing import Protocol

from pydantic import Field

from agents.domain.transcript import Transcript
from agents.domain.value import Value
from agents.qualitative.port import Qualitative
from agents.quantitative.port import Scores


class Findings(Value):
    """The findings that a meta-review is based on; a stage that failed is None."""

    qualitative: Qualitative | None
    scores: Scores


class Review(Value):
    """A review of the findings, in words. `opinion` is a model's own estimate of the severity (0 minimal to 4 severe),
    None where it gives none: an opinion on the transcript, shown as such beside the result of the item scores
    (`agents.meta_reviewer.bounds`), never in its place. Not a diagnosis."""

    opinion: int | None = Field(default=None, ge=0, le=4)
    explanation: str
    engine: str
    note: str | None = None


class MetaReviewer(Protocol):
    """Any engine that reviews."""

    @property
    def name(self) -> str:
        """`rules` or `provider/model`."""
        ...

    async def review(self, transcript: Transcript, findings: Findings) -> Review:
        """The review. Raises ModelFailed or TryAgain."""
        ...
