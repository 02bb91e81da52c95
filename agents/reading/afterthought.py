"""What follows a no and a `but` in a reply ("no, but sometimes I do"): often the answer, which the no would hide."""

import re
from collections.abc import Sequence
from typing import Final

from agents.reading.however_asked import however_asked
from agents.reading.model.reader import reader
from agents.reading.model.topics import rival

_TELLS: Final = 0.5
"""How likely words have to be an answer, and what it asks about in them."""
_NEAR: Final = 0.2
"""How likely any danger has to be in them, behind the question and by themselves, as a mean, where they tell so much
more of something else as `_ELSEWHERE` says ("no, but I get mad")."""
_ELSEWHERE: Final = 4.5
_FEW: Final = 2
"""Words that tell of nothing but how it went ("a bit")."""
_NO: Final = (
    r"\W*(?:(?:um+|uh+|hm+|well|honestly|god|oh|pues|bueno|eh|m+|(?:la )?verdad(?: que| es que)?|en realidad)[\s,.]+)*"
    r"(?:no|not (?:really|exactly|at all|so much|as such|actually)|nope|nah|never|para nada|nunca)\b"
    r"(?:\W+(?:no|not (?:really|at all|exactly)|never)\b)*"
)
_BUT: Final = r"(?:but|although|though|except|apart from|aside from|other than|i mean|pero|aunque|salvo|o sea)\b\W*"
_ONLY: Final = r"(?=(?:only|just|sometimes|maybe|once|solo|sólo|so\u0301lo|a veces|alguna vez)\b)"
_LEAD: Final = re.compile(
    rf"{_NO}(?:[^.!?\n]{{0,60}}?(?:[.!?]?\s{_BUT}|[,;]\s*{_ONLY})"
    rf"|\W*[\s.!?](?:{_BUT})?(?:(?:well|bueno)\b\W*(?:{_BUT})?|{_BUT}|{_ONLY}))",
    re.IGNORECASE,
)
"""A no with a `but` in the same sentence or at the beginning of the next, or with an `only` right behind it."""


def beyond_no(text: str) -> str | None:
    """The text with blanks in place of a no at its beginning and of all up to its `but`, so that places stay; None
    where it begins otherwise, or goes on without one."""
    lead = _LEAD.match(text)
    if lead is None or not any(map(str.isalnum, text[lead.end() :])):
        return None
    return " " * lead.end() + text[lead.end() :]


def tells(said: str, item: int, questions: Sequence[str]) -> bool:
    """Whether words are an answer to an item and say that its matter was there, however it is asked."""
    told = however_asked(said, item, questions)
    if min(told.acts[0], 1 - told.scores[0]) < _TELLS:
        return False
    near = 1 - (told.tiers[0] + reader().read(None, said).tiers[0]) / 2
    return near >= _NEAR or len(said.split()) <= _FEW or rival(said, item)[1] < _ELSEWHERE
