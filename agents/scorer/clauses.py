"""Where one thought ends and the next begins, and what in a clause turns its sense about."""

from bisect import bisect_right
from dataclasses import dataclass

from agents.scorer.vocabulary import pattern

_REACH = 90
"""How many characters back a negation is looked for."""


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses and sentences of a text in plain words, as offsets where each begins; the first is 0."""

    text: str
    starts: tuple[int, ...]
    sentences: tuple[int, ...]

    def around(self, position: int) -> tuple[int, int]:
        """The clause that holds a position."""
        return _piece(self.starts, position, len(self.text))

    def sentence(self, position: int) -> tuple[int, int]:
        """The sentence that holds a position."""
        return _piece(self.sentences, position, len(self.text))


def _piece(starts: tuple[int, ...], position: int, length: int) -> tuple[int, int]:
    i = bisect_right(starts, position)
    return starts[max(0, i - 1)], starts[i] if i < len(starts) else length


def split(text: str) -> Clauses:
    """Cut plain words into clauses and sentences."""
    clauses = (0, *(m.start() for m in pattern("clause_end").finditer(text)))
    return Clauses(text, clauses, (0, *(m.start() for m in pattern("sentence_end").finditer(text))))


def scope(text: str, position: int) -> str:
    """The words before a position that a negation could reach it from."""
    window = text[max(0, position - _REACH) : position] + " "
    begin = 0
    for match in pattern("scope_end").finditer(window):
        begin = match.end()
    return window[begin:]


def _negations(window: str) -> int:
    return len(pattern("negator").findall(pattern("sham").sub(" ", window)))


def negated(text: str, position: int) -> bool:
    """Whether an odd number of negations reaches the words at this position."""
    window = scope(text, position)
    return len(window) > 2 and _negations(window) % 2 == 1


def wanting(text: str, position: int) -> bool:
    """Whether something good at this position is denied, scarce, hard or over, so that its absence is the problem."""
    window = scope(text, position)
    count = len(pattern("negator").findall(window))
    return count % 2 == 1 or (count == 0 and pattern("scarce").search(window) is not None)
