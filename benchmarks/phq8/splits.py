"""Reproducible splits of labelled participants: seeded, and similar in severity."""

import random
from collections.abc import Mapping
from typing import Final

from benchmarks.phq8.labels import Gold

NAMES: Final = ("train", "dev", "test")
SHARES: Final = (0.41, 0.30, 0.29)
"""About 58, 43 and 41 of the 142 labelled participants of DAIC-WOZ."""
SEED: Final = 42


def assigned(labels: Mapping[str, Gold], seed: int = SEED) -> dict[str, str]:
    """A split for each participant. They are ordered by their summed score, and assigned in that order to whichever
    split is furthest behind its share; ties are shuffled by the seed."""
    generator = random.Random(seed)  # noqa: S311  # a split need not be secret
    order = sorted(labels)
    generator.shuffle(order)
    order.sort(key=lambda name: sum(score or 0 for score in labels[name].values()))
    counts = dict.fromkeys(NAMES, 0)
    found: dict[str, str] = {}
    for done, name in enumerate(order, start=1):
        behind = {split: share * done - counts[split] for split, share in zip(NAMES, SHARES, strict=True)}
        chosen = max(NAMES, key=lambda split: behind[split])
        counts[chosen] += 1
        found[name] = chosen
    return found
