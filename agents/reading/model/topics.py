"""Which of the 23 items a reply tells of, if any, whatever was asked: one linear model over words and pieces of words.

It sees no question, so it can tell the answer to another item from one to the item that was asked. Features are those
of the words model (words.py) in a smaller table, each reply's adding up to a length of 1; weights are eight-bit whole
numbers with one scale.
"""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from agents.reading.document import document
from agents.reading.model.folding import folded
from agents.reading.model.words import features
from agents.reading.stance import Lead

BITS: Final = 14
"""The size of the table: two to this power."""
_PLAINLY: Final = 4.5
"""How much more a reply has to tell of something else than of the item asked. Of the 845 answers in `limits`
(benchmarks/training/data/held_out.toml) two are refused by it alone."""
_ANSWERS: Final = 0.98
"""A reply that is likelier than this an answer is one, whatever it tells of; so is a yes or a no."""
_FEWEST: Final = 5
"""Words beside those of how often in a reply that tells what it is about; `_LONG` of them of as many letters at least
("not on any of the days" tells of nothing)."""
_LONG: Final = 2
_LETTERS: Final = 4
_LONE: Final = re.compile("[\ud800-\udfff]")
"""Halves of a character, which no encoding can write."""
_FILE: Final = Path(__file__).parent / "artefacts" / "topics.npz"


def places(reply: str) -> list[int]:
    """The places of a reply's features in the table."""
    return features("tier", "", folded(_LONE.sub("", reply)), None, 1 << BITS)


class Topics:
    """The model of `topics.npz`."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as held:
            self._weights: NDArray[np.int8] = held["weights"]
            self._scale = float(held["scale"])
            self._base: NDArray[np.float32] = held["base"]

    def weights(self, reply: str) -> tuple[float, ...]:
        """How strongly a reply tells of none of the items, and of each in the order of the form: logits, of which only
        differences mean something."""
        found = places(reply)
        total = self._weights[found].sum(axis=0, dtype=np.int32).astype(np.float32)
        told = self._base + total * np.float32(self._scale / max(1.0, np.sqrt(len(found))))
        return tuple(map(float, told))


@cache
def _topics() -> Topics:
    return Topics(_FILE)


@lru_cache(maxsize=512)
def rival(reply: str, item: int) -> tuple[int, float]:
    """What a reply tells of most but the item asked, another item or 0 for none of the form, and by how much more
    (a logit; below 0 where it tells more of the item asked)."""
    told = _topics().weights(reply)
    other = max((one for one in range(len(told)) if one != item), key=told.__getitem__)
    return other, told[other] - told[item]


def elsewhere(reply: str, item: int, answers: float) -> int | None:
    """What a reply plainly tells of instead of the item asked: another item, 0 for none of the form; None where it
    may well tell of the one asked. `answers`: how likely the learnt reader takes it for an answer, 0-1."""
    told = document(reply)
    if answers >= _ANSWERS or told.lead is not Lead.NOTHING or not _telling(told.beside):
        return None
    other, more = rival(reply, item)
    return other if more >= _PLAINLY else None


def _telling(words: tuple[str, ...]) -> bool:
    return len(words) >= _FEWEST and sum(len(word) >= _LETTERS for word in words) >= _LONG
