"""One reply read as an answer: whether it says yes or no, a number, a time, and what else it has in it."""

from functools import cached_property
from itertools import pairwise

from agents.risk.lexicon import bank
from agents.risk.phrases.elements import Span, Text
from agents.risk.plain.canon import sentences
from agents.risk.sentence.polarity import clause_begin, denied

_BARE = 10
_BRIEF = 7
_ASKING = frozenset({"why", "who", "what", "how", "where", "which", "whose", "when"})
_VERBS = frozenset(
    {"is", "are", "am", "was", "were", "do", "does", "did", "will", "would", "can", "could", "should", "may", "has"}
    | {"have", "you", "would"}
)
_LEADING = frozenset({"and", "but", "so", "sorry", "huh", "hm", "hmm", "wait", "ok", "okay", "well", "then", ",", "or"})
_AMOUNTS = frozenset({("how", "many"), ("how", "much")})
_NO_QUESTION = ("deadly", "near_hard", "pills", "means")
"""What is no mere question back: death, a time ahead, means, and an amount."""
_MOST = 10
_ENDS = frozenset(".!?")
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Answer:
    """A reply read as an answer: `head` is how it begins, `text` all of it."""

    def __init__(self, head: Text, text: Text) -> None:
        self.head = head
        self.text = text

    def begins(self, kind: str) -> bool:
        """Whether the beginning matches a list of answers.toml (`no`, `yes`, `some`, ...)."""
        return bank("answers.toml", kind).found(self.head)

    def has(self, kind: str) -> bool:
        """Whether any of the reply matches a list of answers.toml."""
        return bank("answers.toml", kind).found(self.text)

    @cached_property
    def admitted(self) -> Span | None:
        """Where the reply speaks of the thoughts as had (`I've thought about it`), outside a negation."""
        return self.asserted("thought")

    @cached_property
    def affirms(self) -> bool:
        """Yes in any form, including a frequency."""
        return self.admitted is not None or (
            not (self.denies or self.closes) and (self.begins("yes") or self.begins("some") or bool(self.rating))
        )

    @cached_property
    def denies(self) -> bool:
        """A plain no."""
        return (self.begins("no") and not self.has("wavering")) or self.rating == 0

    @property
    def closes(self) -> bool:
        """Whether a no is the last sentence and nothing but a yes began the reply: "You always ask that. No."."""
        *_, before, no, end = ("", "", "", *self.text.words)
        return (no, end) == ("no", ".") and before in _ENDS and not self.begins("yes")

    @property
    def asks_back(self) -> bool:
        """Whether the reply is nothing but questions about what was asked: `Is this because of what I said before?`"""
        if _AMOUNTS.intersection(pairwise(self.text.words)):
            return False
        if any(bank("classes", name).found(self.text) for name in _NO_QUESTION):
            return False
        told = [part.words for part in sentences(self.text.words) if len(part.words) > 1]
        return bool(told) and all(_asks(words) for words in told)

    @property
    def rating(self) -> int | None:
        """The number that is given as the answer, where there is one."""
        alone = len([word for word in self.text.words if word[0].isalnum()]) == 1
        return self.number() if alone or self.begins("rated") else None

    @property
    def imminent(self) -> bool:
        """An affirmation that names a time ahead, a way or readiness."""
        told = not self.denies and self.asserted("near_answer") is not None
        return told and not self.has("not_acting") and not self.has("was_then")

    @property
    def ahead(self) -> bool:
        """A bare time ahead, which after a question about such thoughts is an answer: "after the funeral"."""
        return len(self.text.words) <= _BARE and self.has("soon") and not self.has("not_ahead")

    def asserts(self, kind: str) -> bool:
        """Whether any of the reply matches a list of answers.toml outside a negation."""
        return self.asserted(kind) is not None

    def asserted(self, kind: str) -> Span | None:
        """Where the reply matches a list of answers.toml outside a negation."""
        spans = bank("answers.toml", kind).every(self.text)
        return next((span for span in spans if not (self._unknown(span) or denied(self._clause(span)))), None)

    def _unknown(self, span: Span) -> bool:
        """Whether just that is not known: `I don't know how`."""
        return ("not", "know") in pairwise(self.text.words[span.start : span.end])

    def _clause(self, span: Span) -> tuple[str, ...]:
        """The words of the span with those of its clause before it."""
        words = self.text.words
        begun = clause_begin(words, span.start)
        ends = [i + 1 for i in range(begun, span.start) if words[i] in _ENDS]
        return words[max([begun, *ends]) : span.end]

    def number(self) -> int | None:
        """The first number of 0 to 10 in the reply."""
        numbers = (_NUMBERS.index(word) if word in _NUMBERS else _digits(word) for word in self.text.words)
        return next((number for number in numbers if number is not None and number <= _MOST), None)


def _asks(words: tuple[str, ...]) -> bool:
    """Whether a sentence is a question: by its mark and how it begins, or a short one by that alone."""
    begun = next((n for n, word in enumerate(words) if word not in _LEADING), 0)
    marked = words[-1] == "?"
    if marked:
        return words[begun] in _ASKING | _VERBS
    if len(words) > _BRIEF or "?" in words:
        return False
    return words[begun] in _ASKING and not _VERBS.isdisjoint(words[begun + 1 : begun + 2])


def _digits(word: str) -> int | None:
    word = word.removesuffix("ish")
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 3 else None
