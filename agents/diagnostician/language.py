"""Reads what a patient said for features: word patterns, sentence by sentence.

A pattern is a row of words: `a|b` either word, `panic*` a beginning, `my?` may be missing, `..` up to four words in
between.
Matching is bounded by design: no regular expression with a repeat inside a repeat, and never across a sentence's end.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

GAP = 4
"""How many words `..` may stand for."""

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[.!?;:,…—–\n]")
_SENTENCE_END = frozenset(".!?;…\n")
_OPENERS = frozenset(
    {"but", "although", "though", "however", "except", "yet", "because", "since", "just", "only", "instead"}
)
_SUBJECTS = frozenset(
    {"i", "i'm", "i've", "i'll", "it", "it's", "my", "he", "she", "we", "they", "that", "that's", "which"}
) | {"when", "there's", "and", "so", "like", "mostly"}


@dataclass(frozen=True, slots=True)
class Word:
    """One word: `start` and `end` are offsets in the turn, `clause` counts clauses in the sentence."""

    text: str
    start: int
    end: int
    clause: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of one sentence; `asks` is true when it ends with a question mark."""

    words: tuple[Word, ...]
    asks: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of a pattern."""

    exact: frozenset[str]
    prefixes: tuple[str, ...]
    optional: bool = False
    gap_before: bool = False

    def takes(self, word: str) -> bool:
        """Whether this place accepts the word."""
        return word in self.exact or (bool(self.prefixes) and word.startswith(self.prefixes))


Pattern = tuple[Slot, ...]


def parse(text: str) -> Pattern:
    """Read a pattern. Raises ValueError for one that is empty or starts with a gap or an optional word."""
    slots: list[Slot] = []
    gap = False
    for part in text.split():
        if part == "..":
            gap = True
            continue
        optional = part.endswith("?")
        words = part.rstrip("?").split("|")
        exact = frozenset(w for w in words if not w.endswith("*"))
        slots.append(Slot(exact, tuple(w[:-1] for w in words if w.endswith("*")), optional, gap))
        gap = False
    if not slots or slots[0].optional or slots[0].gap_before or gap:
        raise ValueError(f"not a pattern: {text!r}")
    return tuple(slots)


def sentences(text: str) -> Iterator[Sentence]:
    """Split a turn into sentences of words with their offsets."""
    words: list[Word] = []
    clause, comma = 0, False
    for token in _TOKEN.finditer(text):
        raw = token.group()
        if raw in _SENTENCE_END:
            if words:
                yield Sentence(tuple(words), raw == "?")
            words, clause, comma = [], 0, False
        elif raw in ",:—–":
            clause, comma = (clause + 1, False) if raw != "," else (clause, True)
        else:
            word = raw.lower().replace("’", "'")
            if word in _OPENERS or (comma and (word in _SUBJECTS or (len(words) == 1 and clause == 0))):
                clause += 1
            comma = False
            words.append(Word(word, token.start(), token.end(), clause))
    if words:
        yield Sentence(tuple(words), False)


def end_of_match(pattern: Pattern, words: tuple[Word, ...], at: int, slot: int = 0) -> int | None:
    """Where the pattern ends (exclusive word index) when it begins at word `at`, or None."""
    if slot == len(pattern):
        return at
    place = pattern[slot]
    for step in range((GAP if place.gap_before else 0) + 1):
        if at + step < len(words) and place.takes(words[at + step].text):
            end = end_of_match(pattern, words, at + step + 1, slot + 1)
            if end is not None:
                return end
    return end_of_match(pattern, words, at, slot + 1) if place.optional else None


def clause_span(sentence: Sentence, start: int, end: int) -> tuple[int, int]:
    """Offsets of the words around a match that are worth quoting: its clauses, at most 12 words either side."""
    words = sentence.words
    low, high = start, end - 1
    while low > max(0, start - 12) and words[low - 1].clause == words[start].clause:
        low -= 1
    while high < min(len(words) - 1, end + 11) and words[high + 1].clause == words[end - 1].clause:
        high += 1
    return words[low].start, words[high].end
