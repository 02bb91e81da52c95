"""Language: whether a message is in a language that the rules read, and the core phrases of the others they know."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from agents.domain.risk import Tier
from agents.risk.lexicon import table
from agents.risk.phrases.compiler import Compiler
from agents.risk.phrases.elements import Span, Text
from agents.risk.phrases.patterns import Bank
from agents.risk.plain.canon import Sentence
from agents.risk.sentence.hit import Hit

_FEWEST = 3
_UNKNOWN = 4
_SHARE = 0.2
_SLACK = 0.6
_BEFORE = 5
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class _Other:
    stop: Bank
    flag: Bank
    deny: frozenset[str]
    thought: Bank
    soon: frozenset[str]
    living: frozenset[str]
    suicide: frozenset[str]


@cache
def _english() -> frozenset[str]:
    return frozenset(table("languages.toml")["common"]["en"].split())


@cache
def _common() -> dict[str, frozenset[str]]:
    """The common words of every other language."""
    return {name: frozenset(words.split()) for name, words in table("languages.toml")["common"].items() if name != "en"}


@cache
def _telling() -> frozenset[str]:
    """The words of other languages that are no English ones, no sounds of hesitation and no parts of names."""
    return frozenset[str]().union(*_common().values()) - _english() - _shared()


@cache
def _shared() -> frozenset[str]:
    return frozenset(table("languages.toml")["shared"]["words"].split())


@cache
def _others() -> dict[str, _Other]:
    data, compile_ = table("languages.toml"), Compiler({})
    return {
        name: _Other(
            stop=compile_.bank(data["stop"][name]),
            flag=compile_.bank(data["flag"][name]),
            deny=frozenset(data["deny"][name].split()),
            thought=compile_.bank([data["thought"][name]]),
            soon=frozenset(data["soon"][name].split()),
            living=frozenset(data["living"][name].split()),
            suicide=frozenset(data["suicide"]["words"].split()),
        )
        for name in data["stop"]
    }


def foreign(text: Text, known: frozenset[str]) -> tuple[list[Hit], bool]:
    """Hits for a message that is not in English: the language flag, and core phrases of a few others; and whether such
    a phrase is denied, so that its words must not be weighed."""
    if _telling().isdisjoint(text.known) and len(_english() & text.known) * 3 > len(text.known):
        return [], False
    words = [word for word in text.words if _LETTER.match(word)]
    if not words:
        return [], False
    name = _name(words) or _saying(text)
    if name is None and not _unread(words, known):
        return [], False
    flag = Hit("language", Tier.FLAG, "language", 0, len(text.words))
    core, denied = _core(text, _others()[name]) if name in _others() else ([], False)
    return [flag, *core], denied


@cache
def _cues() -> frozenset[str]:
    cues = (bank.cues or () for other in _others().values() for bank in (other.stop, other.flag))
    return frozenset(word for words in cues for word in words) - _english()


def may_switch(text: Text) -> bool:
    """Whether a text has a word of a core phrase in another language."""
    return not _cues().isdisjoint(text.known)


def switched(sentences: Sequence[Sentence]) -> list[tuple[Hit, Sentence]]:
    """Core phrases in those sentences of an English message that are in a language known here."""
    found: list[tuple[Hit, Sentence]] = []
    for sentence in sentences:
        if len(sentence.words) < _FEWEST or len(_english() & sentence.known) * 3 > len(sentence.known):
            continue
        name = _name([word for word in sentence.words if _LETTER.match(word)]) or _saying(sentence)
        if name in _others():
            found += [(hit, sentence) for hit in _core(sentence, _others()[name])[0]]
    return found


def _name(words: list[str]) -> str | None:
    """The other language whose common words, one of them telling, outnumber the English ones; None where
    none does."""
    if _telling().isdisjoint(words):
        return None
    english = sum(word in _english() for word in words)
    best, most = None, 0
    for name, common in _common().items():
        found = [word for word in words if word in common]
        if len(found) > max(most, english) and not _telling().isdisjoint(found):
            best, most = name, len(found)
    return best if most >= 2 or len(words) <= _FEWEST else None


def _saying(text: Text) -> str | None:
    """The other language of which a core phrase of intent stands in a text that is not mostly English."""
    if not may_switch(text) or len(_english() & text.known) * 3 > len(text.known):
        return None
    return next((name for name, other in _others().items() if other.stop.found(text)), None)


def _unread(words: list[str], known: frozenset[str]) -> bool:
    """Whether too few words are English to have been read: other scripts, or a language that is not known here. A few
    words that nobody knows may as well be names."""
    if any(not word.isascii() for word in words):
        return sum(not word.isascii() for word in words) * 2 > len(words)
    read = sum(word in _english() or word in known for word in words)
    unknown = sum(word not in _english() and word not in known and word not in _shared() for word in words)
    return unknown >= _UNKNOWN and read <= _SHARE * (read + unknown) - _SLACK


def _core(text: Text, other: _Other) -> tuple[list[Hit], bool]:
    spans = other.stop.every(text)
    stop = [span for span in spans if not _denied(other, text, span)]
    if stop:
        return [_meant(other, text, span) for span in stop], False
    denied = {place for span in spans for place in range(span.start, span.end)}
    flags = [span for span in other.flag.every(text) if denied.isdisjoint(range(span.start, span.end))]
    flags = [span for span in flags if other.deny.isdisjoint(_clause(text, span))]
    return [_named(other, text, span) for span in flags], bool(denied)


def _clause(text: Text, span: Span) -> tuple[str, ...]:
    """The few words before a phrase, no further than the last mark."""
    before = text.words[max(0, span.start - _BEFORE) : span.start]
    marks = [i + 1 for i, word in enumerate(before) if not word[0].isalnum()]
    return before[max(marks, default=0) :]


def _denied(other: _Other, text: Text, span: Span) -> bool:
    """Whether a phrase is denied before it or, but where it is living that is not wanted, within it."""
    first = span.start if not other.living.isdisjoint(text.words[span.start : span.end]) else span.end
    return not other.deny.isdisjoint(text.words[max(0, span.start - 3) : first])


def _named(other: _Other, text: Text, span: Span) -> Hit:
    """A wish, or ideation where suicide is named and thought of."""
    before = Text(text.words[max(0, span.start - _BEFORE) : span.start])
    if not other.suicide.isdisjoint(text.words[span.start : span.end]) and other.thought.found(before):
        return Hit("active-ideation", Tier.URGENT, "suicide", span.start, span.end)
    return Hit("passive-wish", Tier.FLAG, "suicide", span.start, span.end)


def _meant(other: _Other, text: Text, span: Span) -> Hit:
    """Intent, or ideation where the phrase is only thought of and no time is named."""
    before = Text(text.words[max(0, span.start - _BEFORE) : span.start])
    if other.thought.found(before) and other.soon.isdisjoint(text.known):
        return Hit("active-ideation", Tier.URGENT, "suicide", span.start, span.end)
    return Hit("stop-phrase", Tier.STOP, "suicide", span.start, span.end)
