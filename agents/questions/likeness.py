"""Finds the topic of the catalogue that a question is most like, however it is put. Its words are compared with those
of examples (`likeness.LANGUAGE.toml`): rare words count for more, words that mean the same are one."""

import math
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from agents.language import Language, texts
from agents.reading.model.folding import folded

LIKE: Final = 0.68
"""How alike, 0-1, a question has to be to an example. At this, of the examples each left out in turn, most find another
of their own topic, and of ordinary answers hardly any finds one."""
PLAIN: Final = 0.75
"""The same for words that are no question by their form."""
ALMOST: Final = 0.9
"""The same for words that may ask for the item in other words."""
CLARIFY: Final = "clarify"
"""The examples of what asks for the question in other words; no topic of the catalogue."""
MOST_WORDS: Final = 16
"""Words of a question that may be compared."""
ADVICE: Final = "advice"
_NONE: Final = "none"
"""The examples of requests, which are no questions about the conversation."""
_FEW: Final = 2
"""Words that have to mean something in what is no question by its form."""
_OF_ONESELF: Final = re.compile(
    r"\b(?:point|purpose|use|good|matter|reason|sense) (?:of|in|to|for) "
    r"(?:me|my|living|life|being|existing|going on|it all)\b"
    r"|\bsentido\b.{0,12}\b(?:vida|vivir|seguir)\b"
)
"""Asks what oneself, or life, is for."""
_STRANGE: Final = 0.7
"""What a word counts that no example has, as a share of the rarest word's weight."""
_WORD: Final = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")


class Likeness(NamedTuple):
    """The topic that a question is most like, and how much, 0-1."""

    key: str
    share: float


class _Example(NamedTuple):
    key: str
    words: frozenset[str]
    weight: float


class _Examples:
    """The examples of a language, each as what its words mean."""

    def __init__(self, told: Mapping[str, Mapping[str, object]]) -> None:
        self._left_out: Final = frozenset(str(told["words"]["left_out"]).split())
        self._meant: dict[str, str] = {}
        for meaning, words in told["alike"].items():
            self._meant |= dict.fromkeys(str(words).split(), meaning)
        self._endings: Final = tuple(str(told["words"]["endings"]).split())
        found = ((key, one) for key, told_of in told["like"].items() for one in told_of)  # type: ignore[attr-defined]
        examples = tuple((key, self.words(one)) for key, one in found)
        often = Counter(word for _, words in examples for word in words)
        self._weights: Final = {word: math.log(1 + len(examples) / many) for word, many in often.items()}
        self._strange: Final = _STRANGE * max(self._weights.values())
        self._examples: Final = tuple(_Example(key, words, self._weighed(words)) for key, words in examples)

    @property
    def keys(self) -> frozenset[str]:
        """The topics that have examples."""
        return frozenset(one.key for one in self._examples)

    def words(self, text: str) -> frozenset[str]:
        """What the words of a text mean, without those that mean little in a question."""
        return frozenset(filter(None, map(self._meaning, _WORD.findall(folded(text)))))

    def _meaning(self, word: str) -> str:
        plain = word.replace("'", "")
        for one in (word, plain, *(plain.removesuffix(end) for end in self._endings if plain.endswith(end))):
            if one in self._left_out:
                return ""
            if one in self._meant:
                return self._meant[one]
        return next((plain.removesuffix(end) for end in self._endings if plain.endswith(end)), plain)

    def most(self, words: frozenset[str], without: frozenset[str] | None = None) -> Likeness | None:
        """The likest example's topic; `without` leaves out the example of these words."""
        own = self._weighed(words)
        told = [Likeness(one.key, self._alike(words, own, one)) for one in self._examples if one.words != without]
        return max(told, key=lambda one: one.share, default=None)

    def _alike(self, words: frozenset[str], weight: float, other: _Example) -> float:
        if words.isdisjoint(other.words):
            return 0.0
        return 2 * self._weighed(words & other.words) / (weight + other.weight)

    def _weighed(self, words: frozenset[str]) -> float:
        return sum(self._weights.get(word, self._strange) for word in words)

    def left_out(self) -> list[tuple[str, Likeness | None]]:
        """Each example's topic, and what is found for it by the others alone."""
        return [(one.key, self.most(one.words, without=one.words)) for one in self._examples]


@cache
def examples(language: Language) -> _Examples:
    """The examples of a language, read once."""
    return _Examples(texts(Path(__file__), language))


def likest(question: str, language: Language, least: float = LIKE) -> str | None:
    """The key of the topic that a question is about; None for one that is like no example."""
    told = examples(language)
    words = told.words(question)
    few = least >= PLAIN and len(words) < _FEW
    if not words or few or len(question.split()) > MOST_WORDS or _OF_ONESELF.search(question.lower()):
        return None
    found = told.most(words)
    return found.key if found is not None and found.share >= least and found.key != _NONE else None
