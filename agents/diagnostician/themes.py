"""What the answers are about: fields of single words, weak one by one, telling where several answers come to one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from agents.diagnostician.knowledge import knowledge
from agents.diagnostician.language import Sentence
from agents.diagnostician.mentions import Mention, Told
from agents.diagnostician.polarity import denied
from agents.domain.profile import ItemResponse
from agents.domain.transcript import Turn

REACHED, BELOW, NOT_ENDORSED, UNASKED = 1.0, 0.7, 0.35, 0.8
"""What a word weighs in an answer with a score from OFTEN, below it, in a denial of the item, and outside the items."""
OFTEN = 2
REPEATED = 0.45
"""What each further word of the field adds in the same answer, for at most three."""
STRONGEST = 2.0


@dataclass(slots=True)
class Touched:
    """One field: the first word of it in each answer, and the weight of all answers together."""

    half: float
    mentions: list[Mention] = field(default_factory=list)
    weight: float = 0.0

    @property
    def strength(self) -> float:
        """0 to 2, rising slowly at first, so that one stray word says next to nothing."""
        squared = self.weight * self.weight
        return STRONGEST * squared / (squared + self.half * self.half)


def touched(spoken: Iterable[Told], answers: Mapping[int, ItemResponse]) -> Mapping[str, Touched]:
    """Every field that the patient's answers come to."""
    found: dict[str, Touched] = {}
    for turn, parts in spoken:
        _read(turn, parts, _weight(turn.item_id, answers), found)
    return found


def _weight(item: int | None, answers: Mapping[int, ItemResponse]) -> float:
    if item is None:
        return UNASKED
    if item not in answers or not answers[item].score:
        return NOT_ENDORSED
    return REACHED if answers[item].score >= OFTEN else BELOW


def _read(turn: Turn, parts: list[Sentence], weight: float, found: dict[str, Touched]) -> None:
    """In an answer that endorses its item negations are part of the trouble ("I don't take the lift")."""
    told: dict[str, int] = {}
    unsure = weight in (NOT_ENDORSED, UNASKED)
    for sentence in parts:
        for key, start, end in _matches(sentence, turn.item_id):
            theme = knowledge().themes[key]
            if told.get(key, 0) > 3 or (unsure and not theme.denials and denied(sentence, start, end)):
                continue
            one = found.setdefault(key, Touched(theme.half))
            if key not in told:
                one.mentions.append(Mention(turn, sentence, start, end, volunteered=False))
            one.weight += (REACHED if theme.denials else weight) * (REPEATED if key in told else 1.0)
            told[key] = told.get(key, 0) + 1


def _matches(sentence: Sentence, item: int | None) -> Iterator[tuple[str, int, int]]:
    words, counted = sentence.texts, _counted(item)
    for at, begun in enumerate(map(_begun().__getitem__, words)):
        for key, second in begun:
            if key in counted:
                if not second:
                    yield key, at, at + 1
                elif at + 1 < len(words) and words[at + 1] == second:
                    yield key, at, at + 2


@cache
def _counted(item: int | None) -> frozenset[str]:
    """The themes that count in answers to an item."""
    themes = knowledge().themes.items()
    return frozenset(key for key, t in themes if (not t.only or item in t.only) and item not in t.outside)


class _Begun(dict[str, tuple[tuple[str, str], ...]]):
    """The themes that each word met so far begins, with the second word where two belong together."""

    _MOST_KEPT = 16_384

    def __init__(self) -> None:
        super().__init__()
        self._listed: dict[str, dict[tuple[str, str], None]] = {}
        for key, theme in knowledge().themes.items():
            for text in theme.words.split():
                first, _, second = text.partition("_")
                self._listed.setdefault(first, {})[key, second] = None

    def __missing__(self, word: str) -> tuple[tuple[str, str], ...]:
        listed = self._listed
        begun = {**listed.get(word, {})}
        if word.endswith("in") and len(word) > 4:  # "drinkin'"
            begun |= listed.get(word + "g", {})
        for n in range(2, min(len(word), 24) + 1):
            begun |= listed.get(word[:n] + "*", {})
        found = tuple(begun)
        if len(self) < self._MOST_KEPT:
            self[word] = found
        return found


@cache
def _begun() -> _Begun:
    return _Begun()
