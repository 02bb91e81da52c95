"""Elements: the parts of which phrases are made, each saying where it can end in a text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

_MARKS = frozenset('.,!?;"')


class Text:
    """Canonical words and marks, with what has already been found in them."""

    __slots__ = ("_places", "ends", "known", "mask", "measure", "measured", "words")

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self.known = frozenset(words)
        self.ends: dict[tuple[int, int], tuple[int, ...]] = {}
        self.mask = 0
        self.measure = 0
        self.measured: object = None
        self._places: dict[str, list[int]] | None = None

    def starts(self, heads: frozenset[str]) -> Sequence[int]:
        """Where any of these words stands, in order."""
        wanted = self.known & heads
        if not wanted:
            return []
        if self._places is None:
            self._places = {}
            for place, word in enumerate(self.words):
                self._places.setdefault(word, []).append(place)
        held = self._places
        if len(wanted) == 1:
            return held[next(iter(wanted))]
        return sorted(chain.from_iterable(map(held.__getitem__, wanted)))


@dataclass(frozen=True, slots=True)
class Span:
    """Words `start` to `end` (exclusive) of a text."""

    start: int
    end: int


class Element:
    """One element of a phrase. `ends(text, i)` are the word indices where it can end when it begins at `i`.

    `cues`: a text that matches holds one of these words; `single`: the element is one of these words and no more;
    `heads`: it begins with one of these words, or with a word that begins with one of the `stems`. None where that
    can't be said."""

    __slots__ = ()
    cues: frozenset[str] | None = None
    single: frozenset[str] | None = None
    heads: frozenset[str] | None = None
    stems: tuple[str, ...] = ()

    def ends(self, text: Text, i: int) -> Iterable[int]:
        """The word indices where the element can end when it begins at word `i`."""
        raise NotImplementedError


class Words(Element):
    """One word of several, or one that begins with a stem."""

    __slots__ = ("cues", "heads", "plain", "single", "stems")

    def __init__(self, words: Iterable[str]) -> None:
        words = list(words)
        self.stems = tuple(word[:-1] for word in words if word[-1] == "*")
        self.plain = frozenset(word for word in words if word[-1] != "*") if self.stems else frozenset(words)
        self.heads = self.plain
        self.cues = self.single = None if self.stems else self.plain

    def ends(self, text: Text, i: int) -> Iterable[int]:
        if i < len(text.words) and self.holds(text.words[i]):
            return (i + 1,)
        return ()

    def holds(self, word: str) -> bool:
        """Whether the word is one of these."""
        return word in self.plain or (bool(self.stems) and word.startswith(self.stems))


class Number(Element):
    """A word that begins with a digit."""

    __slots__ = ()

    def ends(self, text: Text, i: int) -> Iterable[int]:
        return (i + 1,) if i < len(text.words) and text.words[i][0].isdigit() else ()


class Edge(Element):
    """The beginning or the end of the text (a closing mark may follow)."""

    __slots__ = ("_last",)

    def __init__(self, last: bool) -> None:
        self._last = last

    def ends(self, text: Text, i: int) -> Iterable[int]:
        if self._last:
            rest = text.words[i:]
            return (i,) if not rest or (len(rest) == 1 and rest[0] in _MARKS) else ()
        return (i,) if i == 0 else ()


class Gap(Element):
    """Up to so many words, none of them a barred mark."""

    __slots__ = ("_barred", "_most")

    def __init__(self, most: int, kind: str) -> None:
        self._most = most
        self._barred = {"": _MARKS, ",": _MARKS - {","}, ".": frozenset()}[kind]

    def ends(self, text: Text, i: int) -> Iterable[int]:
        if not self._most:
            return (i,)
        words = text.words[i : i + self._most]
        if self._barred.isdisjoint(words):
            return range(i, i + len(words) + 1)
        return range(i, i + next(n for n, word in enumerate(words) if word in self._barred) + 1)


class Not(Element):
    """Something that must not follow; takes no words."""

    __slots__ = ("_inner",)

    def __init__(self, inner: Element) -> None:
        self._inner = inner

    def ends(self, text: Text, i: int) -> Iterable[int]:
        return () if any(True for _ in self._inner.ends(text, i)) else (i,)


class Optional(Element):
    """Something that may be there."""

    __slots__ = ("inner",)

    def __init__(self, inner: Element) -> None:
        self.inner = inner

    def ends(self, text: Text, i: int) -> Iterable[int]:
        return (*self.inner.ends(text, i), i)
