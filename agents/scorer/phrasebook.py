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
        words = text.split()
        ends, length = [], 0
        for word in words:
            length += len(word) + 1
            ends.append(length)
        root, stems, patterns = self._root.words, self._stems, self._compiled
        for i, word in enumerate(words):
            head = word[:2] if len(word) > 1 else word + " "
            listed = patterns.get(head)
            if listed is None:
                listed = self._patterns(head)
            node = root.get(word)
            if node is None and head not in stems and not listed:
                continue
            position = ends[i] - len(word) - 1
            for stem, number in stems.get(head, ()):
                if word.startswith(stem):
                    _keep(found[number], position, ends[i])
            if node:
                _walk(node, words, ends, i, found)
            for number, pattern in listed:
                match = pattern.match(text, position)
                if match:
                    _keep(found[number], position, match.end())
        return found


def _walk(node: _Node, words: list[str], ends: list[int], i: int, found: list[list[tuple[int, int]]]) -> None:
    """Follows the words from the `i`th on as far as phrases go."""
    position, last = ends[i] - len(words[i]) - 1, len(words) - 1
    following: _Node | None = node
    while following:
        for number in following.labels:
            _keep(found[number], position, ends[i])
        if i == last:
            return
        i += 1
        word = words[i]
        for stem, number in following.stems:
            if word.startswith(stem):
                _keep(found[number], position, ends[i])
        following = following.words.get(word)


def _keep(spans: list[tuple[int, int]], start: int, end: int) -> None:
    if not spans or spans[-1][1] <= start:
        spans.append((start, end))
    elif spans[-1][0] == start and end > spans[-1][1]:
        spans[-1] = (start, end)
