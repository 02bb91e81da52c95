"""Phrases by label, found in plain words in one pass.

Most phrases are a choice of plain words and are looked up by their first word; the few that need a regular expression
are compiled when a word first begins like them.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from agents.scorer.phrase import compiled, expanded, may_start


class _Node:
    """What can follow the words read so far: more words, words by their stem, and the labels that end here."""

    __slots__ = ("labels", "stems", "words")

    def __init__(self) -> None:
        self.words: dict[str, _Node] = {}
        self.stems: list[tuple[str, int]] = []
        self.labels: list[int] = []

    def add(self, words: list[str], number: int) -> None:
        node = self
        for word in words:
            if word.endswith("*"):
                node.stems.append((word[:-1], number))
                return
            node = node.words.setdefault(word, _Node())
        node.labels.append(number)


class Phrasebook:
    """Labels are numbered in the order given; a found phrase is its label's number and its span."""

    def __init__(self, lists: Mapping[str, Sequence[str]]) -> None:
        self.labels = tuple(lists)
        self._root = _Node()
        self._stems: dict[str, list[tuple[str, int]]] = defaultdict(list)
        self._patterned: list[tuple[str, int]] = []
        self._compiled: dict[str, list[tuple[int, re.Pattern[str]]]] = {}
        for number, phrases in enumerate(lists.values()):
            for phrase in phrases:
                self._add(phrase, number)

    def _add(self, phrase: str, number: int) -> None:
        plain = expanded(phrase)
        if plain is None:
            self._patterned.append((phrase, number))
            return
        for words in plain:
            self._root.add(words.split(), number)
        for stem, label in self._root.stems:
            self._stems[stem[:2]].append((stem, label))
        self._root.stems.clear()

    def _patterns(self, head: str) -> list[tuple[int, re.Pattern[str]]]:
        """The patterns that can match where a word begins with these two characters."""
        found = self._compiled.get(head)
        if found is None:
            phrases: dict[int, list[str]] = defaultdict(list)
            for phrase, number in self._patterned:
                if may_start(phrase, head):
                    phrases[number].append(phrase)
            found = [(number, compiled(listed)) for number, listed in phrases.items()]
            self._compiled[head] = found
        return found

    def at(self, text: str, position: int, end: int) -> Iterator[tuple[int, int]]:
        """What matches at the blank at `position`, whose word ends at `end`: label number and end of the match."""
        begin = position + 1
        head = text[begin : begin + 2]
        for stem, number in self._stems.get(head, ()):
            if text.startswith(stem, begin):
                yield number, end
        node = self._root.words.get(text[begin:end])
        while node:
            for number in node.labels:
                yield number, end
            begin, end = end + 1, text.find(" ", end + 1)
            if end < 0:
                break
            for stem, number in node.stems:
                if text.startswith(stem, begin):
                    yield number, end
            node = node.words.get(text[begin:end])
        for number, pattern in self._patterns(head):
            match = pattern.match(text, position)
            if match:
                yield number, match.end()

    def longest(self, text: str, position: int) -> int | None:
        """The end of the longest match at the blank at `position`."""
        end = text.find(" ", position + 1)
        return max((reached for _, reached in self.at(text, position, end)), default=None) if end > 0 else None

    def scan(self, text: str) -> list[list[tuple[int, int]]]:
        """The spans of each label in order; of one label the longest at a place, and none that overlap."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.labels]
        position, last = 0, len(text) - 1
        while position < last:
            end = text.find(" ", position + 1)
            for number, reached in self.at(text, position, end):
                spans = found[number]
                if spans and spans[-1][0] == position:
                    if reached > spans[-1][1]:
                        spans[-1] = (position, reached)
                elif not spans or spans[-1][1] <= position:
                    spans.append((position, reached))
            position = end
        return found
