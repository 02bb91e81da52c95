"""Coherence: cosines of turns' vectors, all at once on one matrix."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WINDOW: Final = 3


@dataclass(frozen=True, slots=True)
class Coherence:
    """Means of cosines: over all pairs, over neighbours, over the windows; and the single ones in order."""

    overall: float
    adjacent: tuple[float, ...]
    windows: tuple[float, ...]

    @property
    def mean_adjacent(self) -> float:
        """The mean over neighbours."""
        return sum(self.adjacent) / len(self.adjacent)

    @property
    def mean_window(self) -> float | None:
        """The mean over windows, None where there is none."""
        return sum(self.windows) / len(self.windows) if self.windows else None


def coherence(vectors: Sequence[Sequence[float]], window: int = WINDOW) -> Coherence | None:
    """Coherence of turns by their vectors, of any length but 0. None with fewer than two of them.

    The mean over all pairs comes from the length of the vectors' sum: |sum v|^2 = n + 2 sum of the pairs' cosines."""
    import numpy as np

    if len(vectors) < 2:
        return None
    unit = np.asarray(vectors, dtype=np.float64)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    count = len(unit)
    whole = unit.sum(axis=0)
    overall = (whole @ whole - count) / (count * (count - 1))
    # band[d] holds the cosines of turns that are d + 1 apart
    band = [np.einsum("ij,ij->i", unit[:-gap], unit[gap:]) for gap in range(1, min(window, count))]
    spans = max(0, count - window + 1)
    pairs = window * (window - 1) // 2
    within = np.zeros(spans)
    for gap, cosines in enumerate(band, 1) if spans else ():
        within += np.convolve(cosines, np.ones(window - gap), "valid")
    return Coherence(float(overall), tuple(band[0].tolist()), tuple((within / pairs).tolist()))
