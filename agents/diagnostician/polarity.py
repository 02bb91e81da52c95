"""Whether words are affirmed: negated, asked back, past ("used to") or said of somebody else is no support."""

from agents.diagnostician.language import Sentence, Word

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
    words = sentence.words
    if sentence.asks:
        return True
    if end < len(words) and words[end].text in ("no", "not", "never") and words[end].clause > words[end - 1].clause:
        return True
    clause = words[start].clause
    for i in range(start - 1, max(-1, start - 1 - REACH), -1):
        if words[i].clause != clause:
            break
        if _negates(words, i) or (words[i].text in _OTHERS and not _self_between(words, i, start)):
            return True
    return False


def _negates(words: tuple[Word, ...], i: int) -> bool:
    following = words[i + 1].text if i + 1 < len(words) else ""
    if words[i].text == "used":
        return following == "to"
    return words[i].text in _NEGATORS and following not in _NO_NEGATION_BEFORE


def _self_between(words: tuple[Word, ...], low: int, high: int) -> bool:
    return any(w.text in _FIRST_PERSON for w in words[low + 1 : high])
