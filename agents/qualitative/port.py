"""The qualitative stage's contract: a whole interview in, five sections of prose with grounded quotes out."""

from typing import Protocol

from agents.domain.evidence import Quote
from agents.domain.mark import Mark
from agents.domain.transcript import Transcript
from agents.domain.value import Value


class Qualitative(Value):
    """One written assessment. Every quote is the participant's own and stands in the transcript; `dropped` counts
    those that the engine gave and nobody said. `note` is what a reader should know about how it came about."""

    overall: str
    phq8_symptoms: str
    social_factors: str
    biological_factors: str
    risk_factors: str
    quotes: tuple[Quote, ...] = ()
    dropped: int = 0
    engine: str
    note: str | None = None


class Assessor(Protocol):
    """Any engine that writes the qualitative assessment and mends it."""

    @property
    def name(self) -> str:
        """`rules` or `provider/model`."""
        ...

    async def assess(self, transcript: Transcript) -> Qualitative:
        """Write the first version. Raises ModelFailed or TryAgain when the engine can't answer."""
        ...

    async def refine(self, transcript: Transcript, version: Qualitative, marks: tuple[Mark, ...]) -> Qualitative:
        """Write it again with the judge's findings on these marks in mind. Raises as `assess` does."""
        ...
