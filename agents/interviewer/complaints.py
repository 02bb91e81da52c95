"""Complaints of the conversation itself ("you're not listening", "this is pointless"). They answer no item; the
catalogue has the words for them."""

import re
from functools import cache
from typing import Final

from agents.interviewer.telling import tells
from agents.language import Language
from agents.questions.catalogue import Entry, catalogue
from agents.reading.model.folding import folded

_LONGEST: Final = 300


def complaint(text: str, language: Language) -> Entry | None:
    """The topic of a message that does nothing but complain of the conversation; None where it says anything else."""
    if len(text) > _LONGEST:
        return None
    left, found = folded(text), None
    for one in catalogue(language).entries:
        if (without := one.without(left)) != left:
            left, found = without, found or one
    return found if found and _around(language).fullmatch(left) and not tells(left.strip(), language) else None


@cache
def _around(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?:{catalogue(language).around}|\W)*")
