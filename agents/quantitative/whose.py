"""Whom and what a quote speaks of, by the rules: what may be held against a score that rests on it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from agents.domain.evidence import Quote
from agents.domain.transcript import Transcript
from agents.quantitative.exchanges import Answer, exchanges
from agents.quantitative.lexicon import Span
from agents.quantitative.port import Reason
from agents.quantitative.replies import others_only
from agents.quantitative.signs import Sign, Status, signs

_NEAR: Final = (
    frozenset({"Depressed", "NoInterest", "Failure", "Tired"}),
    frozenset({"Tired", "Sleep", "Moving", "NoInterest"}),
)
"""Items that the same words may speak of: "I want to stay in bed", "I'm a wreck"."""
_ME: Final = re.compile(r"\b(?:me|myself)\b", re.IGNORECASE)
_FEW: Final = 2
"""Words that a quote may have besides how often, to tell of nothing."""


class _Says(Enum):
    """What a quote is worth to an item. COUNTS: it says how often, and of what is told elsewhere."""

    ITS_OWN = "its own"
    COUNTS = "counts"
    OTHERS = "others"
    ANOTHER = "another"


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One sentence in its turn; `topics` are the items that are asked about, `signs` those of the sentence."""

    answer: Answer
    number: int
    turn: int
    start: int
    end: int
    topics: frozenset[str]
    signs: tuple[tuple[Sign, Span], ...]

    @property
    def others(self) -> bool:
        """Whether it speaks of other people only."""
        return others_only(self.answer, *self.answer.sentences[self.number])


class Whose:
    """One transcript, read for whom and what its sentences speak of."""

    def __init__(self, transcript: Transcript) -> None:
        self._sentences: Final = tuple(_sentences(transcript))

    def against(self, item: str, quotes: Iterable[Quote]) -> Reason | None:
        """Why none of these quotes carries a score of this item: they speak of somebody else, or of another item. None
        where one may carry it, or where that can't be told."""
        said = {self._says(item, quote) for quote in quotes}
        if _Says.ITS_OWN in said:
            return None
        return Reason.OTHER_PERSON if _Says.OTHERS in said else Reason.OTHER_ITEM if _Says.ANOTHER in said else None

    def _says(self, item: str, quote: Quote) -> _Says:
        touched = [s for s in self._sentences if s.turn == quote.turn and s.start < quote.end and quote.start < s.end]
        here = [sign for one in touched for sign, (a, b) in one.signs if a < quote.end and quote.start < b]
        own = [sign.status for sign in here if sign.item == item]
        if own:
            others = set(own) == {Status.OTHER} and not _ME.search(quote.text)
            return _Says.OTHERS if others else _Says.ITS_OWN
        if touched and all(one.others for one in touched):
            return _Says.OTHERS
        if not touched or any(item in one.topics for one in touched):
            return _Says.ITS_OWN
        if here:
            near = any({item, sign.item} <= those for sign in here for those in _NEAR)
            return _Says.ITS_OWN if near else _Says.ANOTHER
        return _Says.COUNTS if _only_counts(touched, quote) else _Says.ITS_OWN


def _sentences(transcript: Transcript) -> Iterator[_Sentence]:
    topics: frozenset[str] = frozenset()
    for answer in exchanges(transcript):
        asked = answer.question.topics
        if asked or not answer.question.follows or answer.question.has("other_matters"):
            topics = asked
        found = signs(answer, asked, False)
        for number, sentence in enumerate(answer.sentences):
            turn, start, end = answer.place(sentence)
            here = tuple((sign, answer.place(sign.span)[1:]) for sign in found if sign.sentence == number)
            yield _Sentence(answer, number, turn.index, start, end, topics, here)


def _only_counts(touched: list[_Sentence], quote: Quote) -> bool:
    """Whether a quote says how often, and hardly a word more."""
    spans = [one.answer.place((m.start, m.end))[1:] for one in touched for m in one.answer.mentions_in(one.number)]
    counted = " ".join(quote.text[max(a - quote.start, 0) : b - quote.start] for a, b in spans if b > quote.start)
    return bool(counted.strip()) and len(quote.text.split()) - len(counted.split()) <= _FEW
