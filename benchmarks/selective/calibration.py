"""Maps a confidence to the probability that the score is exactly right, learned on labelled answers.

Temperature (Guo et al., On calibration of modern neural networks, 2017) and Platt's sigmoid (Platt, 1999; targets and
Newton steps after Lin, Lin & Weng, 2007) are strictly increasing (Platt where its slope is positive): they leave the
order of the answers, and so every area, unchanged. Isotonic regression (Zadrozny & Elkan, 2002) may make different
confidences equal.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from agents.errors import CorrectInput
from benchmarks.selective.prediction import Floats

METHODS: Final = ("temperature", "platt", "isotonic")
_EDGE: Final = 1e-6
_STEPS: Final = 100
_HOTTEST: Final = 5.0
"""The temperature is sought between exp(-5) and exp(5)."""


class Calibrator(Protocol):
    """A learned map from confidence to probability."""

    def __call__(self, confidences: Floats) -> Floats:
        """Probabilities, in the order of the confidences."""
        ...


def fitted(method: str, confidences: Floats, right: Floats) -> Calibrator:
    """Learn from confidences (0 to 1) and their outcomes (1 right, 0 wrong). Raises CorrectInput for an unknown method,
    for no data, and for confidences outside 0 to 1."""
    if not len(confidences):
        raise CorrectInput("there is no answer to calibrate on")
    if confidences.min() < 0 or confidences.max() > 1:
        raise CorrectInput("calibration needs confidences from 0 to 1")
    match method:
        case "temperature":
            return temperature(confidences, right)
        case "platt":
            return platt(confidences, right)
        case "isotonic":
            return isotonic(confidences, right)
    raise CorrectInput(f"calibration by {method!r}: choose one of {', '.join(METHODS)}")


@dataclass(frozen=True, slots=True)
class Sigmoid:
    """probability = 1 / (1 + exp(-(slope x logit(confidence) + shift)))."""

    slope: float
    shift: float = 0.0

    def __call__(self, confidences: Floats) -> Floats:
        """See `Calibrator`."""
        return _sigmoid(self.slope * _logit(confidences) + self.shift)


@dataclass(frozen=True)
class Steps:
    """Probabilities at known confidences; straight lines between them, flat beyond them."""

    at: Floats
    heights: Floats

    def __call__(self, confidences: Floats) -> Floats:
        """See `Calibrator`."""
        return np.asarray(np.interp(confidences, self.at, self.heights))


def temperature(confidences: Floats, right: Floats) -> Sigmoid:
    """The temperature of maximum likelihood, by golden section; the slope is its inverse."""
    logits = _logit(confidences)

    def loss(heat: float) -> float:
        return _log_loss(logits / np.exp(heat), right)

    low, high, ratio = -_HOTTEST, _HOTTEST, (np.sqrt(5) - 1) / 2
    for _ in range(_STEPS):
        one, two = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, two) if loss(one) <= loss(two) else (one, high)
    return Sigmoid(float(np.exp(-(low + high) / 2)))


def platt(confidences: Floats, right: Floats) -> Sigmoid:
    """Slope and shift of maximum likelihood, for targets moved in from 0 and 1 as if one more of each had been seen."""
    logits = _logit(confidences)
    good = right.sum()
    targets = np.where(right > 0, (good + 1) / (good + 2), 1 / (len(right) - good + 2))
    design = np.stack([logits, np.ones_like(logits)], axis=1)
    found = np.array([0.0, np.log((good + 1) / (len(right) - good + 1))])
    for _ in range(_STEPS):
        guess = _sigmoid(design @ found)
        gradient = design.T @ (guess - targets)
        if np.abs(gradient).max() < 1e-9:
            break
        curvature = (design * (guess * (1 - guess))[:, None]).T @ design + 1e-12 * np.eye(2)
        found = _downhill(design, targets, found, np.linalg.solve(curvature, gradient))
    return Sigmoid(float(found[0]), float(found[1]))


def isotonic(confidences: Floats, right: Floats) -> Steps:
    """The rising steps closest to the outcomes in least squares, by pooling adjacent violators (Ayer et al., 1955);
    equal confidences are pooled first."""
    at, where = np.unique(confidences, return_inverse=True)
    pools: list[tuple[float, float, int]] = []
    counts, sums = np.bincount(where), np.bincount(where, right)
    for summed, count in zip(sums.tolist(), counts.tolist(), strict=True):
        pools.append((summed, float(count), 1))
        while len(pools) > 1 and pools[-2][0] * pools[-1][1] >= pools[-1][0] * pools[-2][1]:
            last, before = pools.pop(), pools.pop()
            pools.append((before[0] + last[0], before[1] + last[1], before[2] + last[2]))
    return Steps(at, np.repeat([s / c for s, c, _ in pools], [n for _, _, n in pools]))


def _downhill(design: Floats, targets: Floats, start: Floats, step: Floats) -> Floats:
    """The step, halved until it improves the likelihood."""
    before = _log_loss(design @ start, targets)
    for _ in range(30):
        if _log_loss(design @ (start - step), targets) <= before:
            return np.asarray(start - step)
        step = step / 2
    return start


def _logit(confidences: Floats) -> Floats:
    clipped = np.clip(confidences, _EDGE, 1 - _EDGE)
    return np.asarray(np.log(clipped / (1 - clipped)))


def _sigmoid(values: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -700, 700))))


def _log_loss(logits: Floats, targets: Floats) -> float:
    return float(np.mean(np.logaddexp(0, logits) - targets * logits))
