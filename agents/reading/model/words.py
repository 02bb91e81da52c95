"""The words model: three linear models over words and pieces of words, beside the encoder or, without it, alone.

Features are hashed (CRC-32) into a table: words in ones, twos and threes, letters in threes to fives within words, and
words with the item that was asked. Weights are eight-bit whole numbers with one scale a table. How urgent a Spanish
text is, a model of Spanish alone tells.
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
SPANISH_BITS: Final = {"tier": 16}
"""The same of the Spanish model."""
CLASSES: Final = {"tier": 4, "act": 14, "outcome": 10}
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)?|[^\w\s]")
_MOST: Final = 220
"""Words that are weighed of one text."""
_SPANISH: Final = """
al algo asi aunque bien cada casi como con cosas cuando cuenta de del desde dia dias dormir el ella en entonces era es
eso esta estaba estan estas este esto estos estoy gente hace hasta hay la las le les lo los mas mi mis mucho muchas
muchos muy nada nadie ni noche noches nunca otra para pero por porque pues puedo que quiero se ser si siempre siento
sino sobre solo su sus tambien tan tengo tiene toda todas todo todos trabajo tu un una uno usted va veces vez vida
voy ya yo
"""
_ENGLISH: Final = """
about all am and any are at be been but can day days do don't every feel for from get had have i i'm if in is it it's
just like much my never not of on or really so some that that's the them then there they this time to was week what when
with you
"""
"""Common words of a language, folded, that are none of the other's."""
_LEANS: Final = dict.fromkeys(_SPANISH.split(), 1) | dict.fromkeys(_ENGLISH.split(), -1)


def _grams(words: Sequence[str]) -> Iterator[str]:
    padded = ["<", *words, ">"]
    for size in (1, 2, 3):
        yield from (" ".join(padded[i : i + size]) for i in range(len(padded) - size + 1))


def _pieces(words: Sequence[str]) -> Iterator[str]:
    for word in set(words):
        framed = f"<{word[:24]}>"
        for size in (3, 4, 5):
            yield from (f"#{framed[i : i + size]}" for i in range(len(framed) - size + 1))


def spanish(question: str, reply: str) -> bool:
    """Whether a reply is Spanish by its common words or, where it has none, by those of its question; both folded."""
    for text in (reply, question):
        told = sum(_LEANS.get(word, 0) for word in _WORD.findall(text)[:_MOST])
        if told:
            return told > 0
    return False


def all_spanish(reply: str) -> bool:
    """Whether a reply, folded, has common words of Spanish and none of English: others are read by both models."""
    told = {_LEANS.get(word, 0) for word in _WORD.findall(reply)[:_MOST]}
    return 1 in told and -1 not in told


def features(head: str, question: str, reply: str, item: int | None, size: int) -> list[int]:
    """The places of a reply's features in the table of a head, of `size` rows; `question` and `reply` are folded."""
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
    return sorted({crc32(name.encode()) % size for name in names})


def softmax(logits: Row) -> Row:
    """Shares that add up to 1 over the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Row = raised / raised.sum(axis=-1, keepdims=True)
    return shares


class WordsModel:
    """The linear models of one file."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as held:
            self._weights = {head: held[head] for head in BITS if head in held}
            self._scales = {head: float(held[f"{head}_scale"]) for head in self._weights}
            self._base: dict[str, Row] = {head: held[f"{head}_base"] for head in self._weights}

    def shares(self, head: str, question: str, reply: str, item: int | None) -> Row:
        """How likely each class of a head is: `tier` (4), `act` (14), `outcome` (10: score times two, plus one
        where how often is still to be asked)."""
        places = features(head, question, reply, item, len(self._weights[head]))
        total = self._weights[head][places].sum(axis=0, dtype=np.int32)
        return softmax(self._base[head] + total.astype(np.float32) * np.float32(self._scales[head]))
