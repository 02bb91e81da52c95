"""The reference checker: does a passage from another interview support its score, and is it relevant to this one?"""

from enum import StrEnum
from typing import Protocol

from agents.quantitative.port import ItemEvidence, Reference


class Verdict(StrEnum):
    """What becomes of a reference: only an accepted one is shown to the scoring engine."""

    ACCEPT = "accept"
    REJECT = "reject"
    UNSURE = "unsure"


class ReferenceChecker(Protocol):
    """Any engine that checks a reference before it is used."""

    @property
    def name(self) -> str:
        """`provider/model`."""
        ...

    async def check(self, evidence: ItemEvidence, reference: Reference) -> Verdict:
        """Check one reference against the evidence that it was found for. Raises ModelFailed."""
        ...
