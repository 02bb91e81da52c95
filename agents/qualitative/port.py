"""The qualitative stage's contract: turns a whole interview into five sections of prose with grounded quotes."""

from typing import Protocol

from agents.domain.evidence import Quote
from agents.domain.mark import Mark
from agents.domain.transcript import Transcript
from agents.domain.value import Value


class Qualitative(Value):
    """One written assessment. Every quote is the participant's own and occurs in the transcript; `dropped` counts the
    engine's quotes that nobody said. `note` says what a reader should know about how it was written."""

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
    """Any engine that writes and refines the qualitative assessment."""

    @property
    def name(self) -> str:
        """`rules` or `provider/model`."""
        ...

    async def assess(self, transcript: Transcript) -> Qualitative:
        """Write the first version. Raises ModelFailed or TryAgain when the engine can't answer."""
        ...

    async def refine(self, transcript: Transcript, version: Qualitative, marks: tuple[Mark, ...]) -> Qualitative:
        """Rewrite it in the light of the judge's marks. Raises as `assess` does."""
        ...
