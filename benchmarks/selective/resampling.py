"""Intervals by the bootstrap over participants (Efron, 1979; percentile intervals): the items of one participant are
correlated, so whole participants are drawn, with replacement."""

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from agents.domain.value import Value
from benchmarks.selective.prediction import Floats

RESAMPLES: Final = 10_000
SEED: Final = 20_240_606
LEVEL: Final = 0.95
_AT_ONCE: Final = 500
"""Resamples computed together, which limits the memory (500 x 464 items are 2 MB per matrix)."""

Statistic = Callable[[Floats], dict[str, Floats]]
"""Maps the participants' weights, one row per resample, to named values, one per resample; NaN where there is none."""


class Interval(Value):
    """`low` and `high` bound the middle 95 % of the resamples that have a value; `share` says how many have one."""

    low: float
    high: float
    share: float = 1.0


class Resampling(Value):
    """How the intervals are made: the same settings give the same intervals."""

    resamples: int = RESAMPLES
    seed: int = SEED


def draws(participants: int, how: Resampling) -> Iterator[Floats]:
    """How often each participant is drawn, some hundred resamples at a time; the same for every statistic."""
    random = np.random.default_rng(how.seed)
    for start in range(0, how.resamples, _AT_ONCE):
        rows = min(_AT_ONCE, how.resamples - start)
        drawn = random.integers(participants, size=(rows, participants))
        offset = drawn + np.arange(rows)[:, None] * participants
        yield np.bincount(offset.ravel(), minlength=rows * participants).reshape(rows, participants).astype(float)


def distribution(statistic: Statistic, participants: int, how: Resampling) -> dict[str, Floats]:
    """Every value of the statistic over all resamples."""
    parts = [statistic(weights) for weights in draws(participants, how)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def interval(values: Floats) -> Interval | None:
    """None where no resample has a value."""
    known = values[~np.isnan(values)]
    if not len(known):
        return None
    low, high = np.quantile(known, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(low=float(low), high=float(high), share=round(len(known) / len(values), 4))


def two_sided(differences: Floats) -> float | None:
    """The p-value of a difference from 0: twice the smaller share of resamples on either side of it (Efron &
    Tibshirani, 1993, section 15.4), at most 1; None without resamples. Differences of exactly 0 count on both sides.
    The sample itself counts as one more resample on either side (Davison & Hinkley, 1997, section 4.2), so that p is
    never 0."""
    known = differences[~np.isnan(differences)]
    if not len(known):
        return None
    fewer = min(int((known <= 0).sum()), int((known >= 0).sum()))
    return min(1.0, 2 * (fewer + 1) / (len(known) + 1))
