"""A line of a thread: one sentence of an answer that speaks of the thread's item."""

from dataclasses import dataclass
from functools import cached_property

from agents.quantitative.exchanges import Answer
from agents.quantitative.signs import Sign
from agents.reading.mention import Mention


@dataclass(frozen=True)
class Line:
    """One sentence of an answer in an item's thread; `signs` are the valid ones of the item in it. `before_rest`: it
    was taken in because the next one speaks of "the other days". `confirmed`: how often the
    question named, where the answer says yes to it."""

    answer: Answer
    sentence: int
    signs: tuple[Sign, ...]
    before_rest: bool = False
    confirmed: tuple[Mention, ...] = ()

    @cached_property
    def text(self) -> str:
        """Its plain words, blanks around."""
        start, end = self.answer.sentences[self.sentence]
        return self.answer.text[start:end] + " "
