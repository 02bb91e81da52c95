"""What tells something in a reply without a yes, a no, a time or a word for the problem: hedges, words of suffering."""

from typing import Final

from agents.scorer.reading import Reading
from agents.scorer.vocabulary import Span, ends_at, pattern

_ONESELF: Final = frozenset({"i", "me", "myself"})
_TALK: Final = frozenset({"you", "your", "this", "these", "question", "questions"})
"""Words of remarks about the conversation: "this is awful"."""
_BARE: Final = 4
"""Words of a clause that says nothing but how bad it is."""


def hedged(text: str) -> Span | None:
    """The "maybe" or "I guess" of a reply that says nothing else."""
    position, found = 0, None
    while position < len(text) - 1:
        ends = ends_at(text, position, "perhaps", "filler")
        if not ends:
            return None
        if "perhaps" in ends and found is None:
            found = (position, ends["perhaps"])
        position = max(ends.values())
    return found


def meant(reading: Reading) -> tuple[Span, ...]:
    """Words that say of the problem, called "it", that it is there: "it comes over me", "I think about it"."""
    clauses = reading.clauses
    found = pattern("meant").search(clauses.text)
    if (
        found is None
        or clauses.negated(found.start() + 1)
        or clauses.text[clauses.sentence(found.start() + 1)[1] :][:3] == " ? "
    ):
        return ()
    return ((found.start(), found.end()),)


def severity(reading: Reading) -> tuple[Span, ...]:
    """Words of suffering that are said of oneself or by themselves: "I was a wreck", "Terrible, really"."""
    clauses = reading.clauses
    return tuple(span for span in clauses.marks["sour"] if _own(clauses.text, clauses.around(span[0] + 1)))


def _own(text: str, clause: Span) -> bool:
    words = text[clause[0] : clause[1] + 1].split()
    return not _ONESELF.isdisjoint(words) or (len(words) <= _BARE and _TALK.isdisjoint(words))
