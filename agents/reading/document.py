"""A text taken apart once, for every engine that reads it: plain words, clauses, days, and how it begins and ends."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from agents.reading import words as word_rules
from agents.reading.clauses import Clauses, split
from agents.reading.mention import Mention
from agents.reading.mentions import find
from agents.reading.stance import Lead, closing_no, lead
from agents.reading.vocabulary import Span
from agents.reading.words import Words

_KEPT: Final = 512
_OVER: Final = (" used to ", " no longer ")
_PART: Final = re.compile(r"(?s).{1,1600}(?:(?<=[.!?\n])|$)|.{1,1600}(?<=\s)|.{1,1600}")
"""A stretch of a long text, cut behind a sentence or at least a word where that is possible."""


@dataclass(frozen=True, slots=True)
class Document:
    """`words` in lower case, each traceable to the original's characters; `clauses` and sentences as places in them;
    `mentions` of how often, in order; `lead`: the yes, no or maybe that it begins with, `said` where that stands, and
    `closing` the no that it ends with. Places (`Span`) are characters of the plain words, end exclusive."""

    words: Words
    clauses: Clauses
    mentions: tuple[Mention, ...]
    lead: Lead
    said: Span
    closing: Span | None

    @property
    def text(self) -> str:
        """The plain words."""
        return self.words.text

    @property
    def beside(self) -> tuple[str, ...]:
        """The words that say something else than how often."""
        text = list(self.text)
        for one in self.mentions:
            text[one.start : one.end] = " " * (one.end - one.start)
        return tuple(word for word in "".join(text).split() if any(map(str.isalnum, word)))

    def unsupported(self, start: int) -> bool:
        """Whether the words from this place on are asked back, denied, over ("used to", "no longer") or said of
        somebody else, so that they are no sign that it is so."""
        text, clauses = self.text, self.clauses
        begun, _ = clauses.around(start + 1)
        return (
            text.startswith(" ?", clauses.sentence(start + 1)[1])
            or clauses.denied(start + 1)
            or any(text.find(words, begun, start + 1) >= 0 for words in _OVER)
            or clauses.of_others(start + 1)
        )


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a longer text: its document, and where in the text it begins."""

    document: Document
    begins: int

    def original(self, start: int, end: int) -> Span:
        """Where in the text (code points, end exclusive) stand the plain words between two places: at least one."""
        ((low, high),) = self.document.words.originals([(start, end)])
        return self.begins + low, self.begins + high


def parts(text: str) -> Iterator[Part]:
    """A text of any length in documents that are read whole; without those that hold no word."""
    for found in _PART.finditer(text):
        told = document(found[0])
        if told.clauses.pieces:
            yield Part(told, found.start())


@lru_cache(maxsize=_KEPT)
def document(text: str) -> Document:
    """Take a text apart; the last few are remembered. Never raises on any text."""
    words = word_rules.read(text)
    clauses = split(words.text)
    kind, start, end = lead(words.text)
    return Document(words, clauses, tuple(find(clauses)), kind, (start, end), closing_no(clauses))
