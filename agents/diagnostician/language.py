"""Reads what a patient said for features: word patterns, sentence by sentence.

A pattern is a row of words: `a|b` either word, `panic*` a beginning, `my?` may be missing, `..` up to four words in
between. `8,16: ` before it: it holds in the answers to these items alone.
Matching is bounded by design: no regular expression with a repeat inside a repeat, and never across a sentence's end.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

GAP = 4
"""How many words `..` may stand for."""

_SENTENCE = re.compile(r"[^.!?;…\n]+")
_WORD = r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+"
_WORDS = re.compile(_WORD)
_TOKEN = re.compile(_WORD + "|[:,—–]")
_WORDS_IN_ASCII = re.compile(r"[a-z]+(?:'[a-z]+)*|\d+")  # the same words in half the time
_OPENERS = frozenset(
    {"but", "although", "though", "however", "except", "yet", "because", "since", "just", "only", "instead"}
)
_CLAUSE_END = frozenset(":—–")
_SUBJECTS = frozenset(
    {"i", "i'm", "i've", "i'll", "it", "it's", "my", "he", "she", "we", "they", "that", "that's", "which"}
) | {"when", "there's", "and", "so", "like", "mostly", "now"}


class Sentence:
    """One sentence, word by word: `texts` in lower case, `spans` their offsets in the turn, `clauses` a number for
    the clause that each word is in. `asks` is true when it ends with a question mark.

    Spans and clauses are worked out when they are first asked for: most sentences hold nothing to quote."""

    def __init__(self, plain: str, offset: int, texts: list[str], asks: bool) -> None:
        self.texts = texts
        self.asks = asks
        self._plain = plain
        self._offset = offset

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Offsets of every word in the turn."""
        return [(self._offset + word.start(), self._offset + word.end()) for word in _WORDS.finditer(self._plain)]

    @cached_property
    def clauses(self) -> list[int]:
        """The number of every word's clause, from 0."""
        found: list[int] = []
        clause, comma = 0, False
        for word in _TOKEN.findall(self._plain):
            if word == ",":
                comma = True
            elif word in _CLAUSE_END:
                clause, comma = clause + 1, False
            else:
                if word in _OPENERS or (comma and (word in _SUBJECTS or (clause == 0 and len(found) == 1))):
                    clause += 1
                comma = False
                found.append(clause)
        return found


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of a pattern."""

    exact: frozenset[str]
    prefixes: tuple[str, ...]
    optional: bool = False
    gap_before: bool = False


Pattern = tuple[Slot, ...]


def for_items(text: str) -> tuple[frozenset[int], str]:
    """The items that a pattern is limited to (none: every item counts) and the row of words."""
    before, colon, row = text.partition(":")
    if not colon:
        return frozenset(), text
    return frozenset(int(number) for number in before.split(",")), row


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
    plain = text.replace("İ", "I").lower().replace("’", "'")  # the one letter that grows when it is made small
    for found in _SENTENCE.finditer(plain):
        piece = found.group()
        words = (_WORDS_IN_ASCII if piece.isascii() else _WORDS).findall(piece)
        if words:
            yield Sentence(piece, found.start(), words, plain[found.end() : found.end() + 1] == "?")


def end_of_match(pattern: Pattern, words: Sequence[str], at: int, slot: int = 0) -> int | None:
    """Where the pattern ends (exclusive word index) when it begins at word `at`, or None."""
    if slot == len(pattern):
        return at
    place = pattern[slot]
    for here in range(at, min(at + (GAP if place.gap_before else 0) + 1, len(words))):
        if words[here] in place.exact or (place.prefixes and words[here].startswith(place.prefixes)):
            end = end_of_match(pattern, words, here + 1, slot + 1)
            if end is not None:
                return end
    return end_of_match(pattern, words, at, slot + 1) if place.optional else None


def clause_span(sentence: Sentence, start: int, end: int) -> tuple[int, int]:
    """Offsets of the words around a match that are worth quoting: its clauses, at most 12 words either side."""
    clauses = sentence.clauses
    low, high = start, end - 1
    while low > max(0, start - 12) and clauses[low - 1] == clauses[start]:
        low -= 1
    while high < min(len(clauses) - 1, end + 11) and clauses[high + 1] == clauses[end - 1]:
        high += 1
    return sentence.spans[low][0], sentence.spans[high][1]
