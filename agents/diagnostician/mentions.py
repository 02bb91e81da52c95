"""What the patient's turns say, feature by feature: where it was said, whether it was volunteered, whether denied."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from agents.diagnostician.entries import Entry, entries
from agents.diagnostician.language import Sentence, clause_span, end_of_match, sentences
from agents.diagnostician.polarity import denied
from agents.domain.evidence import Quote
from agents.domain.transcript import Role, Transcript, Turn
from agents.reading.orders import without_orders

MAX_TURN_CHARACTERS = 20_000
Told = tuple[Turn, list[Sentence]]
"""A turn of the patient, sentence by sentence."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a feature was said: the words from `start` to `end` (exclusive) of a sentence in a turn.
    `volunteered` is true when the question was not about it."""

    turn: Turn
    sentence: Sentence
    start: int
    end: int
    volunteered: bool

    @property
    def quote(self) -> Quote:
        """The words that are worth quoting, made when somebody asks: few mentions are ever shown."""
        low, high = clause_span(self.sentence, self.start, self.end)
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
    return [(turn, list(sentences(text))) for turn, text in said]


def heard(spoken: Iterable[Told]) -> Mapping[str, Said]:
    """Every feature that the patient affirmed or denied anywhere, also outside the scored items."""
    found: dict[str, Said] = {}
    for turn, parts in spoken:
        _read(turn, parts, found)
    return found


def _read(turn: Turn, parts: list[Sentence], found: dict[str, Said]) -> None:
    affirmed: set[str] = set()
    negated: set[str] = set()
    for sentence in parts:
        for entry, start, end in _matches(sentence, turn.item_id, affirmed):
            if denied(sentence, start, end):
                negated.add(entry.key)
            else:
                affirmed.add(entry.key)
                volunteered = turn.item_id not in entry.feature.asked
                mention = Mention(turn, sentence, start, end, volunteered)
                found.setdefault(entry.key, Said([])).mentions.append(mention)
    for key in negated - affirmed:
        found.setdefault(key, Said([])).denials += 1


def _matches(sentence: Sentence, item: int | None, done: set[str]) -> Iterator[tuple[Entry, int, int]]:
    """Every place where a pattern holds; features already affirmed in this turn are left out."""
    known, words = entries(), sentence.texts
    called = known.called(words, item)
    if not called:
        return
    for at, bits in enumerate(map(known.served.__getitem__, words)):
        if begun := bits & called:
            for entry in known.named(begun):
                if entry.key not in done and (end := end_of_match(entry.pattern, words, at)) is not None:
                    yield entry, at, end
