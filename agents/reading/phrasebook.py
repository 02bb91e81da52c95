"""Phrases by label, found in plain words in one pass.

Most phrases are a choice of plain words and are looked up by their first word; the few that need a regular expression
are compiled when two words first begin like them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, count
from operator import add
from re import Match
from typing import Final, NamedTuple

from agents.reading.phrase import ANY, HEAD, compiled, expanded, heads, may_start, needed, seconds

Span = tuple[int, int]
Found = dict[str, list[Span]]

_BETWEEN: Final = r" (?:(?:, )?\w+ ){0,4}?(?:, )?"
"""What `..` between two words of a phrase stands for: up to four words, of one sentence."""
_REMEMBERED: Final = 20_000
"""Words whose entries are kept; English has not many more in use."""


class _Node:
    """What can follow the words read so far: more words, words by their stem, and the labels that end here."""

    __slots__ = ("labels", "stems", "words")

    def __init__(self) -> None:
        self.words: dict[str, _Node] = {}
        self.stems: tuple[tuple[str, str], ...] = ()
        self.labels: tuple[str, ...] = ()

    def add(self, words: list[str], label: str) -> None:
        node = self
        for word in words:
            if word.endswith("*"):
                node.stems += ((word[:-1], label),)
                return
            node = node.words.setdefault(word, _Node())
        node.labels += (label,)


class _Pattern:
    """A label's phrases as a pattern, and words of which one must be there at all (None: can't be said). Compiled when
    these are met: most never are."""

    __slots__ = ("_phrases", "label", "match", "needed")

    def __init__(self, label: str, phrases: tuple[str, ...]) -> None:
        self.label = label
        self.needed = _all_told(map(needed, phrases))
        self._phrases = phrases
        self.match: Callable[[str, int], Match[str] | None] = self._first_match

    def _first_match(self, text: str, start: int) -> Match[str] | None:
        self.match = compiled(self._phrases).match
        return self.match(text, start)


_pattern = cache(_Pattern)
_LEAF: Final = _Node()
_Labelled = tuple[str, str]
"""A phrase with its label."""
_Patterns = tuple[Mapping[str, tuple[_Pattern, ...]], tuple[_Pattern, ...]]
"""Patterns by the word that comes second, and those to try before any other word; these are among the former too."""
_NO_PATTERNS: Final[_Patterns] = ({}, ())


class _Entry(NamedTuple):
    """What a word can begin: labels that it is enough for, plain phrases of more words, and patterns, by the word
    behind it and before any other word; `before` are patterns that any word before it can begin."""

    labels: tuple[str, ...]
    node: _Node
    by_second: Mapping[str, tuple[_Pattern, ...]]
    others: tuple[_Pattern, ...]
    before: tuple[_Pattern, ...]


class _Entries(dict[str, _Entry | None]):
    """What each word can begin, looked up once for each word met, and kept for so many words only."""

    def __init__(self, look_up: Callable[[str], _Entry | None]) -> None:
        super().__init__({"": None})
        self._look_up = look_up

    def __missing__(self, word: str) -> _Entry | None:
        entry = self._look_up(word)
        if len(self) < _REMEMBERED:
            self[word] = entry
        return entry


class Phrasebook:
    """Lists of phrases by label."""

    def __init__(self, lists: Mapping[str, Sequence[str]]) -> None:
        nothing: list[Span] = []
        self._nothing: Final[Found] = dict.fromkeys(lists, nothing)
        self._root = _Node()
        self._patterned: dict[str, list[_Labelled]] = defaultdict(list)
        self._by_head: dict[str, list[_Labelled]] = {}
        self._entries = _Entries(self._entry)
        for label, phrases in lists.items():
            for phrase in phrases:
                self._add(phrase, label)
        anywhere = self._patterned[ANY]
        self._before, _ = _sorted_out(ANY, [one for one in anywhere if seconds(one[0]) is not None])
        self._patterned[ANY] = [one for one in anywhere if seconds(one[0]) is None]

    def _add(self, phrase: str, label: str) -> None:
        phrase = phrase.replace(" .. ", _BETWEEN)
        plain = expanded(phrase)
        if plain is None:
            for start in {head[:1] or ANY for head in heads(phrase, HEAD)}:
                self._patterned[start].append((phrase, label))
        for words in plain or ():
            self._root.add(words.split(), label)

    def _matching(self, word: str) -> _Patterns:
        """The patterns that can match from a word on."""
        head = f"{word} "[:HEAD]
        fitting = self._by_head.get(head)
        if fitting is None:
            listed = (*self._patterned.get(head[0], ()), *self._patterned[ANY])
            fitting = self._by_head[head] = [one for one in listed if may_start(one[0], head)]
        return _sorted_out(word, fitting) if fitting else _NO_PATTERNS

    def _entry(self, word: str) -> _Entry | None:
        """What a word can begin."""
        node = self._root.words.get(word, _LEAF)
        labels = node.labels + tuple(label for stem, label in self._root.stems if word.startswith(stem))
        by_second, others = self._matching(word)
        entry = _Entry(labels, node, by_second, others, self._before.get(word, ()))
        return entry if node is not _LEAF or any((labels, by_second, others, entry.before)) else None

    def scan(self, text: str) -> Found:
        """The spans of each label in order; of one label the longest at a place, and none that overlap. What is found
        of a label is to be read only: most share one empty list."""
        found = self._nothing.copy()
        words = text.split()
        there = set(words)
        blanks = list(map(add, accumulate(map(len, words), initial=0), count()))
        words.append("")
        for i, entry in enumerate(map(self._entries.__getitem__, words)):
            if entry is None:
                continue
            labels, node, by_second, others, before = entry
            if before and i:
                _match(before, text, blanks[i - 1], there, found)
            for label in labels:
                _keep(found, label, blanks[i], blanks[i + 1])
            following = words[i + 1]
            if following in node.words or node.stems:
                _walk(node, words, blanks, i, found)
            if patterns := by_second.get(following, others):
                _match(patterns, text, blanks[i], there, found)
        return found

    def longest(self, text: str, position: int) -> dict[str, int]:
        """Where each label's longest match ends that begins at the blank at `position`; empty when none does."""
        end = text.find(" ", position + 1)
        if end < 0:
            return {}
        entry = self._entries[text[position + 1 : end]]
        if entry is None:
            return {}
        labels, node, by_second, others, _ = entry
        best = dict.fromkeys(labels, end)
        following = _reached(node, text, end, best)
        for one in by_second.get(following, others):
            match = one.match(text, position)
            if match and match.end() > best.get(one.label, 0):
                best[one.label] = match.end()
        return best


