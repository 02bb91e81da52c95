"""Gist: what of a message its words are weighed by.

What is said of death weighs less the more is said beside it. So the sentences that speak of nothing are left out, and
the clauses of a long one. A no, the answer to a question, what tells that something else is meant, and panic where
dying is feared stay."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from agents.risk.canon import Sentence
from agents.risk.elements import Text
from agents.risk.features import surroundings
from agents.risk.hit import Hit
from agents.risk.lexicon import bank
from agents.risk.weights import harmless, model

_MOST = 16
_NO = frozenset({"no", "nope", "not", "never", "nah"})
_LINKS = frozenset({"and", "but", "so"})
_SHORTEST = 4
"""Words that a clause has at least."""
_EXPLAINING = ("explained", "otherwise", "parted", "tethered", "retracted")
"""What tells that something else is meant (settings.toml)."""
_ORDINARY = "@ordinary"


@dataclass(frozen=True, slots=True)
class Gist:
    """The sentences that are left, in one text; `places` says for each word where it stands in the message."""

    text: Text
    places: tuple[int, ...]
    begins: bool
    """Whether the beginning of the message is among them."""

    def placed(self, hit: Hit) -> Hit:
        """A hit in this text, at its words in the message."""
        return replace(hit, start=self.places[hit.start], end=self.places[hit.end - 1] + 1)


def gist(sentences: list[Sentence], asked: str | None, elsewhere: bool, question: str | None) -> Gist | None:
    """What is left of a message; None where nothing, or all, would be left out, and for more than 16 sentences."""
    if len(sentences) > _MOST:
        return None
    first, least = sentences[0], model().limits["left_out"]

    def tells(part: Sentence) -> bool:
        return harmless(part.words, asked if part.first == first.first else None, elsewhere) < least

    told = [
        (part, sentence) for sentence in sentences for part in ([sentence] if tells(sentence) else _clauses(sentence))
    ]
    telling = [part for part, _ in told if tells(part)]
    if not telling or len(telling) == len(told):
        return None
    dying = any("@panic_frame" in surroundings(sentence) for sentence in sentences)
    left = [
        part
        for part, whole in told
        if part in telling or (part.first == first.first and question) or _turns(part, dying, part is not whole)
    ]
    return None if len(left) == len(told) else _joined(left, first.first)


def _clauses(sentence: Sentence) -> list[Sentence]:
    """A sentence cut before `and I`, `but I` and `so I`."""
    words, cuts = sentence.words, [0]
    for place in range(_SHORTEST, len(words) - _SHORTEST):
        if words[place] in _LINKS and words[place + 1] == "i" and place - cuts[-1] >= _SHORTEST:
            cuts.append(place)
    if len(cuts) == 1:
        return [sentence]
    return [
        Sentence(words[begin:end], sentence.first + begin)
        for begin, end in zip(cuts, [*cuts[1:], len(words)], strict=True)
    ]


def _turns(part: Sentence, dying: bool, clause: bool) -> bool:
    """Whether a sentence or clause can turn what another says; `dying`: dying is feared there."""
    if part.words[0] in _NO or any(bank("settings.toml", key).found(part) for key in _EXPLAINING):
        return True
    if not (dying or clause):
        return False
    around = surroundings(part)
    return (dying and "@panic" in around) or (clause and _ORDINARY in around)


def _joined(left: Iterable[Sentence], first: int) -> Gist:
    words = tuple(word for part in left for word in (*part.words, "."))
    places = tuple(place for part in left for place in (*_places(part), part.first + len(part.words) - 1))
    return Gist(Text(words), places, places[0] == first)


def _places(part: Sentence) -> range:
    return range(part.first, part.first + len(part.words))
