"""Parts: a message as a whole, and the runs of its clauses, each of which is read by itself as well."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from agents.risk.phrases.elements import Text
from agents.risk.plain.canon import Sentence, sentences
from agents.risk.sentence.polarity import opens_clause

MOST = 400
"""Words that are looked at together."""
_MOST_CLAUSES = 12
"""Of a message with more clauses, runs of few are read."""
_FEW = 3
_ENDS = frozenset({".", "!", "?", "..", ";"})
_MARKS = _ENDS | {",", '"'}
_LINKS = frozenset({"and", "but", "so", "then", ","})
_TURNS = frozenset({"but"})
_JOINS = frozenset({"and", "so", "then"})
_UNDER = frozenset(
    {"if", "when", "unless", "because", "since", "while", "as", "until", "whenever", "although", "though"}
)
_IF = frozenset({"if", "unless"})
_WHO = frozenset({"i", "he", "she", "they", "we", "you", "it"})
_PERSONS = _WHO | {"there"}
_NAMED = 2
_OFTEN = ("i", "mean")


class Part:
    """Words of a message that are read together, from the one at `first` on. `whole`: nothing is left out."""

    def __init__(self, words: tuple[str, ...], first: int, whole: bool) -> None:
        self.words = words
        self.first = first
        self.whole = whole

    @property
    def end(self) -> int:
        """The place after its last word in the message."""
        return self.first + len(self.words)

    @cached_property
    def clauses(self) -> list[Sentence]:
        """Its clauses, each at its place in the message."""
        begun = [*clauses(self.words), len(self.words)]
        return [Sentence(self.words[begin:end], self.first + begin) for begin, end in pairwise(begun)]

    @cached_property
    def sentences(self) -> list[Sentence]:
        """Its sentences, each at its place in the message."""
        return sentences(self.words, self.first)

    @cached_property
    def text(self) -> Sentence:
        """Its words, as many as are looked at together."""
        parts = self.sentences
        return parts[0] if len(parts) == 1 else Sentence(self.words[:MOST], self.first)

    @cached_property
    def everything(self) -> Text:
        """All of its words."""
        return self.text if len(self.words) <= MOST else Text(self.words)


def clauses(words: tuple[str, ...]) -> list[int]:
    """Where each clause begins: after a mark, at a `but`, and at an `and` with a subject of its own."""
    begun = [0]
    for place in range(1, len(words)):
        before, word = words[place - 1], words[place]
        marked = before in _MARKS and word not in _MARKS
        linked = word in _TURNS or (word in _JOINS and opens_clause(words, place + 1))
        if marked or linked:
            begun.append(place)
    return begun


def runs(words: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """The runs of clauses that can stand by themselves, longer ones first, as the places of their first word and after
    their last. A clause is not parted from the fragment that goes on with it (`I'll finish it tonight, the jigsaw`),
    nor from the `if` or `when` that it hangs on."""
    begun = [*clauses(words), len(words)]
    last = len(begun) - 1
    starts = {n for n in range(last) if n == 0 or _ended(words, begun[n]) or _parts(words, begun[n - 1], begun[n])}
    ends = [n for n in range(1, last + 1) if n == last or _ended(words, begun[n]) or _stands(words, begun[n])]
    for size in range(last - 1 if last <= _MOST_CLAUSES else _FEW, 0, -1):
        for n in ends:
            if n - size in starts:
                yield _bare(words, begun[n - size], begun[n])


def _ended(words: tuple[str, ...], place: int) -> bool:
    return words[place - 1] in _ENDS


def _parts(words: tuple[str, ...], before: int, place: int) -> bool:
    """Whether a clause can be parted from the one before it: neither hangs on the other."""
    if words[place : place + 2] == ("and", "that") and _WHO.intersection(words[place + 2 : place + 3]):
        return False
    before += words[before] in _LINKS
    return words[before] not in _IF or sum(word in _WHO for word in words[before:place]) > 1


def _stands(words: tuple[str, ...], place: int) -> bool:
    """Whether a clause of its own begins there, and no fragment of the one before."""
    place += words[place] in _LINKS
    if not opens_clause(words, place) or words[place] in _UNDER or words[place : place + 2] == _OFTEN:
        return False
    ends = next((n for n in range(place, len(words)) if words[n] in _MARKS), len(words))
    if words[max(place, ends - 2) : ends] == _OFTEN:
        ends -= len(_OFTEN)
    return ends - place > (1 if words[place] in _PERSONS else _NAMED)


def remarks(words: tuple[str, ...]) -> bool:
    """Whether words are clauses of their own from the first on, none of them a fragment: `We had soup, the bus was
    full.`"""
    begun = clauses(words)
    return all(_stands(words, place) for place in begun)


def _bare(words: tuple[str, ...], begin: int, end: int) -> tuple[int, int]:
    while begin < end - 1 and words[begin] in _LINKS:
        begin += 1
    while end - 1 > begin and words[end - 1] == ",":
        end -= 1
    return begin, end


def parts(whole: Part, places: Sequence[int] | None = None) -> Iterator[Part]:
    """The parts of a message that can be read by themselves, longer ones first: those that hold one of these places in
    it (in order; None: all)."""
    for begin, end in runs(whole.words):
        if places is None or bisect_left(places, begin) < bisect_left(places, end):
            yield Part(whole.words[begin:end], begin, False)
