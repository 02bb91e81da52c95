"""Whether words are affirmed: negated, asked back, past ("used to") or said of somebody else is no support."""

from collections.abc import Sequence

from agents.diagnostician.language import Sentence

REACH = 16
"""How many words before a match a negation still governs it."""

_NEGATORS = frozenset(
    {"no", "not", "never", "nor", "neither", "without", "hardly", "none", "don't", "doesn't", "didn't"}
) | {"haven't", "hasn't", "hadn't", "isn't", "aren't", "wasn't", "weren't"}
_NO_NEGATION_BEFORE = frozenset(
    {"only", "just", "sure", "know", "want", "like", "trust", "one", "point", "reason", "mind"}
)
_OTHERS = frozenset(
    {"brother", "sister", "mother", "father", "mom", "mum", "dad", "son", "daughter", "husband", "wife"}
) | {"partner", "friend", "boss", "uncle", "aunt", "cousin", "roommate", "neighbour", "neighbor"}
_FIRST_PERSON = frozenset({"i", "i'm", "i've", "me", "my", "myself"})


def denied(sentence: Sentence, start: int, end: int) -> bool:
    """Whether the words from `start` to `end` (word indexes, end exclusive) give no support."""
    texts, clauses = sentence.texts, sentence.clauses
    if sentence.asks or _taken_back(sentence, end):
        return True
    for i in range(start - 1, max(-1, start - 1 - REACH), -1):
        if clauses[i] != clauses[start]:
            break
        if _negates(texts, i) or (texts[i] in _OTHERS and _FIRST_PERSON.isdisjoint(texts[i + 1 : start])):
            return True
    return False


def _taken_back(sentence: Sentence, end: int) -> bool:
    """A new clause right after the words that begins with a denial: "panic attacks, no"."""
    if end == len(sentence.texts) or sentence.clauses[end] == sentence.clauses[end - 1]:
        return False
    return sentence.texts[end] in ("no", "not", "never")


def _negates(texts: Sequence[str], i: int) -> bool:
    following = texts[i + 1] if i + 1 < len(texts) else ""
    if texts[i] == "used":
        return following == "to"
    return texts[i] in _NEGATORS and following not in _NO_NEGATION_BEFORE
