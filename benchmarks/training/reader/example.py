"""One example of the learnt reader, and how its labels become weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agents.questions.bank import bank
from agents.reading.model.labels import TIERS
from benchmarks.training.datasets import likeliest

_SECOND: Final = 0.25
"""What a tier weighs that may be given besides the best one."""


@dataclass(frozen=True, slots=True)
class Example:
    """`tier`: weights of the four tiers; `act`: a place in ACTS; `scores`: weights of 0-4; `asks`: whether how often is
    still to be asked; each None where nobody says. `plain`: the reply may be written otherwise."""

    author: str
    question: str
    reply: str
    item: int | None
    tier: tuple[float, ...] | None = None
    act: int | None = None
    scores: tuple[float, ...] | None = None
    asks: bool | None = None
    weight: float = 1.0


def tiers(accept: Sequence[str]) -> tuple[float, ...]:
    """The weights of the four tiers: what may be given besides the best one shares a quarter."""
    others = [tier for tier in accept[1:] if tier != accept[0]]
    rest = _SECOND if others else 0.0
    return tuple((1 - rest) * (tier == accept[0]) + rest * others.count(tier) / max(1, len(others)) for tier in TIERS)


def scores(told: str) -> tuple[float, ...]:
    """The weights of the scores 0-4 of a label such as `2`, `1-3` or `1-3 (1)`: half on the likeliest, the rest on all
    that can be defended."""
    low, _, high = told.partition(" (")[0].partition("-")
    first, last, best = int(low), int(high or low), likeliest(told)
    spread = 0.5 / (last - first + 1)
    return tuple(0.5 * (score == best) + spread * (first <= score <= last) for score in range(5))


def wordings(item: int) -> tuple[str, ...]:
    """The questions that the interviewer may ask for an item."""
    return bank().items[item - 1].questions + bank().items[item - 1].rephrasings
