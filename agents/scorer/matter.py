"""What a reply is about in a language that is read by a short list (`matter.LANGUAGE.toml`): that what an item asks for
is missing, or the matter of another item."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from agents.language import Language, flat, texts
from agents.questions.bank import bank
from agents.reading.model.folding import folded

_LONGEST: Final = 600


def lacks(text: str, item: int, language: Language) -> bool:
    """Whether a reply says that what the item asks for is missing ("no duermo nada"), which is no denial."""
    pattern = _lacking(language).get(item)
    return pattern is not None and pattern.search(flat(text[:_LONGEST])) is not None


def lacks_anything(text: str, language: Language) -> bool:
    """Whether a reply says of any item that what it asks for is missing: its "no" denies no other item."""
    said = flat(text[:_LONGEST])
    return any(pattern.search(said) for pattern in _lacking(language).values())


def another(text: str, item: int, language: Language) -> bool:
    """Whether a reply names the matter of another item and not, however loosely, that of this one."""
    said = folded(text[:_LONGEST])
    others = (named for one, (named, _) in _stems(language).items() if one != item)
    return not names(text, item, language) and any(named.search(said) for named in others)


def names(text: str, item: int, language: Language) -> bool:
    """Whether a reply names the item's matter, however loosely; never for item 0."""
    said, own = folded(text[:_LONGEST]), _stems(language).get(item)
    return own is not None and any(stems.search(said) for stems in own)


@cache
def _lacking(language: Language) -> dict[int, re.Pattern[str]]:
    told = texts(Path(__file__), language)
    between = rf"(?:\s+(?!{told['problem']}\b)\w+){{0,4}}?\s+"
    return {
        int(item): re.compile(rf"\b(?:{told['without']})\b{between}(?:{what})(?!\w*\s+{told['little']}\b)")
        for item, what in told["lacking"].items()
    }


@cache
def _stems(language: Language) -> dict[int, tuple[re.Pattern[str], re.Pattern[str]]]:
    return {one.id: (_any_of(one.words), _any_of(one.hints)) for one in bank(language).items}


def _any_of(stems: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(re.escape(folded(stem)) for stem in stems) or '(?!)'})")
