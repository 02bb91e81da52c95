"""What the patient's turns say, feature by feature: where it was said, whether it was volunteered, whether denied."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from agents.diagnostician.features import Listed, marked
from agents.domain.evidence import Quote
from agents.domain.transcript import Role, Transcript, Turn
from agents.reading.document import Part, parts
from agents.reading.orders import without_orders

MAX_TURN_CHARACTERS: Final = 20_000
_AROUND: Final = 90
"""Characters of plain words that a quote may have on either side of a match, within its clause."""
Told = tuple[Turn, list[Part]]
"""A turn of the patient, taken apart."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a feature was said: the plain words from `start` to `end` of a part of a turn. `volunteered` is
    true when the question was not about it."""

    turn: Turn
    part: Part
    start: int
    end: int
    volunteered: bool

    @property
    def quote(self) -> Quote:
        """The words that are worth quoting, made when somebody asks: few mentions are ever shown."""
        low, high = self.part.original(*_clause(self.part, self.start, self.end))
        return Quote(text=self.turn.text[low:high], turn=self.turn.index, start=low, end=high)


@dataclass
class Said:
    """All mentions of one feature, at most one a turn, and how many turns deny it."""

    mentions: list[Mention]
    denials: int = 0

    @cached_property
    def strength(self) -> float:
        """0 to 1.5 for all mentions: one is 0.5 asked or 0.8 volunteered, each further one 0.6 of the one before."""
        values = sorted((0.8 if m.volunteered else 0.5 for m in self.mentions), reverse=True)
        return min(1.5, sum(value * 0.6**place for place, value in enumerate(values)))


def told(transcript: Transcript) -> list[Told]:
    """What the patient said, turn by turn, without orders to the software."""
    said = ((turn, without_orders(turn.text[:MAX_TURN_CHARACTERS])) for turn in transcript if turn.role is Role.PATIENT)
    return [(turn, list(parts(text))) for turn, text in said]


def heard(spoken: Iterable[Told]) -> Mapping[str, Said]:
    """Every feature that the patient affirmed or denied anywhere, also outside the scored items."""
    found: dict[str, Said] = {}
    for turn, pieces in spoken:
        _read(turn, pieces, found)
    return found


def _read(turn: Turn, pieces: list[Part], found: dict[str, Said]) -> None:
    affirmed: set[str] = set()
    negated: set[str] = set()
    for part in pieces:
        for one, start, end in _matches(part, turn.item_id):
            if one.key in affirmed:
                continue
            if part.document.unsupported(start):
                negated.add(one.key)
            else:
                affirmed.add(one.key)
                volunteered = turn.item_id not in one.feature.asked
                found.setdefault(one.key, Said([])).mentions.append(Mention(turn, part, start, end, volunteered))
    for key in negated - affirmed:
        found.setdefault(key, Said([])).denials += 1


def _matches(part: Part, item: int | None) -> Iterator[tuple[Listed, int, int]]:
    """Every place where something of a feature that counts in an answer to this item is said."""
    for one, spans in marked(part.document.text):
        if one.counts_in(item):
            yield from ((one, start, end) for start, end in spans)


def _clause(part: Part, start: int, end: int) -> tuple[int, int]:
    """The clauses around a match, as much of them as is near."""
    clauses = part.document.clauses
    low = max((begun for begun, _ in clauses.pieces if begun <= start), default=start)
    high = clauses.around(end - 1)[1]
    text = clauses.text
    if low < start - _AROUND:
        low = text.index(" ", start - _AROUND)
    if high > end + _AROUND:
        high = text.rindex(" ", end, end + _AROUND + 1)
    return low, high
