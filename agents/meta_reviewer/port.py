"""The meta-review's contract: what the stages before found in, one severity with its bounds out."""

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
    """`severity` is 0-4 (minimal, mild, moderate, moderately severe, severe) and `mdd` the indicator of major
    depression (moderate or above). `lowest` and `highest` are the severities that the item scores allow, with N/A as 0
    and as 3; `outside` says that the reviewer left them, and then both are to be shown. Not a diagnosis."""

    severity: int = Field(ge=0, le=4)
    mdd: bool
    lowest: int = Field(ge=0, le=4)
    highest: int = Field(ge=0, le=4)
    outside: bool = False
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
