"""Phrases by label, found in plain words in one pass.

Most phrases are a choice of plain words and are looked up by their first word; the few that need a regular expression
are compiled when a word first begins like them.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Final

from agents.scorer.phrase import ANY, HEAD, compiled, expanded, heads, may_start, needed, seconds

_REMEMBERED: Final = 20_000
"""Words whose entries are kept; English has not many more in use."""


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


class _Pattern:
    """A label's phrases as a pattern, and the words of which one must come second or must be there at all (None: can't
    be said). Compiled when these are met: most never are."""

    __slots__ = ("_made", "_phrases", "needed", "number", "second")

    def __init__(self, number: int, phrases: list[str]) -> None:
        self.number = number
        self.second = _all_told(map(seconds, phrases))
        self.needed = _all_told(map(needed, phrases))
        self._phrases = phrases
        self._made: re.Pattern[str] | None = None

    def match(self, text: str, start: int) -> re.Match[str] | None:
        """Where the phrases stand at a place."""
        if self._made is None:
            self._made = compiled(self._phrases)
        return self._made.match(text, start)


_Entry = tuple[_Node | None, tuple[int, ...], tuple[_Pattern, ...]]
"""What a word can begin: plain phrases, labels by its stem, and patterns."""


class _Entries(dict[str, _Entry | None]):
    """What each word can begin, looked up once for each word met, and kept for so many words only."""

    def __init__(self, look_up: Callable[[str], _Entry | None]) -> None:
        super().__init__()
        self._look_up = look_up

    def __missing__(self, word: str) -> _Entry | None:
        entry = self._look_up(word)
        if len(self) < _REMEMBERED:
            self[word] = entry
        return entry


class Phrasebook:
    """Labels are numbered in the order given; a found phrase is its label's number and its span."""

    def __init__(self, lists: Mapping[str, Sequence[str]]) -> None:
        self.labels = tuple(lists)
        self._root = _Node()
        self._patterned: dict[str, list[tuple[str, int]]] = defaultdict(list)
        self._patterns: dict[str, tuple[_Pattern, ...]] = {}
        self._entries = _Entries(self._entry)
        for number, phrases in enumerate(lists.values()):
            for phrase in phrases:
                self._add(phrase, number)

    def _add(self, phrase: str, number: int) -> None:
        plain = expanded(phrase)
        if plain is None:
            for start in {head[:1] or ANY for head in heads(phrase, HEAD)}:
                self._patterned[start].append((phrase, number))
        for words in plain or ():
            self._root.add(words.split(), number)

    def _matching(self, head: str) -> tuple[_Pattern, ...]:
        """The patterns that can match where a word begins like this."""
        found = self._patterns.get(head)
        if found is None:
            phrases: dict[tuple[int, bool, bool], list[str]] = defaultdict(list)
            for phrase, number in (*self._patterned.get(head[0], ()), *self._patterned.get(ANY, ())):
                if may_start(phrase, head):
                    phrases[number, seconds(phrase) is None, needed(phrase) is None].append(phrase)
            found = tuple(_Pattern(number, listed) for (number, _, _), listed in phrases.items())
            self._patterns[head] = found
        return found

    def _entry(self, word: str) -> _Entry | None:
        """What a word can begin."""
        node = self._root.words.get(word)
        stems = tuple(number for stem, number in self._root.stems if word.startswith(stem))
        patterns = self._matching(f"{word} "[:HEAD])
        return (node, stems, patterns) if node or stems or patterns else None

    def scan(self, text: str) -> list[list[tuple[int, int]]]:
        """The spans of each label in order; of one label the longest at a place, and none that overlap."""
        nothing: list[tuple[int, int]] = []
        found = [nothing] * len(self.labels)  # shared by all labels that nothing is found of, which most are
        words = text.split()
        there = set(words)
        ends = list(accumulate([len(word) + 1 for word in words]))
        last = len(words) - 1
        for i, entry in enumerate(map(self._entries.__getitem__, words)):
            if entry is None:
                continue
            node, stems, patterns = entry
            following = words[i + 1] if i < last else ""
            start = ends[i] - len(words[i]) - 1
            for number in stems:
                _keep(found, number, start, ends[i])
            if node and (node.labels or node.stems or following in node.words):
                _walk(node, words, ends, i, found)
            for one in patterns:
                if one.second is not None and following not in one.second:
                    continue
                if one.needed is not None and one.needed.isdisjoint(there):
                    continue
                if match := one.match(text, start):
                    _keep(found, one.number, start, match.end())
        return found

    def longest(self, text: str, position: int) -> dict[str, int]:
        """Where each label's longest match ends that begins at the blank at `position`; empty when none does."""
        end = text.find(" ", position + 1)
        if end < 0:
            return {}
        word = text[position + 1 : end]
        entry = self._entries[word]
        if entry is None:
            return {}
        node, stems, patterns = entry
        best = dict.fromkeys(stems, end)
        if node:
            _reached(node, text, end, best)
        for one in patterns:
            match = one.match(text, position)
            if match and match.end() > best.get(one.number, 0):
                best[one.number] = match.end()
        return {self.labels[number]: end for number, end in best.items()}


def _all_told(sets: Iterable[frozenset[str] | None]) -> frozenset[str] | None:
    told = list(sets)
    return None if None in told else frozenset[str]().union(*(words for words in told if words))


def _reached(node: _Node, text: str, end: int, best: dict[int, int]) -> None:
    """Notes for each label how far its plain phrases go whose first word ends at `end`."""
    following: _Node | None = node
    while following:
        for number in following.labels:
            best[number] = end
        begin, end = end + 1, text.find(" ", end + 1)
        if end < 0:
            return
        word = text[begin:end]
        for stem, number in following.stems:
            if word.startswith(stem):
                best[number] = end
        following = following.words.get(word)


def _walk(node: _Node, words: list[str], ends: list[int], i: int, found: list[list[tuple[int, int]]]) -> None:
    """Follows the words from the `i`th on as far as phrases go."""
    position, last = ends[i] - len(words[i]) - 1, len(words) - 1
    following: _Node | None = node
    while following:
        for number in following.labels:
            _keep(found, number, position, ends[i])
        if i == last:
            return
        i += 1
        word = words[i]
        for stem, number in following.stems:
            if word.startswith(stem):
                _keep(found, number, position, ends[i])
        following = following.words.get(word)


def _keep(found: list[list[tuple[int, int]]], number: int, start: int, end: int) -> None:
    spans = found[number]
    if not spans:
        found[number] = [(start, end)]
    elif spans[-1][1] <= start:
        spans.append((start, end))
    elif spans[-1][0] == start and end > spans[-1][1]:
        spans[-1] = (start, end)
