"""Whether words are affirmed: negated, asked back, past ("used to") or said of somebody else is no support."""

from collections.abc import Sequence

from agents.diagnostician.language import Sentence

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
_TELLING = _NEGATORS | _OTHERS | {"used", "nothing", "if"}
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
    negations = sum(_negates(texts, i) for i in range(low, start))
    if "without" in texts[low:start] and negations > 1:
        negations = 0  # "not a day without ..." affirms
    return negations > 0 or _of_somebody_else(texts, low, start, end)


def _of_somebody_else(texts: Sequence[str], low: int, start: int, end: int) -> bool:
    others = [i for i in range(low, start) if texts[i] in _OTHERS]
    return bool(others) and _FIRST_PERSON.isdisjoint(texts[others[-1] + 1 : end + 2])


def _taken_back(sentence: Sentence, end: int) -> bool:
    """A new clause right after the words that begins with a denial: "panic attacks, no"."""
    if end == len(sentence.texts) or sentence.clauses[end] == sentence.clauses[end - 1]:
        return False
    return sentence.texts[end] in ("no", "not", "never")


def _negates(texts: Sequence[str], i: int) -> bool:
    following = texts[i + 1] if i + 1 < len(texts) else ""
    if texts[i] == "used":
        return following == "to"
    if texts[i] in ("nothing", "not", "isn't") and following == "like":
        return True  # "it's not like I hear voices"; "nothing like that"
    if texts[i] == "nothing":
        return False
    if texts[i] == "if":
        return "could" in texts[i + 1 : i + 3] and texts[i - 1 : i] != ["what"]  # "if they could read my mind"
    return texts[i] in _NEGATORS and following not in _HARMLESS_NEXT and "reason" not in texts[i + 1 : i + 3]
