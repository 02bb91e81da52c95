"""The rule engine of the quantitative stage."""

from typing import Final

from agents.domain.transcript import Transcript
from agents.quantitative.port import ItemEvidence, Reference, Scores
from agents.quantitative.scoring import score


class RulesQuantifier:
    """The rule engine behind the contract of the quantitative stage."""

    name: Final = "rules"

    async def gather(self, transcript: Transcript) -> tuple[ItemEvidence, ...]:
        """See `Quantifier.gather`."""
        return tuple(ItemEvidence(item=one.item, quotes=one.evidence) for one in score(transcript))

    async def score(
        self, transcript: Transcript, evidence: tuple[ItemEvidence, ...], references: tuple[Reference, ...] = ()
    ) -> Scores:
        """See `Quantifier.score`. The rules need no references and find their evidence themselves."""
        return Scores(items=score(transcript), engine=self.name)
