"""Whether a sentence tells something of an item."""

import re
from typing import Final

from agents.domain.level1 import HARM_ITEM
from agents.interviewer.item_reference import also_named, weights
from agents.interviewer.language import LONGEST, foreign, speaks_of
from agents.interviewer.lists import lists
from agents.interviewer.phrases import pattern, words
from agents.language import ENGLISH, Language
from agents.reading.model.folding import folded

_OTHER: Final[Language] = "es"
_MERE: Final = 2
"""Words of a mere yes or no."""
_BARE: Final = 3
SMALL: Final = re.compile(
    r"an?|the|of|in|or|to|at|all|on|not|day|night|week|time|lot|bit|few|little|last|past|two|than|more|less|about|over"
    r"|around|like|just|only|maybe|probably|really|actually|please|instead|then|it|was|is|be|should|de|la|el|l[ao]s|una?"
    r"|en|o|al|que|por|del|mas|menos|como|dia|noche|semana|tiempo|era|es|fue|ser|favor|solo|so|i|guess|think"
    r"|single|other|every|th(?:is|ese)|for|out|least|once|while|ever|any|whole|half|honestly|pretty|much|quite|vez"
    r"|cuando|sin|falta"
)
"""Words that may stand beside how often, where no more than that is said."""
_END: Final = re.compile(r"[.!?;\n]+\s")
_PART: Final = re.compile(r"[^,.;:!?\n]*\w[^,.;:!?\n]*")


def often(sentence: str, language: Language) -> bool:
    """Whether a sentence says how often, as `tells` is given it."""
    if language == ENGLISH:
        return words("frequency").search(sentence) is not None
    return lists(language).within("frequency", sentence) is not None


def tells(sentence: str, language: Language = ENGLISH) -> bool:
    """Whether a sentence, in lower case with straight quotes (a folded one, but in English), says how often, or yes or
    no."""
    if often(sentence, language):
        return True
    if language != ENGLISH:
        return lists(language).within("yes_or_no", sentence) is not None
    return pattern("yes_or_no").match(sentence) is not None


def says_plainly(sentence: str, language: Language = ENGLISH) -> bool:
    """Whether a sentence says how often, or is a mere yes or no."""
    return often(sentence, language) or (len(sentence.split()) <= _MERE and tells(sentence, language))


def bare(text: str, language: Language = ENGLISH) -> bool:
    """Whether a message says how often, or yes or no, in few words that name no item: it answers the open one."""
    said = text.lower().replace("’", "'").strip() if language == ENGLISH else folded(text)
    return len(said.split()) <= _BARE and tells(said, language) and not weights(said, language)


def first_alone(text: str, item: int, language: Language = ENGLISH) -> str:
    """The first sentence of an answer, where it says how often by itself and what follows tells of other items
    ("several days. also I hear voices at night"); blanks hold the rest's place. Else the whole text."""
    end = _END.search(text.rstrip(" .!?\n"))
    if end is None or item == HARM_ITEM or not bare(text[: end.start()], language):
        return text
    others = also_named(text[end.end() :], (item,), language)
    return text[: end.end()] + " " * (len(text) - end.end()) if others else text


def tells_beside(text: str, language: Language) -> bool:
    """Whether a message says how often, and beside it only that the language of the interview is not understood
    ("no hablo inglés, 5 días"); in an interview in English also how often in Spanish alone ("casi todos los días")."""
    if language == ENGLISH and lists(_OTHER).within("only_often", folded(text)):
        return True
    parts = _PART.findall(text[:LONGEST])
    rest = [part for part in parts if speaks_of(part, language) is None]
    if len(rest) == len(parts) or any(foreign(part, language) for part in rest):
        return False
    return any(often(folded(part), language) for part in rest)


def language_beside(text: str, language: Language) -> str | None:
    """The language in which such a message says so; None for none."""
    return next(filter(None, (speaks_of(part, language) for part in _PART.findall(text[:LONGEST]))), None)
