"""Surroundings: what else a sentence speaks of (film, panic, obsession, accident, joke) that changes how it is read."""

from functools import cached_property

from agents.risk.lexicon import bank
from agents.risk.phrases.elements import Text
from agents.risk.plain.canon import Sentence
from agents.risk.questions import question_text

_SOON = 12
_BESIDE = 14
_QUOTE = '"'


class Surroundings:
    """One sentence in its message. Each property is read at most once, and only when a rule asks."""

    def __init__(self, sentence: Text, message: Text, question: str | None = None) -> None:
        self.text = sentence
        self.message = message
        self._asked = question

    def has(self, key: str, whole: bool = False) -> bool:
        """Whether the sentence (`whole`: the message) matches a list of settings.toml."""
        return bank("settings.toml", key).found(self.message if whole else self.text)

    def has_near(self, key: str, start: int, end: int) -> bool:
        """Whether the words from `start` to `end` or a few beside them match a list of settings.toml."""
        return bank("settings.toml", key).found(Text(self.text.words[max(0, start - _BESIDE) : end + _BESIDE]))

    def covers(self, key: str, start: int, end: int) -> bool:
        """Whether a phrase of settings.toml stands over the words from `start` to `end` themselves."""
        return any(span.start < end and start < span.end for span in bank("settings.toml", key).every(self.text))

    @cached_property
    def _question(self) -> Text | None:
        return question_text(self._asked)

    def reported(self, left: Text) -> bool:
        """Whether what stands before a phrase in its clause tells of someone's question, and nothing affirms it."""
        return bank("settings.toml", "question_told").found(left) and not self.has("affirmed", whole=True)

    def quotes_another(self, position: int) -> bool:
        """Whether the word at `position` is in quotation marks that open someone else's speech (`he said "I ...`)."""
        before = self.text.words[:position]
        if before.count(_QUOTE) % 2 == 0:
            return False
        opened = len(before) - 1 - before[::-1].index(_QUOTE)
        return bank("settings.toml", "spoken_by").found(Text(before[max(0, opened - _SOON) : opened]))

    def echoes(self, position: int) -> bool:
        """Whether what ends at `position` is a question that the next words answer, and they do not affirm it."""
        if self.text.words[position : position + 1] != ("?",):
            return False
        rest = self.text.words[position + 1 :]
        if not rest and isinstance(self.text, Sentence):
            rest = self.message.words[self.text.first + len(self.text.words) :]
        return bool(rest) and not bank("settings.toml", "affirmed").found(Text(rest[:_SOON]))

    @cached_property
    def fiction(self) -> bool:
        """A film, song, book, game or news item is spoken of."""
        return self.has("fiction")

    @cached_property
    def panicking(self) -> bool:
        """Death is feared or felt near, as in panic or fear of illness, not wished."""
        return (
            self.has("panic_frame")
            or (self.has("panic", whole=True))
            or (self._question is not None and "panic" in self._question.words)
        )

    @cached_property
    def obsessive(self) -> bool:
        """An unwanted thought that horrifies its owner."""
        return self.has("obsession", whole=True)

    @cached_property
    def impulsive(self) -> bool:
        """A sudden picture of one's own death that frightens, and that is not wanted."""
        return self.has("impulse", whole=True)

    @cached_property
    def joking(self) -> bool:
        """Everyday hyperbole: a trivial cause or a laugh in the same sentence."""
        return self.has("hyperbole")

    @cached_property
    def parting(self) -> bool:
        """A relationship, a job or a call is what would be ended, by this sentence or by the question."""
        ends = bank("classes", "benign_end")
        return ends.found(self.text) or (self._question is not None and ends.found(self._question))

    @cached_property
    def quoting(self) -> bool:
        """The words are a line of a song or another work, set in quotation marks."""
        return '"' in self.text.words and self.fiction

    @cached_property
    def mundane(self) -> bool:
        """A trivial cause (a meeting, the traffic, embarrassment) is named in the sentence."""
        return self.has("mundane")
