"""A danger with a remark beside it: read once more without the remark, so that this cannot thin it out."""

import re
from collections.abc import Iterator
from statistics import fmean
from typing import Final, NamedTuple

from agents.language import ENGLISH, Language
from agents.reading.model.reader import reader

LIKELY: Final = 0.7
"""How likely a stop has to be in words that have a harmless remark beside them."""
HARMLESS: Final = 0.97
"""How likely no risk has to be in what is left out."""
LIKELY_ABROAD: Final = 0.6
HARMLESS_ABROAD: Final = 0.9
"""The same in another language than English, which is read less surely: there the mean counts of how likely a stop the
words are behind their question and without it, elsewhere the lesser."""
_END: Final = re.compile(r"[.!?;,\n—]+\s+|\s+(?=(?:and|but|so|because|though|y|pero)\b)", re.IGNORECASE)
_WITHIN: Final = re.compile(r"[;, ]*")
_MOST: Final = 3
"""Places at either end of a message at which a remark is sought."""


class Apart(NamedTuple):
    """A stretch of a message (code points), how likely a stop it is by itself, with its question and without, and
    whether the remark is a sentence of its own, which takes back nothing."""

    start: int
    end: int
    danger: float
    own: bool


def likely(language: Language) -> float:
    """How likely a stop has to be in words of a language that have a harmless remark beside them."""
    return LIKELY if language == ENGLISH else LIKELY_ABROAD


def apart(context: str | None, text: str, item: int | None, language: Language) -> Apart:
    """The most dangerous stretch of a message that has a harmless remark before or behind it; the whole message, in no
    danger, where none has."""
    learnt, found = reader(), [Apart(0, len(text), 0.0, own=False)]
    least, harmless = likely(language), HARMLESS if language == ENGLISH else HARMLESS_ABROAD
    for (start, end), other, own in _parted(text):
        part, remark = text[start:end], text[slice(*other)]
        if learnt.most("tier", None, remark)[0] < harmless or learnt.read(None, remark).tiers[0] < harmless:
            continue
        if any(learnt.most("tier", asked, part, item)[3] < least for asked in {None, context}):
            continue  # no reading makes it a stop
        told = learnt.read(None, part).danger, learnt.read(context, part, item).danger
        danger = min(told) if language == ENGLISH else fmean(told)
        found.append(Apart(start, end, danger, own))
    return max(found, key=lambda one: (one.danger >= least and one.own, one.danger))


def _parted(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int], bool]]:
    """Each beginning and each end of a message, what is left of it, and whether a sentence ends between them."""
    cuts = list(_END.finditer(text))
    for cut in dict.fromkeys([*cuts[:_MOST], *cuts[-_MOST:]]):
        before, after = _trimmed(text, 0, cut.start()), _trimmed(text, cut.end(), len(text))
        if before[0] < before[1] and after[0] < after[1]:
            own = not _WITHIN.fullmatch(cut[0])
            yield before, after, own
            yield after, before, own


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), start + len(part.rstrip())
