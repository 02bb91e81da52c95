"""Being hurt by others, told outright: it changes nothing of what else is read in a message."""

from collections.abc import Iterator, Sequence
from typing import Final

from agents.domain.risk import Finding, Reading, Tier
from agents.reading.model.reader import reader
from agents.risk.about import subject
from agents.risk.catalogue import LEARNT
from agents.risk.learnt import FLAG

ABOUT: Final = "abuse"


def beside(reading: Reading, hurt: Sequence[Finding], text: str) -> Iterator[Finding]:
    """The findings of a reading and those of being hurt. What the learnt reader hears in a stretch that tells of it is
    about that too, and a flag less, unless the words beside it sound like danger by themselves."""
    left = _without(text, hurt)
    alone = not any(map(str.isalpha, left)) or 1 - reader().read(None, left).tiers[0] < FLAG
    for one in reading.findings:
        if not one.rule.startswith(LEARNT) or not any(own.start < one.end and one.start < own.end for own in hurt):
            yield one
        elif not alone:
            yield one.model_copy(update={"about": subject(left[one.start : one.end].lower())})
        elif one.tier is not Tier.FLAG:
            yield one.model_copy(update={"about": ABOUT})
    yield from hurt


def _without(text: str, hurt: Sequence[Finding]) -> str:
    """The text with blanks in place of the findings."""
    for one in hurt:
        text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    return text
