"""The conclusions that item scores allow: the possible totals, with N/A as 0 and as 3, and what all of them agree
on."""

from collections.abc import Iterable
from typing import Final

from agents.domain import phq8
from agents.domain.value import Value
from agents.quantitative.port import Scores

MDD_FROM: Final = 2
"""Severity from which the indicator of major depression is set: moderate, a total of 10 (Kroenke et al., 2009)."""
HIGHEST: Final = 3
"""The highest score of an item."""


class Bounds(Value):
    """The least and the greatest total that item scores allow; `scored` of the instrument's items have a score."""

    least: int
    most: int
    scored: int

    @property
    def lowest(self) -> int:
        """The severity of the least total."""
        return level(self.least)

    @property
    def highest(self) -> int:
        """The severity of the greatest total."""
        return level(self.most)

    @property
    def total(self) -> int | None:
        """The total, or None if an item has no score."""
        return self.least if self.least == self.most else None

    @property
    def severity(self) -> int | None:
        """The severity shared by every total within the bounds; None where they span several bands."""
        return self.lowest if self.lowest == self.highest else None

    @property
    def mdd(self) -> bool | None:
        """The indicator of major depression; None where its limit lies between the bounds."""
        low, high = self.lowest >= MDD_FROM, self.highest >= MDD_FROM
        return low if low is high else None

    @property
    def why(self) -> str:
        """The bounds in words, and the conclusions that they allow."""
        items = len(phq8.instrument().items)
        if self.total is not None:
            return f"All {items} items are scored; their total of {self.least} is {name(self.lowest)}."
        told = (
            f"{self.scored or 'None'} of {items} items {'is' if self.scored == 1 else 'are'} scored. With the others "
            f"as 0 the total is {self.least} ({name(self.lowest)}), with the others as 3 it is {self.most} "
            f"({name(self.highest)})."
        )
        if self.severity is not None:
            return f"{told} The severity is {name(self.severity)} either way."
        indicator = (
            f"the indicator of major depression (a total of {phq8.instrument().severities[MDD_FROM].low} or more)"
        )
        if self.mdd is None:
            return f"{told} That settles no severity, nor {indicator}."
        return f"{told} That settles no severity, but {indicator} is {'' if self.mdd else 'not '}set either way."


def level(total: int) -> int:
    """0 minimal to 4 severe, for a total 0-24. Raises ValueError outside that range."""
    return phq8.instrument().severities.index(phq8.severity(total))


def name(severity: int) -> str:
    """The band's name."""
    return phq8.instrument().severities[severity].name


def bounds(scores: Scores) -> Bounds:
    """The bounds of these scores."""
    return allowed(one.score for one in scores.items)


def allowed(scores: Iterable[int | None]) -> Bounds:
    """The bounds of these item scores; an item of the instrument missing from them counts as having no score."""
    given = [score for score in scores if score is not None]
    lacking = len(phq8.instrument().items) - len(given)
    return Bounds(least=sum(given), most=sum(given) + HIGHEST * lacking, scored=len(given))
