"""The compiler of phrases: from their sources and the word classes of a lexicon to rows of elements."""

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Final

from agents.risk.phrases.elements import Edge, Element, Gap, Not, Number, Optional, Words
from agents.risk.phrases.needs import Needs
from agents.risk.phrases.patterns import Bank, Class, Phrase

Lexicon = Mapping[str, list[str]]
# How common words are, as far as choosing a phrase's rarest words goes; any other word weighs 1.
_COMMON, _FREQUENT = 1000, 40


class Compiler:
    """Compiles phrases against a lexicon; each word class is compiled once."""

    def __init__(self, lexicon: Lexicon, common: Iterable[str] = (), frequent: Iterable[str] = ()) -> None:
        self._lexicon = lexicon
        self._weights = dict.fromkeys(frequent, _FREQUENT) | dict.fromkeys(common, _COMMON)
        self._classes: dict[str, Element] = {}
        self._elements: dict[str, Element] = {}
        self._ranks: dict[frozenset[str], tuple[int, list[str]]] = {}
        self.needs: Final = Needs()

    def bank(self, phrases: Iterable[str]) -> Bank:
        """A bank of phrases."""
        return Bank((self.phrase(phrase) for phrase in phrases), self.needs)

    def phrase(self, source: str) -> Phrase:
        """One phrase from its source."""
        return self._row(tuple(map(self._known, source.split())))

    def _row(self, elements: tuple[Element, ...]) -> Phrase:
        named = {e.cues for e in elements if e.cues is not None}
        needs = tuple(sorted(named, key=self._rank) if len(named) > 1 else named)
        return Phrase(elements, needs, sum(map(self.needs.bit, needs)), self._anchor(elements))

    def _anchor(self, elements: tuple[Element, ...]) -> tuple[int, frozenset[str]] | None:
        """The rarest of the single words with which the elements begin."""
        first = [single for single in takewhile(bool, (element.single for element in elements)) if single]
        return min(enumerate(first), key=lambda placed: self._rank(placed[1])[0], default=None)

    def _rank(self, cues: frozenset[str]) -> tuple[int, list[str]]:
        """How common the words of a set are, together, and the words in order."""
        rank = self._ranks.get(cues)
        if rank is None:
            weight = sum(self._weights.get(cue, 1) if cue[0].isalnum() else _COMMON for cue in cues)
            rank = self._ranks[cues] = (weight, sorted(cues))
        return rank

    def _known(self, source: str) -> Element:
        """The element of a source; the same source is one element."""
        element = self._elements.get(source)
        if element is None:
            element = self._elements[source] = self._element(source)
        return element

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
                    others.append(self._row((element,)))
        if not others:
            return Words(words)
        if words:
            others.append(self._row((Words(words),)))
        single = len(others) == 1 and len(others[0].elements) == 1
        return others[0].elements[0] if single else Class(Bank(others, self.needs))

    def _named(self, name: str) -> Element:
        if name not in self._classes:
            sources = self._lexicon[name]
            if all(" " not in source and not source.endswith("?") for source in sources):
                self._classes[name] = self._any("|".join(sources))
            else:
                self._classes[name] = Class(self.bank(sources))
        return self._classes[name]
