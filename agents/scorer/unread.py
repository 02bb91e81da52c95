"""What tells something in a reply without a yes, a no, a time or a word for the problem: hedges, words of suffering."""

import re
from typing import Final

from agents.scorer.reading import Reading
from agents.scorer.vocabulary import Span, ends_at, pattern

_ONESELF: Final = frozenset({"i", "me", "myself"})
_TALK: Final = frozenset({"you", "your", "this", "these", "question", "questions"})
"""Words of remarks about the conversation: "this is awful"."""
_OTHERS: Final = re.compile(
    r"(?: [,.;:—])?(?: (?:and|so|then|well|because|but))* (?:he|she|you|our \w+|it (?:has |have )?(?:rain|snow)\w*) "
).match
"""How a clause begins that is about others, or the weather."""
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


def elsewhere(reading: Reading) -> bool:
    """Whether how often is said of somebody or something else and the problem is not named: "he calls daily"."""
    if reading.frequency is None or not reading.lexicon.own or reading.signs.present:
        return False
    start, end = reading.clauses.around(reading.frequency.mentions[0].start + 1)
    clause = reading.clauses.text[start : end + 1]
    return _OTHERS(clause) is not None and _ONESELF.isdisjoint(clause.split())


def severity(reading: Reading) -> tuple[Span, ...]:
    """Words of suffering that are said of oneself or by themselves: "I was a wreck", "Terrible, really"."""
    clauses = reading.clauses
    return tuple(span for span in clauses.marks["sour"] if _own(clauses.text, clauses.around(span[0] + 1)))


def _own(text: str, clause: Span) -> bool:
    words = text[clause[0] : clause[1] + 1].split()
    return not _ONESELF.isdisjoint(words) or (len(words) <= _BARE and _TALK.isdisjoint(words))
