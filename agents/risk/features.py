"""Features: what a stretch of words is weighed by.

Kinds of words (a kin word, a weekday, a medicine; any other word by its stem), pairs of neighbours and pairs with one
word between, what is denied, how an answer begins, and what else the words speak of.
"""

from functools import cache
from itertools import combinations, pairwise

from agents.risk.elements import Text
from agents.risk.evidence import dampers
from agents.risk.index import Index
from agents.risk.lexicon import bank, table

_HEAD = 3
_NOT = frozenset({"not", "never", "no", "without", "nor", "nobody", "nothing"})
_REACH = 6
_CLOSING = ((".",), ("!",), (",",), (";",), ("..",))
_SHORTEST = (("ing", 6), ("ed", 5))
_SHORTEST_PLURAL = 3


class _Kinds(dict[str, str]):
    """The kind of each word met so far; of a word, always the same."""

    _MOST_KEPT = 50_000

    def __init__(self, named: dict[str, str]) -> None:
        super().__init__(named)
        self._named = named

    def __missing__(self, word: str) -> str:
        one = word.rstrip("s") if len(word) > _SHORTEST_PLURAL and not word.endswith("ss") else word
        kind = "#" if word[0].isdigit() else self._named.get(one) or _stem(one)
        if len(self) < self._MOST_KEPT:
            self[word] = kind
        return kind


def _stem(word: str) -> str:
    for ending, shortest in _SHORTEST:
        if len(word) >= shortest and word.endswith(ending) and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


@cache
def kinds() -> _Kinds:
    return _Kinds({word: name for name, words in reversed(named().items()) for word in words})


def named() -> dict[str, list[str]]:
    """The words of each kind that has a name."""
    lexicon, data = table("lexicon.toml")["classes"], table("weights.toml")
    named = {name: lexicon[key][0].split("|") for name, key in data["lexicon"].items()}
    return named | {name: line.split("|") for name, line in data["kinds"].items()}


def features(words: tuple[str, ...], asked: str | None, elsewhere: bool = False) -> set[str]:
    """What a stretch of canonical words is weighed by. `asked`: what the last question was about; `elsewhere`: there
    was one that has nothing to do with risk."""
    return worded(words, asked, elsewhere) | surroundings(Text(words))


def surroundings(text: Text) -> set[str]:
    """The idioms, works of fiction, accidents, ... that the words speak of."""
    called = _settings().called(text).items()
    return {name for name, phrases in called if any(phrase.search(text) for phrase in phrases)}


@cache
def _settings() -> Index[str]:
    """What is looked for around the words, by the name of its feature."""
    named = [(f"@{key}", bank("settings.toml", key)) for key in table("weights.toml")["settings"]]
    return Index([*named, *(("@ordinary", damper) for damper in dampers())])


def closed(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words with a full stop at their end, whether it was written or not."""
    if words[-1:] == ("?",):
        return words
    return (*(words[:-1] if words[-1:] in _CLOSING else words), ".")


def worded(words: tuple[str, ...], asked: str | None, elsewhere: bool) -> set[str]:
    """The features of the bare words: kinds, pairs, what is denied, how the answer begins."""
    words = closed(words)
    told = [kinds()[word] for word in words]
    found = set(told)
    classes = sorted(kind for kind in found if kind.isupper())
    found.update([f"{a}&{b}" for a, b in combinations(classes, 2)])
    found.update([f"={word}" for word, kind in zip(words, told, strict=True) if kind.isupper()])
    found.update([f"{a} {b}" for a, b in pairwise(told)])
    found.update([f"{a} _ {b}" for a, b in zip(told, told[2:], strict=False)])
    for i, word in enumerate(words):
        if word in _NOT:
            found.update([f"!{kind}" for kind in told[i + 1 : i + _REACH]])
    if asked:
        found.add(f"?{asked}")
        found.update([f"?{asked} {kind}" for kind in told[:_HEAD]])
    if elsewhere:
        found.add("?else")
    return found
