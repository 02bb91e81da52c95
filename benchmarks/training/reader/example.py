"""One example of the learnt reader, and how its labels become weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agents.language import Language
from agents.questions.bank import bank
from agents.reading.model.labels import TIERS
from benchmarks.training.datasets import likeliest

SPANISH: Final = "es_"
"""With what the names of sets in Spanish begin: their questions, remarks and fillers are Spanish."""
_ALL: Final[dict[str, tuple[Language, ...]]] = {"en": ("en",), "es": ("es", "es-tu")}
_SECOND: Final = 0.25
"""What a tier weighs that may be given besides the best one."""


@dataclass(frozen=True, slots=True)
class Example:
    """`tier`: weights of the four tiers; `act`: a place in ACTS; `scores`: weights of 0-4; `asks`: whether how often is
    still to be asked; each None where nobody says. `plain`: the reply may be written otherwise."""

    author: str
    question: str
    reply: str
    item: int | None
    tier: tuple[float, ...] | None = None
    act: int | None = None
    scores: tuple[float, ...] | None = None
    asks: bool | None = None
    weight: float = 1.0

    @property
    def language(self) -> str:
        """`en` or `es`, by the name of its set."""
        return spoken(self.author)


def tiers(accept: Sequence[str]) -> tuple[float, ...]:
    """The weights of the four tiers: what may be given besides the best one shares a quarter."""
    others = [tier for tier in accept[1:] if tier != accept[0]]
    rest = _SECOND if others else 0.0
    return tuple((1 - rest) * (tier == accept[0]) + rest * others.count(tier) / max(1, len(others)) for tier in TIERS)


def scores(told: str) -> tuple[float, ...]:
    """The weights of the scores 0-4 of a label such as `2`, `1-3` or `1-3 (1)`: half on the likeliest, the rest on all
    that can be defended."""
    low, _, high = told.partition(" (")[0].partition("-")
    first, last, best = int(low), int(high or low), likeliest(told)
    spread = 0.5 / (last - first + 1)
    return tuple(0.5 * (score == best) + spread * (first <= score <= last) for score in range(5))


def spoken(author: str) -> str:
    """The language of a set by its name."""
    return "es" if author.startswith(SPANISH) else "en"


def wordings(item: int, language: str = "en") -> tuple[str, ...]:
    """The questions that the interviewer may ask for an item in a language, in every form of address."""
    told = [bank(one).items[item - 1] for one in _ALL[language]]
    return tuple(dict.fromkeys(text for one in told for text in one.questions + one.rephrasings))
