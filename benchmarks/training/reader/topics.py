"""Training of the model that tells which item a reply is about: a logistic regression over hashed words and pieces."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from agents.reading.model.folding import folded
from agents.reading.model.labels import ACTS
from agents.reading.model.topics import BITS, places
from benchmarks.training.reader.example import Example

_STRENGTH: Final = 10.0
_STEPS: Final = 60
_OTHER: Final = ACTS.index("other")
_FEWEST_WORDS: Final = 3
"""Words of a reply that tells what it is about."""


def _told(known: Sequence[Example]) -> Iterator[tuple[str, int]]:
    """Each reply once with the item that it answers; 0 where it answers none, or several in the same words."""
    answered: dict[str, set[int]] = {}
    written: dict[str, str] = {}
    for one in known:
        if one.item and one.act is not None and one.act != _OTHER:
            words = folded(one.reply)
            written[words] = one.reply
            answered.setdefault(words, set()).add(0 if one.act else one.item)
    for words, told in answered.items():
        if len(told) > 1 or told == {0} or len(words.split()) >= _FEWEST_WORDS:
            yield written[words], next(iter(told)) if len(told) == 1 else 0


def train(known: Sequence[Example], path: Path) -> None:
    """Learn from the examples and write the weights as eight-bit whole numbers."""
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    rows = list(_told(known))
    found = [places(text) for text, _ in rows]
    starts = np.cumsum([0, *map(len, found)])
    cells: Any = np.concatenate([np.full(len(row), 1 / np.sqrt(max(1, len(row))), dtype=np.float32) for row in found])
    columns = np.concatenate([np.array(row, dtype=np.int32) for row in found])
    fitted = LogisticRegression(C=_STRENGTH, max_iter=_STEPS)
    fitted.fit(csr_matrix((cells, columns, starts), (len(rows), 1 << BITS)), [item for _, item in rows])
    weights = fitted.coef_.T.astype(np.float32)
    scale = float(np.abs(weights).max()) / 127
    np.savez_compressed(
        path,
        weights=np.round(weights / scale).astype(np.int8),
        scale=np.float32(scale),
        base=fitted.intercept_.astype(np.float32),
    )
