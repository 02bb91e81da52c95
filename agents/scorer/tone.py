"""Tone: how the words of a reply, and what the rules made of them, weigh for and against the problem.

A linear model. Its names: the stems of single words, of neighbours ("can not"), of words in their item's domain
("anxi:fine") and under the item itself ("@10:serious"), the first and the last two, the turning words that were marked
(`*sour`), and traits of the rules' own reading (`=`), so that a plain answer weighs as much as plain answers deserve.
The whole numbers in tone.toml are learnt by `python -m benchmarks.tone_weights` from the project's own labelled
replies; the same reply always weighs the same.
What was said outright is never weighed (see opinion.py).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import exp
from typing import Final

from agents.domain.level1 import instrument
from agents.scorer.clauses import Clauses
from agents.scorer.vocabulary import table

SCALE: Final = 1000
"""Weights are thousandths."""

_SHORTEST: Final = (("ing", 6), ("ed", 5), ("s", 4))
_MARKS: Final = ("sour", "sweet", "past", "outright", "kin", "negator", "ordinary", "scarce", "bounded")
_SIGNED: Final = frozenset("^$=*")
_LETTERS: Final = 4


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    if word[0].isdigit():
        return "#"
    for ending, shortest in _SHORTEST:
        if len(word) >= shortest and word.endswith(ending) and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


@cache
def _domains() -> Mapping[int, str]:
    """The first letters of each item's domain."""
    return {item.id: domain.key[:_LETTERS] for domain in instrument().domains for item in domain.items}


def _stems(clauses: Clauses) -> list[str]:
    return list(map(_stem, clauses.text.split()))


def _around(item: int, clauses: Clauses, stems: list[str]) -> list[str]:
    """The names besides single words and neighbours."""
    found = [f"*{name}" for name in _MARKS if clauses.marks[name]]
    if stems:
        found += (f"^{stems[0]}", f"^{' '.join(stems[:2])}", f"${' '.join(stems[-2:])}")
    return [*found, f"={item}"]


def features(item: int, clauses: Clauses) -> set[str]:
    """The names by which the words of a reply to an item are weighed."""
    stems = _stems(clauses)
    found = set(stems)
    words = tuple(found)
    found.update([f"{_domains()[item]}:{stem}" for stem in words], [f"@{item}:{stem}" for stem in words])
    found.update([f"{first} {second}" for first, second in pairwise(stems)])
    return found.union(_around(item, clauses, stems))


@dataclass(frozen=True, slots=True)
class _Weights:
    """The weights by what they weigh, so that no name need be put together for a reply."""

    base: int
    single: Mapping[str, int]
    pairs: Mapping[tuple[str, str], int]
    domains: Mapping[str, Mapping[str, int]]
    items: Mapping[int, Mapping[str, int]]


def sorted_out(base: int, weights: Iterable[tuple[str, int]]) -> _Weights:
    """The weights as they are looked up."""
    single: dict[str, int] = {}
    pairs: dict[tuple[str, str], int] = {}
    domains: dict[str, dict[str, int]] = {name: {} for name in _domains().values()}
    items: dict[int, dict[str, int]] = {item: {} for item in _domains()}
    for name, weight in weights:
        first, space, second = name.partition(" ")
        if name[0] == "@":
            item, _, word = name[1:].partition(":")
            items[int(item)][word] = weight
        elif name[0] in _SIGNED:
            single[name] = weight
        elif space:
            pairs[first, second] = weight
        elif name[_LETTERS : _LETTERS + 1] == ":" and name[:_LETTERS] in domains:
            domains[name[:_LETTERS]][name[_LETTERS + 1 :]] = weight
        else:
            single[name] = weight
    return _Weights(base, single, pairs, domains, items)


@cache
def _weights() -> _Weights:
    rows = (line.rsplit("\t", 1) for line in table("tone")["weights"].strip().split("\n"))
    return sorted_out(table("tone")["base"], ((name, int(weight)) for name, weight in rows))


def likely(item: int, clauses: Clauses, traits: Iterable[str]) -> float:
    """How likely it is by the words of a reply and these traits that the problem was there, 0-1."""
    weights, stems = _weights(), _stems(clauses)
    words = set(stems)
    single = weights.single.get
    told = (
        *filter(None, map(single, words)),
        *filter(None, map(weights.domains[_domains()[item]].get, words)),
        *filter(None, map(weights.items[item].get, words)),
        *filter(None, map(weights.pairs.get, set(pairwise(stems)))),
        *filter(None, map(single, _around(item, clauses, stems))),
        *filter(None, map(single, traits)),
    )
    return 1 / (1 + exp(-(weights.base + sum(told)) / SCALE))
