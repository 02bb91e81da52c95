"""How common words are in the library, and which of a question's words are searched for."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

MOST_POSTINGS: Final = 300
"""The most passages that a search by words may rank. The rarest words come first; a word in more passages than are left
is skipped. Where even the rarest word is in more, the rarest words are searched for together."""
MOST_WORDS: Final = 24
"""The most words of a text that are searched for."""
TOGETHER: Final = 3
"""The number of words searched for together where none is rare enough by itself."""


class WordFrequencies(NamedTuple):
    """`stands` counts the passages that contain each word. `said` counts those of the `total` passages about signs that
    contain it, or, for a word in none of these, the passages of any kind. A word's weight goes by `said`: a
    differential diagnosis names every similar disorder, which makes no name less informative."""

    stands: Mapping[str, int]
    said: Mapping[str, int]
    total: int

    def telling(self, asked: Iterable[str], most: int = MOST_POSTINGS) -> dict[tuple[str, ...], float]:
        """The rarest words that are together in at most `most` passages, each as its own key with its weight; the three
        rarest as one key where every word is in more. Of two equally rare words, the first in the question."""
        rarest = sorted((word for word in asked if word in self.said), key=lambda word: self.said[word])[:MOST_WORDS]
        if rarest and all(self.stands[word] > most for word in rarest):
            return self.together(rarest[:TOGETHER])
        chosen: list[str] = []
        for word in rarest:
            if sum(self.stands[one] for one in chosen) + self.stands[word] <= most:
                chosen.append(word)
        return {(word,): self.tells(word) for word in chosen}

    def together(self, words: Sequence[str]) -> dict[tuple[str, ...], float]:
        """Words as one key, with the weight of the rarest."""
        return {tuple(words): self.tells(words[0])}

    def tells(self, word: str) -> float:
        """A word's weight: the logarithm of its rarity, as in BM25."""
        count = self.said[word]
        return math.log(1 + (max(self.total, count) - count + 0.5) / (count + 0.5))


def joined(all_words: Iterable[WordFrequencies]) -> WordFrequencies:
    """The frequencies of several editions together."""
    stands, said, total = Counter[str](), Counter[str](), 0
    for words in all_words:
        stands.update(words.stands)
        said.update(words.said)
        total += words.total
    return WordFrequencies(stands, said, total)
