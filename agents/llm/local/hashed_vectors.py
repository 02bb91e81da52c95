"""Deterministic vectors for texts, made from hashed words: texts that share words are close to each other."""

import hashlib
import math
import re
from typing import Final

DIMENSIONS: Final = 1536
_WORD: Final = re.compile(r"\w+")


def vector(text: str, dimensions: int = DIMENSIONS) -> list[float]:
    """A vector of length 1; for a text without words the first axis."""
    found = [0.0] * dimensions
    for word in _WORD.findall(text.lower()):
        digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
        number = int.from_bytes(digest, "big")
        found[number % dimensions] += 1.0 if number >> 63 else -1.0
    length = math.sqrt(sum(part * part for part in found))
    if length == 0:
        return [1.0, *[0.0] * (dimensions - 1)]
    return [part / length for part in found]
