"""Whether words are affirmed: negated, asked back, past ("used to") or said of somebody else is no support."""

from collections.abc import Sequence

from agents.diagnostician.language import Sentence
from agents.reading.negation import empty

REACH = 16
"""How many words before a match a negation still governs it."""

_NEGATORS = frozenset(
    {"no", "not", "never", "nor", "neither", "without", "hardly", "none", "nobody", "don't", "doesn't", "didn't"}
) | {"haven't", "hasn't", "hadn't", "isn't", "aren't", "wasn't", "weren't"}
_HARMLESS_NEXT = frozenset(
    {"only", "just", "sure", "know", "want", "like", "trust", "point", "matter", "idea", "mind", "help"}
) | {"talk", "speak", "discuss", "tell", "remember", "recall", "understand", "leave", "drive"}
_OTHERS = frozenset(
    {"brother", "sister", "mother", "father", "mom", "mum", "dad", "son", "daughter", "husband", "wife"}
) | {"partner", "friend", "boss", "uncle", "aunt", "cousin", "roommate", "neighbour", "neighbor"}
_FIRST_PERSON = frozenset({"i", "i'm", "i've", "me", "my", "myself"})
_SAYING = frozenset({"can't", "couldn't", "wouldn't"})
_TELLING = _NEGATORS | _OTHERS | _SAYING | {"used", "nothing", "if"}
"""Without one of these no words of a sentence are denied."""


def denied(sentence: Sentence, start: int, end: int) -> bool:
    """Whether the words from `start` to `end` (word indexes, end exclusive) give no support."""
    texts = sentence.texts
    if sentence.asks or _TELLING.isdisjoint(texts):
        return sentence.asks
    if _taken_back(sentence, end):
        return True
    low, clauses = start, sentence.clauses
    while low > max(0, start - REACH) and clauses[low - 1] == clauses[start]:
        low -= 1
    sham = empty(texts)
    denying = any(_ended(texts, i) or (i not in sham and _negates(texts, i)) for i in range(low, start))
    return denying or _of_somebody_else(texts, low, start, end)


def _of_somebody_else(texts: Sequence[str], low: int, start: int, end: int) -> bool:
    others = [i for i in range(low, start) if texts[i] in _OTHERS]
    return bool(others) and _FIRST_PERSON.isdisjoint(texts[others[-1] + 1 : end + 2])


def _taken_back(sentence: Sentence, end: int) -> bool:
    """A new clause right after the words that begins with a denial: "panic attacks, no"."""
    if end == len(sentence.texts) or sentence.clauses[end] == sentence.clauses[end - 1]:
        return False
    return sentence.texts[end] in ("no", "not", "never")


def _ended(texts: Sequence[str], i: int) -> bool:
    return texts[i : i + 2] == ["no", "longer"] or texts[i : i + 3] == ["at", "no", "point"]


def _negates(texts: Sequence[str], i: int) -> bool:
    following = texts[i + 1] if i + 1 < len(texts) else ""
    if texts[i] == "used":
        return following == "to"
    if texts[i] in ("nothing", "not", "isn't") and following == "like":
        return True  # "it's not like I hear voices"; "nothing like that"
    if texts[i] == "nothing":
        return False
    if texts[i] in _SAYING:
        return following in ("say", "call", "claim")  # "I wouldn't say I'm sad"
    if texts[i] == "if":
        return "could" in texts[i + 1 : i + 3] and texts[i - 1 : i] != ["what"]  # "if they could read my mind"
    return texts[i] in _NEGATORS and following not in _HARMLESS_NEXT and "reason" not in texts[i + 1 : i + 3]
