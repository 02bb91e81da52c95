"""The same words written otherwise: without marks, with slips, with fillers, with a remark beside. Seeded."""

import re
from collections.abc import Sequence
from random import Random
from typing import Final

_MARKS: Final = re.compile(r"(?<!\d)[.,;:!?¿¡\"()-]+|[.,;:!?¿¡\"()-]+(?!\d)")
_SLIPS: Final = 0.03
_FILLERS: Final = {
    "en": ("um", "uh", "like", "you know", "i mean", "well", "i guess", "so", "honestly", "er"),
    "es": ("eh", "este", "pues", "o sea", "bueno", "mm", "la verdad", "no sé", "digamos", "a ver"),
}
_JOINTS: Final = {
    "en": (". ", ", ", " and ", " but ", ". ", "\n"),
    "es": (". ", ", ", " y ", " pero ", ". ", "\n"),
}
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def unmarked(text: str) -> str:
    """The text as typed on a phone: no marks, no capitals."""
    return " ".join(_MARKS.sub(" ", text).lower().split())


def slipped(text: str, random: Random) -> str:
    """The text with three in a hundred letters left out, doubled, exchanged with the next, or replaced."""
    found = list(text)
    for place in range(len(found) - 1):
        if not found[place].isalpha() or random.random() >= _SLIPS:
            continue
        kind = random.randrange(4)
        if kind == 0:
            found[place] = ""
        elif kind == 1:
            found[place] *= 2
        elif kind == 2:
            found[place], found[place + 1] = found[place + 1], found[place]
        else:
            found[place] = random.choice(_LETTERS)
    return "".join(found)


def filled(text: str, random: Random, language: str = "en") -> str:
    """The text with one to three fillers between its words, the first in front."""
    words = text.split(" ")
    for _ in range(random.randint(0, 2)):
        words.insert(random.randint(0, len(words)), random.choice(_FILLERS[language]))
    return f"{random.choice(_FILLERS[language])} {' '.join(words)}"


def beside(text: str, remarks: Sequence[str], random: Random, language: str = "en") -> str:
    """The text with a harmless remark before or behind it, joined as people join; alone where there are no remarks."""
    if not remarks:
        return text
    remark, joint = random.choice(remarks), random.choice(_JOINTS[language])
    return f"{remark.rstrip('. ')}{joint}{text}" if random.random() < 0.5 else f"{text.rstrip('. ')}{joint}{remark}"
