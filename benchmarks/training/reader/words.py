"""Training of the words model: one logistic regression for each head over hashed words and pieces of words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from agents.reading.model.folding import folded
from agents.reading.model.gloss import asked, glossed
from agents.reading.model.words import CLASSES, features
from benchmarks.training.reader.example import Example
from benchmarks.training.reader.examples import varied

_STRENGTH: Final = {"tier": 2.0, "act": 2.0, "outcome": 0.5}
_STEPS: Final = 60
_NEVER: Final = -20.0
"""The base of a class that no example has."""


def _told(head: str, one: Example) -> int | None:
    """The class of an example for a head; None where nobody says."""
    if head == "tier":
        return None if one.tier is None else int(np.argmax(one.tier))
    if head == "act":
        return one.act
    if one.scores is None or one.asks is None:
        return None
    return 2 * int(np.argmax(one.scores)) + one.asks


def both_ways(known: Sequence[Example]) -> list[Example]:
    """Spanish examples as they are written and once more in English words, as they are read."""
    return [*known, *map(_in_english, known)]


def _in_english(one: Example) -> Example:
    return replace(one, question=asked(folded(one.question)), reply=glossed(folded(one.reply)))


def train(known: Sequence[Example], path: Path, seed: int, bits: Mapping[str, int]) -> None:
    """Learn a model for each head, in a table of two to the power of `bits` rows, and write them as eight-bit whole
    numbers."""
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    held: dict[str, Any] = {}
    shown = varied(known, Random(seed))
    for head, power in bits.items():
        size = 1 << power
        rows = [(one, told) for one in shown if (told := _told(head, one)) is not None]
        places = [features(head, folded(one.question), folded(one.reply), one.item, size) for one, _ in rows]
        starts = np.cumsum([0, *map(len, places)])
        columns = np.concatenate([np.array(row, dtype=np.int32) for row in places])
        cells = csr_matrix((np.ones(len(columns), dtype=np.float32), columns, starts), (len(rows), size))
        fitted = LogisticRegression(C=_STRENGTH[head], max_iter=_STEPS)
        fitted.fit(cells, [told for _, told in rows], sample_weight=[one.weight for one, _ in rows])
        weights = np.zeros((size, CLASSES[head]), dtype=np.float32)
        weights[:, fitted.classes_] = fitted.coef_.T
        base = np.full(CLASSES[head], _NEVER, dtype=np.float32)
        base[fitted.classes_] = fitted.intercept_
        scale = float(np.quantile(np.abs(weights[weights != 0]), 0.9999)) / 127
        held[head] = np.clip(np.round(weights / scale), -127, 127).astype(np.int8)
        held[f"{head}_scale"] = np.float32(scale)
        held[f"{head}_base"] = base
    np.savez_compressed(path, **held)
