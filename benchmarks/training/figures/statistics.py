"""The figures of agreement and calibration. A figure over nothing is None, never 0."""

import math
from collections.abc import Iterable, Sequence

from agents.domain.value import Value

BINS = 10


class Bin(Value):
    """The statements whose confidence lies in one tenth of the scale: how sure they were, and how often right."""

    low: float
    n: int
    confidence: float
    right: float


class Calibration(Value):
    """Expected calibration error (Naeini et al., 2015) over ten bins of equal width, and the Brier score; 0 is best."""

    n: int
    ece: float | None
    brier: float | None
    bins: tuple[Bin, ...]


def share(hits: Iterable[bool]) -> float | None:
    """How many of the hits are true, 0-1."""
    counted = list(hits)
    return sum(counted) / len(counted) if counted else None


def f1(true: int, spurious: int, missed: int) -> float | None:
    """The harmonic mean of precision and recall from counts."""
    total = 2 * true + spurious + missed
    return 2 * true / total if total else None


def qwk(pairs: Sequence[tuple[int, int]], classes: int = 5) -> float | None:
    """Cohen's kappa with quadratic weights (Cohen, 1968); 1 where neither side varies and both agree."""
    if not pairs:
        return None
    seen = sum((a - b) ** 2 for a, b in pairs)
    first = [sum(a == c for a, _ in pairs) for c in range(classes)]
    second = [sum(b == c for _, b in pairs) for c in range(classes)]
    chance = sum((a - b) ** 2 * first[a] * second[b] for a in range(classes) for b in range(classes)) / len(pairs)
    return 1 - seen / chance if chance else 1.0


def spearman(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Rank correlation, ties at their mean rank. None where one side does not vary."""
    left, right = _ranks([a for a, _ in pairs]), _ranks([b for _, b in pairs])
    middle = (len(pairs) + 1) / 2
    both = sum((a - middle) * (b - middle) for a, b in zip(left, right, strict=True))
    spread = math.sqrt(sum((a - middle) ** 2 for a in left) * sum((b - middle) ** 2 for b in right))
    return both / spread if spread else None


def _ranks(values: Sequence[float]) -> list[float]:
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values), 1):
        places.setdefault(value, []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]


def wilson(hits: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of a share (Wilson, 1927), 95% by default; the whole scale where nothing was counted."""
    if not n:
        return 0.0, 1.0
    share, d = hits / n, 1 + z * z / n
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, (share + z * z / (2 * n) - half) / d), min(1.0, (share + z * z / (2 * n) + half) / d)


def calibration(stated: Sequence[tuple[float, bool]]) -> Calibration:
    """How well confidences 0-1 match how often they were right."""
    tenths: dict[int, list[tuple[float, bool]]] = {}
    for confidence, right in stated:
        tenths.setdefault(min(BINS - 1, int(confidence * BINS)), []).append((confidence, right))
    bins = tuple(_bin(number, members) for number, members in sorted(tenths.items()))
    n = len(stated)
    return Calibration(
        n=n,
        ece=sum(abs(b.right - b.confidence) * b.n for b in bins) / n if n else None,
        brier=sum((confidence - right) ** 2 for confidence, right in stated) / n if n else None,
        bins=bins,
    )


def _bin(number: int, members: Sequence[tuple[float, bool]]) -> Bin:
    n = len(members)
    return Bin(
        low=number / BINS,
        n=n,
        confidence=sum(confidence for confidence, _ in members) / n,
        right=sum(right for _, right in members) / n,
    )
