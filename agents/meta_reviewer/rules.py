"""The rule engine of the meta-review: states in words what follows from the item scores; it estimates nothing
beyond."""

from typing import Final

from agents.domain.transcript import Transcript
from agents.meta_reviewer.bounds import bounds
from agents.meta_reviewer.port import Findings, Review
from agents.quantitative.port import Scores


class RulesMetaReviewer:
    """The rule engine behind the contract of the meta-review."""

    name: Final = "rules"

    async def review(self, transcript: Transcript, findings: Findings) -> Review:
        """See `MetaReviewer.review`."""
        return review(findings.scores)


def review(scores: Scores) -> Review:
    """The bounds and what follows from them. Pure and deterministic."""
    return Review(explanation=bounds(scores).why, engine="rules")
