"""The words model: three linear models over words and pieces of words, beside the encoder or, without it, alone.

Features are hashed (CRC-32) into a table: words in ones, twos and threes, letters in threes to fives within words, and
words with the item that was asked. Weights are eight-bit whole numbers with one scale a table.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float32]
BITS: Final = {"tier": 17, "act": 16, "outcome": 16}
"""The size of each table: two to this power."""
CLASSES: Final = {"tier": 4, "act": 14, "outcome": 10}
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)?|[^\w\s]")
_MOST: Final = 220
"""Words that are weighed of one text."""


def _grams(words: Sequence[str]) -> Iterator[str]:
    padded = ["<", *words, ">"]
    for size in (1, 2, 3):
        yield from (" ".join(padded[i : i + size]) for i in range(len(padded) - size + 1))


def _pieces(words: Sequence[str]) -> Iterator[str]:
    for word in set(words):
        framed = f"<{word[:24]}>"
        for size in (3, 4, 5):
            yield from (f"#{framed[i : i + size]}" for i in range(len(framed) - size + 1))


def features(head: str, question: str, reply: str, item: int | None) -> list[int]:
    """The places of a reply's features in the table of a head; `question` and `reply` are folded."""
    words = _WORD.findall(reply)[:_MOST]
    names = {*_grams(words), *_pieces(words)}
    if question:
        asked = set(_WORD.findall(question))
        names |= {f"?{word}" for word in asked}
        if len(words) <= 4:
            names |= {f"?{word}|{' '.join(words)}" for word in asked}
    if head != "tier":
        names |= {f"@{item}:{word}" for word in words} | {f"@{item}"}
    if head == "act":
        names.add(f"={min(12, len(words))}")
    size = 1 << BITS[head]
    return sorted({crc32(name.encode()) % size for name in names})


def softmax(logits: Row) -> Row:
    """Shares that add up to 1 over the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Row = raised / raised.sum(axis=-1, keepdims=True)
    return shares


class WordsModel:
    """The three linear models of `words.npz`."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as held:
            self._weights = {head: held[head] for head in BITS}
            self._scales = {head: float(held[f"{head}_scale"]) for head in BITS}
            self._base: dict[str, Row] = {head: held[f"{head}_base"] for head in BITS}

    def shares(self, head: str, question: str, reply: str, item: int | None) -> Row:
        """How likely each class of a head is: `tier` (4), `act` (14), `outcome` (10: score times two, plus one
        where how often is still to be asked)."""
        places = features(head, question, reply, item)
        total = self._weights[head][places].sum(axis=0, dtype=np.int32)
        return softmax(self._base[head] + total.astype(np.float32) * np.float32(self._scales[head]))
