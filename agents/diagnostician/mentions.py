"""What the patient's turns say, feature by feature: where it was said, whether it was volunteered, whether denied."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from agents.diagnostician.knowledge import Entry, starting_with
from agents.diagnostician.language import Sentence, clause_span, end_of_match, sentences
from agents.diagnostician.polarity import denied
from agents.domain.evidence import Quote
from agents.domain.transcript import Role, Transcript, Turn

MAX_TURN_CHARACTERS = 20_000


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


@dataclass(slots=True)
class Said:
    """All mentions of one feature, at most one a turn, and how many turns deny it."""

    mentions: list[Mention]
    denials: int = 0

    @property
    def strength(self) -> float:
        """0 to 1.5: one mention counts 0.5 asked or 0.8 volunteered, each further one 0.6 of the one before."""
        values = sorted((0.8 if m.volunteered else 0.5 for m in self.mentions), reverse=True)
        return min(1.5, sum(value * 0.6**place for place, value in enumerate(values)))


def heard(transcript: Transcript) -> Mapping[str, Said]:
    """Every feature that the patient affirmed or denied anywhere, also outside the scored items."""
    found: dict[str, Said] = {}
    for turn in transcript:
        if turn.role is Role.PATIENT:
            _read(turn, found)
    return found


def _read(turn: Turn, found: dict[str, Said]) -> None:
    affirmed: set[str] = set()
    negated: set[str] = set()
    for sentence in sentences(turn.text[:MAX_TURN_CHARACTERS]):
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
    words = sentence.texts
    spoken = set(words)
    for at, word in enumerate(words):
        loose, pairs = _by_next_word(word, item)
        following = pairs.get(words[at + 1], ()) if pairs and at + 1 < len(words) else ()
        for entry in loose + following:
            # Cheap looks first: most patterns fail on their last word.
            if entry.last and entry.last.isdisjoint(spoken):
                continue
            if entry.key in done:
                continue
            end = end_of_match(entry.pattern, words, at)
            if end is not None:
                yield entry, at, end


@lru_cache(maxsize=65536)
def _by_next_word(word: str, item: int | None) -> tuple[tuple[Entry, ...], Mapping[str, tuple[Entry, ...]]]:
    """The patterns that can begin at this word: those that leave the next word open, and the others by next word."""
    loose: list[Entry] = []
    pairs: dict[str, list[Entry]] = {}
    for entry in starting_with(word, item):
        second = entry.pattern[1] if len(entry.pattern) > 1 else None
        if second is None or second.optional or second.gap_before or second.prefixes:
            loose.append(entry)
        else:
            for following in second.exact:
                pairs.setdefault(following, []).append(entry)
    return tuple(loose), {following: tuple(entries) for following, entries in pairs.items()}
