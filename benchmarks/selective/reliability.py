"""How well confidences work as probabilities."""

from typing import Final

import numpy as np

from benchmarks.selective.prediction import Floats

BINS: Final = 10


def brier(probabilities: Floats, right: Floats) -> float:
    """The mean squared distance to the outcome (Brier, 1950); 0 is best, and a constant "one half" gets 0.25. NaN
    without predictions."""
    return float(np.mean((probabilities - right) ** 2)) if len(right) else float("nan")


def ece(probabilities: Floats, right: Floats, bins: int = BINS) -> float:
    """Expected calibration error (Naeini, Cooper & Hauskrecht, 2015): over bins of equal width, the distance between
    mean probability and share of right answers, weighted by the bin's size. NaN without predictions."""
    if not len(right):
        return float("nan")
    number = np.minimum((probabilities * bins).astype(int), bins - 1)
    distances = np.abs(np.bincount(number, probabilities - right, bins))
    return float(distances.sum() / len(right))
