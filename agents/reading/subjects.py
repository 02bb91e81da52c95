"""What a reply plainly tells of instead of the item asked, also in few words."""

from typing import Final

from agents.language import ENGLISH, Language
from agents.reading.document import document
from agents.reading.model import topics
from agents.reading.stance import Lead

_FAR_MORE: Final = 6.0
"""How much more few words have to tell of another item ("I keep forgetting stuff daily"); of 845 answers in `limits`
(benchmarks/training/data/held_out.toml) the likeliest comes to 4.5."""
NAMED_MORE: Final = 4.0
"""How much more a Spanish reply that names another item has to tell of something else; of authors es_b, es_d and es_e
the answers to the item itself come to 3.4 at most."""
_RATHER: Final = 3.0
"""From here on a score of such words is not proposed to a clinician, who can ask; of 485 answers above 0 in `limits`
that are scored, 22 come to more. In Spanish from NAMED_MORE on."""
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
    return other if other and _telling(told.beside) and more >= _FAR_MORE else None


def rather(reply: str, item: int, language: Language) -> int | None:
    """The other item that a reply tells of rather than the one asked, for whoever can ask again; None where it tells of
    none, begins with a no, or only says how often."""
    told = document(reply)
    if told.lead in (Lead.NO, Lead.WEAK_NO) or not _telling(told.beside):
        return None
    other, more = topics.rival(reply, item)
    return other if other and more >= (_RATHER if language == ENGLISH else NAMED_MORE) else None


def _telling(words: tuple[str, ...]) -> bool:
    """Whether some word beside those of how often tells of anything."""
    return any(len(word) >= _LETTERS for word in words if word not in _COMPARES)
