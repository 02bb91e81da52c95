"""Figures over many conversations, with bootstrap intervals (Efron, 1979). A figure over nothing is None, never 0."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from agents.domain.value import Value

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

RESAMPLES: Final = 1_000
SEED: Final = 20_250_522
LEVEL: Final = 0.95


class Interval(Value):
    """A figure with its percentile bootstrap interval (95%) over `n` conversations. `value` None: nothing to count."""

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0


def mean(values: Sequence[float], resamples: int = RESAMPLES) -> Interval:
    """The mean of numbers."""
    import numpy as np

    if not values:
        return Interval(value=None)
    given = np.asarray(values, dtype=np.float64)
    drawn = given[_draws(len(given), resamples)].mean(axis=1)
    return _interval(float(given.mean()), drawn.tolist(), len(given))


def of_pairs(
    pairs: Sequence[tuple[str, str]],
    figure: Callable[[Sequence[tuple[str, str]]], float | None],
    resamples: int = RESAMPLES,
) -> Interval:
    """Any figure over pairs of true and stated label."""
    value = figure(pairs) if pairs else None
    if value is None:
        return Interval(value=None, n=len(pairs))
    drawn = (figure([pairs[place] for place in places]) for places in _draws(len(pairs), resamples).tolist())
    return _interval(value, [one for one in drawn if one is not None], len(pairs))


def macro_f1(pairs: Sequence[tuple[str, str]]) -> float | None:
    """The mean F1 over the labels that occur among the true ones. None without any."""
    labels = {true for true, _ in pairs}
    if not labels:
        return None
    told: dict[str, list[int]] = {label: [0, 0, 0] for label in labels}
    for true, said in pairs:
        if true == said:
            told[true][0] += 1
            continue
        told[true][1] += 1
        if said in told:
            told[said][2] += 1
    return sum(2 * hit / (2 * hit + missed + spurious) for hit, missed, spurious in told.values()) / len(labels)


def f1_of_yes(pairs: Sequence[tuple[str, str]]) -> float | None:
    """F1 of the answer "yes". None where "yes" is neither true nor stated anywhere."""
    hit, missed, spurious = (pairs.count(pair) for pair in (("yes", "yes"), ("yes", "no"), ("no", "yes")))
    either = 2 * hit + missed + spurious
    return 2 * hit / either if either else None


def _draws(n: int, resamples: int) -> "NDArray[int64]":
    import numpy as np

    return np.random.default_rng(SEED).integers(0, n, size=(resamples, n))


def _interval(value: float, drawn: list[float], n: int) -> Interval:
    ordered = sorted(drawn)
    tail = (1 - LEVEL) / 2
    low, high = ordered[int(tail * (len(ordered) - 1))], ordered[round((1 - tail) * (len(ordered) - 1))]
    return Interval(value=value, low=low, high=high, n=n)
