"""Patterns: the small language in which rules are written, and its matcher over the words of a text.

A phrase is a row of elements with blanks between: `word`, `one|other`, `stem*`, `two_words|one`, `{name}` (a word class
of the lexicon, also in `word|{name}`), a trailing `?` for an optional element, `~3` for up to three words, `~3,` with
commas, `~3.` with any punctuation, `!word` or `!{name}` for "not followed by", `#` for a number, `^` and `$` for the
ends of the text. Gaps are bounded and word classes are looked up, so no text makes a search run away.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from agents.risk.phrases.elements import Element, Not, Optional, Span, Text
from agents.risk.phrases.needs import Needs

_FEW = 24  # phrases that are tested one by one, which is faster than finding out which of them are called


class Class(Element):
    """A class of several-word phrases (or an alternation that holds one); what it finds is kept with the text."""

    __slots__ = ("_bank", "_key", "cues", "heads", "stems")

    def __init__(self, bank: "Bank") -> None:
        self._bank = bank
        self._key = id(bank)
        self.cues = bank.cues
        self.heads = bank.heads
        self.stems = bank.stems

    def ends(self, text: Text, i: int) -> Iterable[int]:
        if self.heads is not None:
            if i >= len(text.words):
                return ()
            word = text.words[i]
            if word not in self.heads and not (self.stems and word.startswith(self.stems)):
                return ()
        key = (self._key, i)
        found = text.ends.get(key)
        if found is None:
            found = text.ends[key] = self._bank.ends(text, i)
        return found


@dataclass(frozen=True, slots=True)
class Phrase:
    """A row of elements. `needs`: sets of words; a text that matches holds one of each, and its mask the bits of
    `mask`. The rarest comes first. `anchor`: at so many words from the beginning stands one of these words. `heads`
    and `stems`: how a match begins, as with elements."""

    elements: tuple[Element, ...]
    needs: tuple[frozenset[str], ...]
    mask: int
    anchor: tuple[int, frozenset[str]] | None
    heads: frozenset[str] | None = field(init=False)
    stems: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        heads, stems = _beginning(self.elements)
        object.__setattr__(self, "heads", heads)
        object.__setattr__(self, "stems", stems)

    @property
    def cues(self) -> frozenset[str] | None:
        """Words of which one must be in a text for the phrase to match (None: can't be said)."""
        return self.needs[0] if self.needs else None

    def match(self, text: Text, i: int, k: int = 0) -> int:
        """Where the phrase ends when it begins at word `i`; -1 when it does not match there."""
        elements, words = self.elements, text.words
        size, last = len(words), len(elements)
        while k < last:
            element = elements[k]
            k += 1
            if (single := element.single) is not None:
                if i >= size or words[i] not in single:
                    return -1
                i += 1
                continue
            return self._branch(text, element.ends(text, i), k)
        return i

    def _branch(self, text: Text, ends: Iterable[int], k: int) -> int:
        """The match of what follows element `k - 1`, at the first of its ends from which there is one."""
        if k == len(self.elements):
            return next(iter(ends), -1)
        words, single = text.words, self.elements[k].single
        for j in ends:
            if single is not None and (j >= len(words) or words[j] not in single):
                continue
            end = self.match(text, j, k)
            if end >= 0:
                return end
        return -1

    def search(self, text: Text) -> Span | None:
        """The first match."""
        for i in self.starts(text):
            if (end := self.match(text, i)) >= 0:
                return Span(i, end)
        return None

    def starts(self, text: Text) -> Iterable[int]:
        """Where the phrase could begin."""
        if self.anchor is not None:
            offset, words = self.anchor
            places = text.starts(words)
            return [place - offset for place in places if place >= offset] if offset else places
        heads, stems = self.heads, self.stems
        if heads is None:
            return range(len(text.words))
        if stems:
            return text.starts(heads.union([word for word in text.known if word.startswith(stems)]))
        return text.starts(heads)


def _beginning(elements: tuple[Element, ...]) -> tuple[frozenset[str] | None, tuple[str, ...]]:
    """The heads and stems of whatever the elements match."""
    found: frozenset[str] = frozenset()
    stems: tuple[str, ...] = ()
    for element in elements:
        if isinstance(element, Not):
            continue
        first = element.inner if isinstance(element, Optional) else element
        if first.heads is None:
            return None, ()
        found, stems = found | first.heads, (*stems, *first.stems)
        if first is element:
            return found, stems
    return None, ()


class Bank:
    """Phrases searched together, each called only by a text that holds one word of each set that it needs."""

    def __init__(self, phrases: Iterable[Phrase], needs: Needs) -> None:
        self.phrases = list(phrases)
        self._needs = needs
        self._other = [phrase for phrase in self.phrases if phrase.heads is None]
        self._stemmed = [phrase for phrase in self.phrases if phrase.stems]
        self.heads = None if self._other else frozenset[str]().union(*(phrase.heads or () for phrase in self.phrases))
        self.stems = tuple(dict.fromkeys(stem for phrase in self._stemmed for stem in phrase.stems))
        self.cues = _together(phrase.cues for phrase in self.phrases)
        self._bit = needs.bit(self.cues) if self.cues else 0
        self._always = [n for n, phrase in enumerate(self.phrases) if phrase.cues is None]

    @cached_property
    def _first(self) -> dict[str, list[Phrase]]:
        """The phrases that each word can begin."""
        first: dict[str, list[Phrase]] = {}
        for phrase in self.phrases:
            for word in phrase.heads or ():
                first.setdefault(word, []).append(phrase)
        return first

    @cached_property
    def _by_cue(self) -> dict[str, list[int]]:
        """The numbers of the phrases that need one of a set with that word."""
        by_cue: dict[str, list[int]] = {}
        for n, phrase in enumerate(self.phrases):
            for cue in phrase.cues or ():
                by_cue.setdefault(cue, []).append(n)
        return by_cue

    @cached_property
    def _cues(self) -> frozenset[str]:
        return frozenset(self._by_cue)

    def ends(self, text: Text, i: int) -> tuple[int, ...]:
        """Where any of the phrases ends when it begins at `i`, longest first."""
        word = text.words[i] if i < len(text.words) else ""
        called = [*self._first.get(word, ()), *self._other]
        if self.stems and word.startswith(self.stems):
            called += [phrase for phrase in self._stemmed if word.startswith(phrase.stems)]
        if not called:
            return ()
        found = {phrase.match(text, i) for phrase in called}
        found.discard(-1)
        return tuple(sorted(found, reverse=True)) if found else ()

    def _called(self, text: Text) -> list[Phrase]:
        mask = self._needs.mask(text)
        if self._bit and not mask & self._bit:
            return []
        phrases = self.phrases
        if len(phrases) <= _FEW:
            return [phrase for phrase in phrases if mask & phrase.mask == phrase.mask]
        called = set(self._always)
        for cue in text.known & self._cues:
            called.update(self._by_cue[cue])
        return [phrase for n in sorted(called) if mask & (phrase := phrases[n]).mask == phrase.mask]

    def search(self, text: Text) -> Span | None:
        """The earliest match of any phrase; of several that begin there, the longest."""
        return earliest(self._called(text), text)

    def found(self, text: Text) -> bool:
        """Whether any phrase matches."""
        return any(phrase.search(text) for phrase in self._called(text))

    def every(self, text: Text) -> list[Span]:
        """Matches in order, not overlapping, the longest at each place."""
        return every(self._called(text), text)


def earliest(phrases: Iterable[Phrase], text: Text) -> Span | None:
    """The earliest match of any of the phrases; of several that begin there, the longest."""
    spans = [span for phrase in phrases if (span := phrase.search(text))]
    return min(spans, key=lambda span: (span.start, -span.end), default=None)


def every(phrases: list[Phrase], text: Text) -> list[Span]:
    """Matches of the phrases in order, not overlapping, the longest at each place."""
    if not phrases:
        return []
    ends: dict[int, int] = {}
    for phrase in phrases:
        for i in phrase.starts(text):
            end = phrase.match(text, i)
            if end > ends.get(i, i):
                ends[i] = end
    spans: list[Span] = []
    for i in sorted(ends):
        if not spans or i >= spans[-1].end:
            spans.append(Span(i, ends[i]))
    return spans


def _together(sets: Iterable[frozenset[str] | None]) -> frozenset[str] | None:
    found: set[str] = set()
    for each in sets:
        if each is None:
            return None
        found |= each
    return frozenset(found)
