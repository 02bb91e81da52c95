"""What a reply plainly tells of instead of the item asked, also in few words."""

from typing import Final

from agents.reading.document import document
from agents.reading.model import topics
from agents.reading.stance import Lead

_FAR_MORE: Final = 6.0
"""How much more few words have to tell of another item ("I keep forgetting stuff daily"); of 845 answers in `limits`
(benchmarks/training/data/held_out.toml) the likeliest comes to 4.5."""
NAMED_MORE: Final = 4.0
"""How much more a Spanish reply that names another item has to tell of something else; of authors es_b, es_d and es_e
the answers to the item itself come to 3.4 at most."""
_ANSWERS: Final = 0.98
"""A reply that is likelier than this an answer is one, whatever it tells of; so is a yes or a no."""
_LETTERS: Final = 4
_COMPARES: Final = frozenset({"more", "less", "than", "usual", "usually", "normal", "same", "much", "most"})
"""Words that tell of nothing by themselves."""


def elsewhere(reply: str, item: int, answers: float) -> int | None:
    """As topics.elsewhere, for replies of few words too: another item, 0 for none of the form, None where the reply may
    well tell of the one asked. `answers`: how likely the learnt reader takes it for an answer, 0-1."""
    told = document(reply)
    if (plainly := topics.elsewhere(reply, item, answers)) is not None:
        return plainly
    if answers >= _ANSWERS or told.lead is not Lead.NOTHING:
        return None
    other, more = topics.rival(reply, item)
    few = bool(other) and any(len(word) >= _LETTERS for word in told.beside if word not in _COMPARES)
    return other if few and more >= _FAR_MORE else None
