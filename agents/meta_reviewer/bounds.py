"""The severities that item scores allow: the least with N/A as 0, the most with N/A as 3."""

from typing import Final

from agents.domain import phq8
from agents.quantitative.port import Scores

MDD_FROM: Final = 2
"""Severity from which the indicator of major depression is set: moderate, a total of 10 (Kroenke et al., 2009)."""
_HIGHEST: Final = 3


def level(total: int) -> int:
    """0 minimal to 4 severe, for a total 0-24. Raises ValueError outside that range."""
    return phq8.instrument().severities.index(phq8.severity(total))


def name(severity: int) -> str:
    """The band's name."""
    return phq8.instrument().severities[severity].name


def totals(scores: Scores) -> tuple[int, int]:
    """The least and the greatest total that the scores allow."""
    given = [one.score for one in scores.items if one.score is not None]
    return sum(given), sum(given) + _HIGHEST * (len(scores.items) - len(given))


def bounds(scores: Scores) -> tuple[int, int]:
    """The least and the greatest severity that the scores allow."""
    least, most = totals(scores)
    return level(least), level(most)
