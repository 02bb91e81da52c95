"""Coherence: cosines of turns' vectors, all at once on one matrix."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.metrics.metric import (
    EVERYTHING,
    Curve,
    Explained,
    Measured,
    Metric,
    Plot,
    Talk,
    Unavailable,
    figure,
    short,
)
from benchmarks.metrics.models import Meters

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


def _measure(talk: Talk, meters: Meters) -> Measured | Unavailable:
    texts = [turn.text for turn in talk.turns]
    found = coherence(meters.vectors.embed(texts)) if len(texts) > 1 else None
    if found is None:
        return Unavailable(reason="there are fewer than two turns")
    count, near, windows = len(texts), len(found.adjacent), len(found.windows)
    few = "there are fewer than three turns"
    return Measured(
        figures=(
            figure("coherence.global", found.overall, f"all pairs of {count} turns", count * (count - 1) // 2),
            figure("coherence.adjacent", found.mean_adjacent, f"{near} pairs of neighbours", near),
            figure("coherence.window", found.mean_window, f"{windows} windows", windows, few),
        ),
        along=Curve(
            adjacent=short(found.adjacent),
            windows=short(found.windows),
            model=meters.vectors.name,
            digest=meters.vectors.digest,
        ),
    )


METRIC = Metric(
    key="coherence",
    title="Coherence",
    plain="How closely what is said hangs together, by the meaning of whole turns.",
    what="cosines of whole turns: all pairs, neighbours, windows of three",
    reads=EVERYTHING,
    by="bundled all-MiniLM-L6-v2, on this machine",
    figures=(
        Explained(
            key="coherence.global",
            title="Global coherence",
            better="neither",
            low=-1.0,
            high=1.0,
            plain=(
                "How near any two turns of the conversation are to each other. A screening changes its "
                "subject 13 times: it will not be near 1."
            ),
            formula="mean of cos(v_i, v_j) over all pairs of turns i < j, where v_i is the vector of turn i",
            source=(
                "Ozgun et al. 2025 (arXiv 2508.11398); sentence vectors after Reimers and Gurevych 2019, "
                "model all-MiniLM-L6-v2"
            ),
        ),
        Explained(
            key="coherence.adjacent",
            title="Adjacent coherence",
            low=-1.0,
            high=1.0,
            plain="How near each turn is to the next: a reply to its question, a question to the reply before.",
            formula="mean over i of cos(v_i, v_i+1)",
            source=(
                "Foltz, Kintsch and Landauer 1998 (coherence by cosine of neighbouring texts), with sentence vectors"
            ),
        ),
        Explained(
            key="coherence.window",
            title="Coherence in windows of three",
            low=-1.0,
            high=1.0,
            plain="How near any two of three turns in a row are to each other.",
            formula="mean over windows of 3 turns of the mean cosine of the 3 pairs in it",
            source="As adjacent coherence, over windows of three turns",
        ),
    ),
    measure=_measure,
    plot=Plot(-0.2, 1.0, "Cosine of each turn with the next, in order"),
    slow=True,
    place=10,
)
