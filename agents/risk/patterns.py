"""Patterns: the small language in which rules are written, and its matcher over the words of a text.

A phrase is a row of elements with blanks between: `word`, `one|other`, `stem*`, `two_words|one`, `{name}` (a word class
of the lexicon, also in `word|{name}`), a trailing `?` for an optional element, `~3` for up to three words, `~3,` with
commas, `~3.` with any punctuation, `!word` or `!{name}` for "not followed by", `#` for a number, `^` and `$` for the
ends of the text. Gaps are bounded and word classes are looked up, so no text makes a search run away.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from agents.risk.elements import Edge, Element, Gap, Not, Number, Optional, Span, Text, Words

Lexicon = Mapping[str, list[str]]
# How common words are, as far as choosing a phrase's rarest words goes; any other word weighs 1.
_COMMON, _FREQUENT = 1000, 40


class _Class(Element):
    """A class of several-word phrases (or an alternation that holds one); what it finds is kept with the text."""

    __slots__ = ("_bank", "cues")

    def __init__(self, bank: "Bank") -> None:
        self._bank = bank
        self.cues = bank.cues

    def ends(self, text: Text, i: int) -> Iterable[int]:
        key = (id(self._bank), i)
        found = text.ends.get(key)
        if found is None:
            found = text.ends[key] = self._bank.ends(text, i)
        return found


@dataclass(frozen=True, slots=True)
class Phrase:
    """A row of elements. `needs`: sets of words; a text that matches holds one of each. The rarest comes first."""

    elements: tuple[Element, ...]
    needs: tuple[frozenset[str], ...]
    others: tuple[frozenset[str], ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "others", self.needs[1:])

    @property
    def cues(self) -> frozenset[str] | None:
        """Words of which one must be in a text for the phrase to match (None: can't be said)."""
        return self.needs[0] if self.needs else None

    def possible(self, text: Text) -> bool:
        """Whether a text that holds a cue holds the rest of what a match needs (cheap; most phrases end here)."""
        known = text.known
        for words in self.others:  # noqa: SIM110  # a generator would cost more than the test
            if known.isdisjoint(words):
                return False
        return True

    def match(self, text: Text, i: int, k: int = 0) -> int:
        """Where the phrase ends when it begins at word `i`; -1 when it does not match there."""
        if k == len(self.elements):
            return i
        for j in self.elements[k].ends(text, i):
            end = self.match(text, j, k + 1)
            if end >= 0:
                return end
        return -1

    def search(self, text: Text, begin: int = 0) -> Span | None:
        """The first match at or after word `begin`."""
        for i in self.starts(text):
            if i >= begin and (end := self.match(text, i)) >= 0:
                return Span(i, end)
        return None

    def starts(self, text: Text) -> Iterable[int]:
        """Where the phrase could begin."""
        first = self.elements[0]
        if not isinstance(first, Words):
            return range(len(text.words))
        if first.stems:
            return [i for i, word in enumerate(text.words) if first.holds(word)]
        plain = first.plain
        return [i for i, word in enumerate(text.words) if word in plain]


class Bank:
    """Phrases searched together, each called only by a text that holds one of its cue words."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self.phrases = list(phrases)
        self._first: dict[str, list[Phrase]] = {}
        self._other: list[Phrase] = []
        for phrase in self.phrases:
            head = phrase.elements[0]
            if isinstance(head, Words) and not head.stems:
                for word in head.plain:
                    self._first.setdefault(word, []).append(phrase)
            else:
                self._other.append(phrase)
        self.cues = _together(phrase.cues for phrase in self.phrases)
        self._by_cue: dict[str, list[int]] = {}
        self._always = [n for n, phrase in enumerate(self.phrases) if phrase.cues is None]
        for n, phrase in enumerate(self.phrases):
            for cue in phrase.cues or ():
                self._by_cue.setdefault(cue, []).append(n)

    def ends(self, text: Text, i: int) -> tuple[int, ...]:
        """Where any of the phrases ends when it begins at `i`, longest first."""
        called = self._first.get(text.words[i], ()) if i < len(text.words) else ()
        found = {phrase.match(text, i) for phrase in (*called, *self._other)} - {-1}
        return tuple(sorted(found, reverse=True))

    def _called(self, text: Text) -> list[Phrase]:
        called = set(self._always)
        for cue in text.known & self._by_cue.keys():
            called.update(self._by_cue[cue])
        phrases = self.phrases
        return [phrases[n] for n in sorted(called) if phrases[n].possible(text)]

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


def _needed(element: Element) -> tuple[frozenset[str], ...]:
    return () if element.cues is None else (element.cues,)


class Compiler:
    """Compiles phrases against a lexicon; each word class is compiled once."""

    def __init__(self, lexicon: Lexicon, common: Iterable[str] = (), frequent: Iterable[str] = ()) -> None:
        self._lexicon = lexicon
        self._weights = dict.fromkeys(frequent, _FREQUENT) | dict.fromkeys(common, _COMMON)
        self._classes: dict[str, Element] = {}

    def bank(self, phrases: Iterable[str]) -> Bank:
        """A bank of phrases."""
        return Bank(self.phrase(phrase) for phrase in phrases)

    def phrase(self, source: str) -> Phrase:
        """One phrase from its source."""
        elements = tuple(self._element(element) for element in source.split())
        named = {e.cues for e in elements if e.cues is not None}
        return Phrase(elements, tuple(sorted(named, key=lambda cues: (self._weight(cues), sorted(cues)))))

    def _weight(self, cues: frozenset[str]) -> int:
        return sum(self._weights.get(cue, 1) if cue[0].isalnum() else _COMMON for cue in cues)

    def _element(self, source: str) -> Element:
        match source[0]:
            case "^" | "$" if len(source) == 1:
                return Edge(source == "$")
            case "#" if len(source) == 1:
                return Number()
            case "~":
                kind = source[-1] if source[-1] in ",." else ""
                return Gap(int(source[1:].rstrip(",.")), kind)
            case "!" if len(source) > 1:
                return Not(self._element(source[1:]))
        if source.endswith("?") and len(source) > 1:
            return Optional(self._element(source[:-1]))
        return self._any(source)

    def _any(self, source: str) -> Element:
        words: list[str] = []
        others: list[Phrase] = []
        for word in source.split("|"):
            if word in {"$", "#"} or ("_" in word and not word.startswith("{")):
                others.append(self.phrase(word.replace("_", " ")))
            elif not word.startswith("{"):
                words.append(word)
            else:
                element = self._named(word[1:-1])
                if isinstance(element, Words):
                    words += [*element.plain, *(f"{stem}*" for stem in element.stems)]
                else:
                    others.append(Phrase((element,), _needed(element)))
        if not others:
            return Words(words)
        if words:
            others.append(Phrase((Words(words),), _needed(Words(words))))
        single = len(others) == 1 and len(others[0].elements) == 1
        return others[0].elements[0] if single else _Class(Bank(others))

    def _named(self, name: str) -> Element:
        if name not in self._classes:
            sources = self._lexicon[name]
            if all(" " not in source and not source.endswith("?") for source in sources):
                self._classes[name] = self._any("|".join(sources))
            else:
                self._classes[name] = _Class(self.bank(sources))
        return self._classes[name]
