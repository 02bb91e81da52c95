"""A text taken apart once, for every engine that reads it: plain words, clauses, days, and how it begins and ends."""

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


@lru_cache(maxsize=_KEPT)
def document(text: str) -> Document:
    """Take a text apart; the last few are remembered. Never raises on any text."""
    words = word_rules.read(text)
    clauses = split(words.text)
    kind, start, end = lead(words.text)
    return Document(words, clauses, tuple(find(clauses)), kind, (start, end), closing_no(clauses))
