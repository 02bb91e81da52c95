"""How common words are in the library, and which of a question's words are looked for."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

MOST_POSTINGS: Final = 300
"""Passages that a search by words may rank. The rarest words come first; a word that stands in more passages than are
left is passed over. Where even the rarest stands in more, the rarest are looked for together."""
MOST_WORDS: Final = 24
"""Words of a text that may be looked for."""
TOGETHER: Final = 3
"""Words looked for together where none is rare enough by itself."""


class WordFrequencies(NamedTuple):
    """In how many passages each word `stands`; and in how many of the `total` passages that speak of signs it is
    `said`, for a word in none of those in how many of all. What a word tells goes by the latter: a differential
    diagnosis names every neighbour, which makes no name less telling."""

    stands: Mapping[str, int]
    said: Mapping[str, int]
    total: int

    def telling(self, asked: Iterable[str], most: int = MOST_POSTINGS) -> dict[tuple[str, ...], float]:
        """The rarest words that together stand in at most so many passages, each by itself, with what each tells; the
        three rarest as one key where every word stands in more. Of two that are as rare, the one asked first."""
        rarest = sorted((word for word in asked if word in self.said), key=lambda word: self.said[word])[:MOST_WORDS]
        if rarest and all(self.stands[word] > most for word in rarest):
            return self.together(rarest[:TOGETHER])
        chosen: list[str] = []
        for word in rarest:
            if sum(self.stands[one] for one in chosen) + self.stands[word] <= most:
                chosen.append(word)
        return {(word,): self.tells(word) for word in chosen}

    def together(self, words: Sequence[str]) -> dict[tuple[str, ...], float]:
        """Words as one key, which tells what the rarest of them does."""
        return {tuple(words): self.tells(words[0])}

    def tells(self, word: str) -> float:
        """The logarithm of how rare it is, as BM25 has it."""
        count = self.said[word]
        return math.log(1 + (max(self.total, count) - count + 0.5) / (count + 0.5))


def joined(all_words: Iterable[WordFrequencies]) -> WordFrequencies:
    """Of several editions."""
    stands, said, total = Counter[str](), Counter[str](), 0
    for words in all_words:
        stands.update(words.stands)
        said.update(words.said)
        total += words.total
    return WordFrequencies(stands, said, total)