def _sorted_out(first: str, phrases: Sequence[_Labelled]) -> _Patterns:
    """Phrases that begin with a word as patterns; of one label those are one pattern of which the same can be told."""
    groups: dict[tuple[str, bool, bool], list[str]] = defaultdict(list)
    for phrase, label in phrases:
        groups[label, seconds(phrase) is None, needed(phrase) is None].append(phrase)
    told = {phrase: seconds(phrase, first) for phrase, _ in phrases}

    def before(second: str | None) -> Iterable[_Pattern]:
        for (label, _, _), listed in groups.items():
            fitting = tuple(one for one in listed if (words := told[one]) is None or second in words)
            if fitting:
                yield _pattern(label, fitting)

    words = frozenset[str]().union(*filter(None, told.values()))
    return {word: tuple(before(word)) for word in words}, tuple(before(None))


def _all_told(sets: Iterable[frozenset[str] | None]) -> frozenset[str] | None:
    told = list(sets)
    return None if None in told else frozenset[str]().union(*(words for words in told if words))


def _reached(node: _Node, text: str, end: int, best: dict[str, int]) -> str:
    """Notes for each label how far its plain phrases go whose first word ends at `end`; the word behind that one."""
    second: str | None = None
    following: _Node | None = node
    while following:
        begin, end = end + 1, text.find(" ", end + 1)
        if end < 0:
            break
        word = text[begin:end]
        second = word if second is None else second
        for stem, label in following.stems:
            if word.startswith(stem):
                best[label] = end
        following = following.words.get(word)
        for label in following.labels if following else ():
            best[label] = end
    return second or ""


def _walk(node: _Node, words: list[str], blanks: list[int], i: int, found: Found) -> None:
    """Follows the words behind the `i`th as far as phrases go."""
    start = blanks[i]
    following: _Node | None = node
    while following:
        i += 1
        word = words[i]
        for stem, label in following.stems:
            if word.startswith(stem):
                _keep(found, label, start, blanks[i + 1])
        following = following.words.get(word)
        if following:
            for label in following.labels:
                _keep(found, label, start, blanks[i + 1])


def _match(patterns: Iterable[_Pattern], text: str, start: int, there: set[str], found: Found) -> None:
    """Tries patterns at a place, but for those of which a needed word is nowhere in the text."""
    for one in patterns:
        if one.needed is not None and one.needed.isdisjoint(there):
            continue
        if match := one.match(text, start):
            _keep(found, one.label, start, match.end())


def _keep(found: Found, label: str, start: int, end: int) -> None:
    spans = found[label]
    if not spans:
        found[label] = [(start, end)]
    elif spans[-1][1] <= start:
        spans.append((start, end))
    elif spans[-1][0] == start and end > spans[-1][1]:
        spans[-1] = (start, end)
