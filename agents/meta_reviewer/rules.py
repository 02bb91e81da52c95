"""The rule engine of the meta-review: the severity of the scored items, carried over to those that are N/A."""

from typing import Final

from agents.domain.transcript import Transcript
from agents.meta_reviewer.bounds import MDD_FROM, bounds, level, name, totals
from agents.meta_reviewer.port import Findings, Review
from agents.quantitative.port import Reason, Scores

CARRIED: Final = 0.5
"""The share of the scored items' mean that an item without a score is taken to have: nobody spoke of it, which is more
often for want of a problem than of time. A choice of this project, not a published value."""


class RulesMetaReviewer:
    """The rule engine behind the contract of the meta-review."""

    name: Final = "rules"

    async def review(self, transcript: Transcript, findings: Findings) -> Review:
        """See `MetaReviewer.review`."""
        return review(findings.scores)


def review(scores: Scores) -> Review:
    """The severity. Pure and deterministic; never outside the bounds that the scores allow."""
    least, most = totals(scores)
    lowest, highest = bounds(scores)
    expected = _expected(scores)
    severity = level(min(max(round(expected), least), most))
    return Review(
        severity=severity,
        mdd=severity >= MDD_FROM,
        lowest=lowest,
        highest=highest,
        explanation=_explained(scores, least, most, severity),
        engine="rules",
    )


def _expected(scores: Scores) -> float:
    """The total to be expected: items that are there without a frequency count as the mean of the scored ones, those
    that nobody spoke of as `CARRIED` of it."""
    given = [one.score for one in scores.items if one.score is not None]
    mean = sum(given) / len(given) if given else 0.0
    there = sum(one.reason is Reason.NOT_ENOUGH_FREQUENCY for one in scores.items if one.score is None)
    return sum(given) + mean * (there + CARRIED * (len(scores.items) - len(given) - there))


def _explained(scores: Scores, least: int, most: int, severity: int) -> str:
    given = sum(one.score is not None for one in scores.items)
    if given == len(scores.items):
        return f"All {given} items are scored; their total of {least} is {name(severity)}."
    estimate = f"{name(severity)} is the rules' estimate between {name(level(least))} and {name(level(most))}"
    return (
        f"{given} of {len(scores.items)} items are scored. With the others as 0 the total is {least}, "
        f"with the others as 3 it is {most}; {estimate}."
    )
