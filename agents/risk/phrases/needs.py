"""Needs: sets of words of which a text must hold one, each set a bit, so that one test asks for many sets at once."""

from functools import reduce
from operator import or_

from agents.risk.phrases.elements import Text


class Needs:
    """The sets met so far, by bit. A text's mask has the bits of all sets of which it holds a word."""

    def __init__(self) -> None:
        self._bits: dict[frozenset[str], int] = {}
        self._by_word: dict[str, int] = {}

    def bit(self, words: frozenset[str]) -> int:
        """The bit of a set, given out when it is first asked for."""
        bit = self._bits.get(words)
        if bit is None:
            bit = self._bits[words] = 1 << len(self._bits)
            for word in words:
                self._by_word[word] = self._by_word.get(word, 0) | bit
        return bit

    def mask(self, text: Text) -> int:
        """The bits of all sets that have a word in the text; worked out once, and again where sets have been added."""
        size = len(self._bits)
        if text.measured is not self or text.measure != size:
            by_word = self._by_word
            text.mask = reduce(or_, map(by_word.__getitem__, by_word.keys() & text.known), 0)
            text.measured, text.measure = self, size
        return text.mask
