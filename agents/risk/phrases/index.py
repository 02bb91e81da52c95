"""The index: from the words of a sentence to the phrases that could match in it, for all rules and acts at once."""

from collections.abc import Iterable
from functools import reduce
from itertools import repeat
from operator import or_
from typing import Final, Generic, TypeVar

from agents.risk.phrases.elements import Text
from agents.risk.phrases.patterns import Bank, Phrase

Owner = TypeVar("Owner")
_ROWS: Final = 4  # the rarest sets of words that a phrase needs tell nearly all that there is to tell


class Index(Generic[Owner]):
    """Every phrase with its owner. A word's bits say which phrases it serves: in as many rows of one bit a phrase as
    there are sets of words that a phrase can need. A phrase whose bit is set in every row could match."""

    def __init__(self, owners: Iterable[tuple[Owner, Bank]]) -> None:
        self._entries = [(owner, phrase) for owner, bank in owners for phrase in bank.phrases]
        self._size = len(self._entries)
        self._unneeded = 0
        served: dict[frozenset[str], int] = {}
        for n, (_, phrase) in enumerate(self._entries):
            for row in range(_ROWS):
                bit = 1 << row * self._size + n
                if row < len(phrase.needs):
                    served[phrase.needs[row]] = served.get(phrase.needs[row], 0) | bit
                else:
                    self._unneeded |= bit
        self._bits: dict[str, int] = {}
        for words, bits in served.items():
            for word in words:
                self._bits[word] = self._bits.get(word, 0) | bits

    def calls(self, text: Text) -> int:
        """The phrases that could match in a text, one bit each; 0 for none."""
        bits = reduce(or_, map(self._bits.get, text.known, repeat(0)), self._unneeded)
        bits &= bits >> 2 * self._size
        return bits & bits >> self._size & (1 << self._size) - 1

    def called(self, text: Text) -> dict[Owner, list[Phrase]]:
        """The phrases that could match in a text, by owner, in the order of the rules."""
        found: dict[Owner, list[Phrase]] = {}
        bits = self.calls(text)
        while bits:
            n = (bits & -bits).bit_length() - 1
            owner, phrase = self._entries[n]
            found.setdefault(owner, []).append(phrase)
            bits &= bits - 1
        return found
