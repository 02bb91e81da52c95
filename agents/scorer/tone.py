"""Tone: how the words of a reply, and what the rules made of them, weigh for each score and for asking how often.

A linear model of ten outcomes: each score 0-4, told or still to be asked. Its names: the stems of single words, of
neighbours ("can not"), of words in their item's domain ("anxi:fine") and under the item itself ("@10:serious"), the
first and the last two, the turning words that were marked (`*sour`), and traits of the rules' own reading (`=`), so
that a plain answer weighs as much as plain answers deserve. The whole numbers in tone.toml are learnt by
`python -m benchmarks.training.tone_weights` from the project's own labelled replies; the same reply always weighs the
same. What was said outright is never weighed (see opinion.py).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, pairwise
from math import exp
from struct import pack, unpack
from typing import Final

from agents.domain.level1 import instrument
from agents.scorer.clauses import Clauses
from agents.scorer.vocabulary import Span, table

SCALE: Final = 1000
"""Weights are thousandths."""

_OUTCOMES: Final = 10
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


_LANE: Final = 32
"""Bits for an outcome; no sum of a reply's weights comes near so many."""


_SIGNS: Final = sum(1 << _LANE * place + _LANE - 1 for place in range(_OUTCOMES))
"""The sign bits of all lanes."""


def _packed(row: Iterable[int]) -> int:
    """What a name weighs for each outcome as one number, each weight times 2 ** (32 * place), so that the weights for
    all of them add up at once."""
    return (int.from_bytes(pack(f"<{_OUTCOMES}i", *row), "little") ^ _SIGNS) - _SIGNS


def _unpacked(total: int) -> tuple[int, ...]:
    """The sum for each outcome."""
    lanes = ((total + _SIGNS) ^ _SIGNS).to_bytes(_OUTCOMES * _LANE // 8, "little")
    return unpack(f"<{_OUTCOMES}i", lanes)


@dataclass(frozen=True, slots=True)
class _Weights:
    """The weights by what they weigh, so that no name need be put together for a reply."""

    base: int
    single: Mapping[str, int]
    pairs: Mapping[tuple[str, str], int]
    domains: Mapping[str, Mapping[str, int]]
    items: Mapping[int, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Tone:
    """How likely each score 0-4 is (they add up to 1), and how likely it is that the reply leaves to be asked."""

    scores: tuple[float, ...]
    asks: float


def sorted_out(base: int, weights: Iterable[tuple[str, int]]) -> _Weights:
    """The weights, packed, as they are looked up."""
    single: dict[str, int] = {}
    pairs: dict[tuple[str, str], int] = {}
    domains: dict[str, dict[str, int]] = {name: {} for name in _domains().values()}
    items: dict[int, dict[str, int]] = {item: {} for item in _domains()}
    for name, row in weights:
        first, space, second = name.partition(" ")
        if name[0] == "@":
            item, _, word = name[1:].partition(":")
            items[int(item)][word] = row
        elif name[0] in _SIGNED:
            single[name] = row
        elif space:
            pairs[first, second] = row
        elif name[_LETTERS : _LETTERS + 1] == ":" and name[:_LETTERS] in domains:
            domains[name[:_LETTERS]][name[_LETTERS + 1 :]] = row
        else:
            single[name] = row
    return _Weights(base, single, pairs, domains, items)


@cache
def _weights() -> _Weights:
    rows = (line.split("\t") for line in table("tone")["weights"].strip().split("\n"))
    return sorted_out(_packed(table("tone")["base"]), ((name, _packed(map(int, row))) for name, *row in rows))


def weigh(item: int, clauses: Clauses, traits: Iterable[str]) -> Tone:
    """What the words of a reply and these traits make likely."""
    weights, stems = _weights(), _stems(clauses)
    words = set(stems)
    single = weights.single.get
    told = chain(
        map(single, words),
        map(weights.domains[_domains()[item]].get, words),
        map(weights.items[item].get, words),
        map(weights.pairs.get, set(pairwise(stems))),
        map(single, _around(item, clauses, stems)),
        map(single, traits),
    )
    return outcome(_unpacked(sum(filter(None, told), weights.base)))


def telling(item: int, clauses: Clauses) -> Span:
    """The clause of a reply whose words speak most of the problem being there."""
    return max(clauses.pieces, key=lambda piece: _there(item, clauses.text[piece[0] : piece[1]]))


def _there(item: int, text: str) -> float:
    weights, words = _weights(), set(map(_stem, text.split()))
    known = (weights.single, weights.domains[_domains()[item]], weights.items[item])
    told = chain.from_iterable(map(one.get, words) for one in known)
    return 1 - outcome(_unpacked(sum(filter(None, told), 0))).scores[0]


def outcome(sums: Sequence[int]) -> Tone:
    """The chances by what was summed up for each outcome: score 0 told, 0 asked, 1 told, ..."""
    most = max(sums)
    shares = [exp((total - most) / SCALE) for total in sums]
    whole = sum(shares)
    told, asked = shares[::2], shares[1::2]
    return Tone(tuple((a + b) / whole for a, b in zip(told, asked, strict=True)), sum(asked) / whole)
