"""Tone: how the words of a reply weigh for and against the problem, where neither a sign nor an answer tells.

A linear model over single words (by their stems), the first word and the turning words that were marked. Its whole
numbers in tone.toml come from the project's own labelled replies by `python -m benchmarks.tone_weights`; the same words
always weigh the same. It never outweighs what was said outright.
"""

from functools import cache
from math import exp
from typing import Final

from agents.scorer.clauses import Clauses
from agents.scorer.vocabulary import table

SCALE: Final = 1000
"""Weights are thousandths."""

_SHORTEST: Final = (("ing", 6), ("ed", 5), ("s", 4))
_MARKS: Final = ("sour", "sweet", "past", "outright", "kin", "negator", "ordinary", "scarce", "bounded")


def _stem(word: str) -> str:
    if word[0].isdigit():
        return "#"
    for ending, shortest in _SHORTEST:
        if len(word) >= shortest and word.endswith(ending) and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


def features(clauses: Clauses) -> set[str]:
    """What a reply is weighed by."""
    stems = [_stem(word) for word in clauses.text.split()]
    found = set(stems)
    found.update(f"*{name}" for name in _MARKS if clauses.marks[name])
    if stems:
        found.add(f"^{stems[0]}")
    return found


@cache
def _weights() -> dict[str, int]:
    rows = (line.rsplit("\t", 1) for line in table("tone")["weights"].strip().split("\n"))
    return {name: int(weight) for name, weight in rows}


def likely(clauses: Clauses) -> float:
    """How likely it is by tone alone that the problem was there, 0-1."""
    weights = _weights()
    total = table("tone")["base"] + sum(weights.get(name, 0) for name in features(clauses))
    return 1 / (1 + exp(-total / SCALE))
