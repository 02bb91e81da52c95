"""A plain no to whether thoughts of self-harm are there now, in its everyday forms; and one that is taken back in the
same breath ("no but I want to", "no, not until tonight"), which settles nothing."""

import re
from typing import Final

from agents.language import Language
from agents.risk.ruleset import rules

_LETTER: Final = re.compile(r"\W*n\W*", re.IGNORECASE)
"""A no in one letter; spelt out it would be an `and`."""
_SOME: Final = 8
"""Words of a reply that ends in its no ("im at work so no")."""


def says_no(text: str, plain: str, language: Language) -> bool:
    """Whether a reply, with its plain writing, says no and takes nothing of it back."""
    told = rules(language).answers
    if any(told[one].search(plain) for one in ("takes_back", "deed", "leans")):
        return False
    ends = told["ends_no"].search(plain) is not None and len(plain.split()) <= _SOME
    return ends or _LETTER.fullmatch(text) is not None or told["no"].search(plain) is not None
