"""What is usual in this product's own interviews, by the figures of their cards, and where one of them stands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from benchmarks.cards.card import REPLAY, Card
from benchmarks.cards.figures import meaning
from server.cards.opening import Piece, Sentence, spelled

LEAST: Final = 20
"""Interviews below which no range is told."""
NEWEST: Final = 200
"""Interviews that are looked at, the newest first."""
SHARES: Final = (0.1, 0.5, 0.9)
"""The percentiles of a range: usual is what lies between the outer two."""
MOST_NAMED: Final = 3
RULE: Final = (
    f"Other interviews are those held here to their end in the same mode and language, the newest {NEWEST} that have a "
    "card, each with its newest one. Invented clients, personas and deleted interviews are left out. Usual is the "
    "middle eight tenths of them, so in any interview about two figures of ten stand outside: that is a place to look, "
    "no fault."
)


class Side(StrEnum):
    """Where a value stands beside a range."""

    LOWER = "lower"
    USUAL = "as usual"
    HIGHER = "higher"


class Here(NamedTuple):
    """The range of a figure in `n` other interviews: its percentiles as in SHARES."""

    low: float
    median: float
    high: float
    n: int

    def side(self, value: float) -> Side:
        """Where the value stands."""
        return Side.LOWER if value < self.low else Side.HIGHER if value > self.high else Side.USUAL

    def apart(self, value: float) -> float:
        """How far outside the value lies, in widths of the range."""
        return max(self.low - value, value - self.high) / max(self.high - self.low, 1e-9)


@dataclass(frozen=True, slots=True)
class Usual:
    """The figures' ranges by key, each from LEAST interviews or more. `interviews` is how many have any figures."""

    interviews: int
    ranges: Mapping[str, Here]

    @classmethod
    def of(cls, rows: Sequence[tuple[str, int, Sequence[float]]]) -> "Usual":
        """From each figure's key, number of values, and percentiles."""
        ranges = {key: Here(low, median, high, n) for key, n, (low, median, high) in rows if n >= LEAST}
        return cls(max((n for _, n, _ in rows), default=0), ranges)


class Placed(NamedTuple):
    """A figure of a card that has a range."""

    key: str
    value: float
    here: Here


def stands(card: Card, usual: Usual) -> Sentence:
    """How the card's figures stand beside those of other interviews, in one sentence that leads to the figures."""
    if usual.interviews < LEAST:
        there = {0: "none has", 1: "one has"}.get(usual.interviews, f"{spelled(usual.interviews)} have")
        once = f"once {LEAST} of them have a card; so far {there}"
        return (Piece(f"This interview's figures are compared with those of other interviews {once}."),)
    told = tuple(placed(card, usual))
    beside = f"eside the newest {usual.interviews} other interviews held here"
    if not told:
        return (Piece(f"How this interview stands b{beside} is said once its figures are made."),)
    apart = sorted(
        (one for one in told if one.here.side(one.value) is not Side.USUAL),
        key=lambda one: -one.here.apart(one.value),
    )
    if not apart:
        return (Piece(f"B{beside}, all {len(told)} figures of this interview are as usual."),)
    isnt = "one is not" if len(apart) == 1 else f"{spelled(len(apart))} are not"
    begun = f"B{beside}, {len(told) - len(apart)} of this interview's {len(told)} figures are as usual, and {isnt}: "
    return (Piece(begun), *_named(apart), Piece("."))


def placed(card: Card, usual: Usual) -> Iterator[Placed]:
    """The figures of a card that have a range; those of replays have none."""
    for part in card.parts:
        for figure in part.figures if not part.key.startswith(REPLAY) else ():
            here = usual.ranges.get(figure.key)
            if here is not None and figure.number is not None:
                yield Placed(figure.key, figure.number, here)


def _named(apart: Sequence[Placed]) -> Iterator[Piece]:
    for place, one in enumerate(apart[:MOST_NAMED]):
        if place:
            yield Piece(", ")
        yield Piece(f"“{meaning(one.key).title}”", figure=one.key)
        yield Piece(f" ({one.here.side(one.value)})")
    if (more := len(apart) - MOST_NAMED) > 0:
        yield Piece(f" and {spelled(more)} more")
