"""Which item a patient means when they name a topic ("the sleep one", "question 3", "the last one")."""

import re
from collections.abc import Collection, Iterable
from functools import cache
from typing import Final

from agents.domain.level1 import ITEM_COUNT
from agents.interviewer.phrases import pattern, words
from agents.interviewer.port import Situation
from agents.language import ENGLISH, Language
from agents.questions.bank import bank
from agents.reading.model.folding import folded

SURE = 3
_LOOSE = 1
_NAME: Final = 2
"""Words of an item's name."""
_AROUND: Final = frozenset(
    {"the", "my", "a", "for", "on", "about", "that", "your", "one", "question", "answer", "change", "to", "is"}
    | {"el", "la", "los", "las", "lo", "mi", "mis", "de", "del", "en", "sobre", "pregunta", "respuesta"}
)
"""Words around it."""
_ENDS: Final = {"die": r"[sd]?\b"}
"""Ends of words that others begin with ("diet")."""
_CLAUSE: Final = re.compile(r"(?:(?!\s(?:and|but|y|pero|plus|also|ademas)\s)[^.!?;,\n])+")
ANOTHERS: Final = re.compile(
    r"\w(?<!\bit)(?<!\bthat)'s\b|s'(?!\w)|\b(?:his|hers?|their|your|our|sus?|(?<!\blo )(?<!\bla )de mis?)\b"
)
"""Somebody else's."""


@cache
def _stems(language: Language) -> tuple[tuple[int, re.Pattern[str], int], ...]:
    found: list[tuple[int, re.Pattern[str], int]] = []
    for wording in bank(language).items:
        for stems, weight in ((wording.words, SURE), (wording.hints, _LOOSE)):
            written = dict.fromkeys(stems if language == ENGLISH else map(folded, stems))
            found.extend(
                (wording.id, re.compile(rf"\b{re.escape(stem)}{_ENDS.get(stem, '')}"), weight) for stem in written
            )
    return tuple(found)


def weights(text: str, language: Language = ENGLISH) -> dict[int, int]:
    """How strongly a lower-case text (a folded one, but in English) names each item; items not named are left out."""
    total: dict[int, int] = {}
    for item, stem, weight in _stems(language):
        if stem.search(text):
            total[item] = total.get(item, 0) + weight
    return total


def named(text: str, among: Iterable[int], language: Language = ENGLISH) -> int | None:
    """The item of `among` (in the order asked) that a lower-case text matches best, the later one on a tie, or None."""
    found = weights(text, language)
    asked = [item for item in among if item in found]
    return max(enumerate(asked), key=lambda pair: (found[pair[1]], pair[0]))[1] if asked else None


def name_in(said: str) -> str:
    """Flat words without those that stand around an item's name."""
    return " ".join(one for one in re.findall(r"[\w']+", said) if one not in _AROUND)


def plainly_named(said: str, language: Language, least: int = SURE) -> bool:
    """Whether flat words are an item's name and little else ("the sleep one", "the alcohol"), and no part of a
    sentence."""
    name = name_in(said)
    few = 0 < len(name.split()) <= _NAME
    return few and max(weights(name, language).values(), default=0) >= least


def referred(text: str, answered: tuple[int, ...]) -> int | None:
    """The answered item that a reference means, by number, position or topic; None when it means none of them."""
    if not answered:
        return None
    if (number := pattern("number").search(text)) and 1 <= int(number[1]) <= ITEM_COUNT:
        return int(number[1]) if int(number[1]) in answered else None
    if words("first").search(text):
        return answered[0]
    return named(text, answered) or (answered[-1] if words("last").search(text) else None)


def meant(about: str, earlier: tuple[int, ...], language: Language) -> int | None:
    """The earlier item that words mean; None for none, and where they rather name one that was not asked yet."""
    if (number := name_in(about)).isdecimal():
        return int(number) if int(number) in earlier else None
    item = referred(about, earlier) if language == ENGLISH else named(about, earlier, language)
    found = weights(about, language)
    return None if item in found and max(found.values()) > found[item] else item


def fits_open(about: str, item: int, situation: Situation) -> bool:
    """Whether the words fit the open question at least as well as the earlier one."""
    found = weights(about, situation.language)
    return situation.item is not None and found.get(situation.item, 0) >= max(found.get(item, 0), 1)


def unasked(said: str, earlier: tuple[int, ...], situation: Situation) -> int | None:
    """The item that is plainly named and was not asked yet; None where there is none."""
    found = {one: weight for one, weight in weights(said, situation.language).items() if weight >= SURE}
    later = [one for one in found if situation.item and one > situation.item and one not in earlier]
    return max(later, key=found.__getitem__) if later and len(later) == len(found) else None


def also_named(text: str, but: Collection[int | None], language: Language) -> tuple[int, ...]:
    """The items that the clauses of a message plainly name, at most one a clause, without those of `but`."""
    found: dict[int, None] = {}
    for clause in _CLAUSE.findall(text):
        named_here = weights(folded(clause), language)
        best = max(named_here, key=named_here.__getitem__, default=0)
        if named_here.get(best, 0) >= SURE and best not in but:
            found[best] = None
    return tuple(found)


def later_named(text: str, item: int, language: Language) -> tuple[int | None, bool]:
    """The item behind this one that a folded text names most, more than this one, or None; and whether it names or
    hints at this one."""
    found = weights(text, language)
    later = {one: weight for one, weight in found.items() if one > item and weight >= SURE}
    best = max(later, key=later.__getitem__, default=None)
    return best if best and found.get(item, 0) < later[best] else None, item in found
