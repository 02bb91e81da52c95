"""The meta-review's contract: what the stages before found in, a review of it in words out."""

from typing import Protocol

from pydantic import Field

from agents.domain.transcript import Transcript
from agents.domain.value import Value
from agents.qualitative.port import Qualitative
from agents.quantitative.port import Scores


class Findings(Value):
    """What a meta-review rests on; a stage that failed is None."""

    qualitative: Qualitative | None
    scores: Scores


class Review(Value):
    """What a reviewer makes of the findings, in words. `opinion` is a model's own reading of the severity (0 minimal to
    4 severe), None where it gives none: an opinion on the transcript, shown as one beside what the item scores settle
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
