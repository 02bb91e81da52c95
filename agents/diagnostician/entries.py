"""Every pattern of every feature, each a bit: which of them the words of a sentence could make."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Final

from agents.diagnostician.knowledge import Feature, knowledge
from agents.diagnostician.language import Pattern, Slot, for_items, parse

_LONGEST_BEGINNING: Final = 24


@dataclass(frozen=True, slots=True)
class Entry:
    """One pattern of one feature; with `only` it holds in answers to these items alone."""

    key: str
    feature: Feature
    pattern: Pattern
    only: frozenset[int]

    def counts_in(self, item: int | None) -> bool:
        """Whether the pattern counts in an answer to this item."""
        return (not self.only or item in self.only) and item not in self.feature.outside


class _Served(dict[str, int]):
    """The bits of each word met so far, in three rows: the patterns that begin with it, and those of which it is the
    second or the last word."""

    _MOST_KEPT = 65_536

    def __init__(self, begun: dict[str, int], further: dict[str, int]) -> None:
        super().__init__()
        self._begun = begun
        self._further = further

    def __missing__(self, word: str) -> int:
        bits = self._begun.get(word, 0) | self._further.get(word, 0)
        for n in range(2, min(len(word), _LONGEST_BEGINNING) + 1):
            bits |= self._begun.get(word[:n] + "*", 0)
        if len(self) < self._MOST_KEPT:
            self[word] = bits
        return bits


class Entries:
    """All patterns, in the order in which those are tried that begin with the same word: where the next word is open
    before where it is fixed, whole words before beginnings, short beginnings before long ones."""

    def __init__(self, listed: Sequence[Entry]) -> None:
        ranked = [
            ((_fixed(entry.pattern), len(start) if start[-1] == "*" else 0, n), start)
            for n, entry in enumerate(listed)
            for start in _starts(entry.pattern[0])
        ]
        order = sorted({rank for rank, _ in ranked})
        numbers = {rank: number for number, rank in enumerate(order)}
        begun: dict[str, int] = {}
        for rank, start in ranked:
            begun[start] = begun.get(start, 0) | 1 << numbers[rank]
        self._entries = [listed[n] for _, _, n in order]
        self._size = len(order)
        self._open = 0
        further: dict[str, int] = {}
        for row, place in ((1, 1), (2, -1)):
            for number, entry in enumerate(self._entries):
                bit = 1 << row * self._size + number
                slot = entry.pattern[place] if len(entry.pattern) > 1 else None
                if slot is None or slot.optional or slot.prefixes:
                    self._open |= bit
                else:
                    for word in slot.exact:
                        further[word] = further.get(word, 0) | bit
        self._counting: dict[int | None, int] = {}
        self.served: Final = _Served(begun, further)

    def called(self, words: Iterable[str], item: int | None) -> int:
        """The patterns that these words could make in an answer to this item, one bit each."""
        served = self.served
        bits = reduce(or_, map(served.__getitem__, words), self._open)
        return bits & bits >> self._size & bits >> 2 * self._size & self._counted(item)

    def named(self, bits: int) -> Iterator[Entry]:
        """The patterns of these bits, in order."""
        while bits:
            yield self._entries[(bits & -bits).bit_length() - 1]
            bits &= bits - 1

    def _counted(self, item: int | None) -> int:
        """The patterns that count in an answer to this item."""
        if item not in self._counting:
            self._counting[item] = sum(1 << n for n, entry in enumerate(self._entries) if entry.counts_in(item))
        return self._counting[item]


def _starts(slot: Slot) -> Iterator[str]:
    """The words that a slot can be, and the beginnings, with a star."""
    yield from slot.exact
    yield from (prefix + "*" for prefix in slot.prefixes)


def _fixed(pattern: Pattern) -> bool:
    """Whether the word after the first is one of a few."""
    second = pattern[1] if len(pattern) > 1 else None
    return second is not None and not (second.optional or second.gap_before or second.prefixes)


@cache
def entries() -> Entries:
    """Every pattern of every feature."""
    known = knowledge()
    listed: list[Entry] = []
    for key, feature in known.features.items():
        for text in feature.patterns:
            only, row = for_items(text.format_map(known.words))
            listed.append(Entry(key, feature, parse(row), only or frozenset(feature.only)))
    return Entries(listed)
