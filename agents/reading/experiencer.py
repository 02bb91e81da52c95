"""Whom a text tells of: its clauses about other people alone, by their subject. The shape is that of ConText (Harkema
et al., 2009), whose experiencer is the patient unless somebody else is named."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from agents.language import Language, flat, texts

Span = tuple[int, int]
_SENTENCE: Final = re.compile(r"[^.!?;\n]*[^\s.!?;][^.!?;\n]*[.!?;\n]*")
_LONGEST: Final = 600
"""Characters of a text that may be about others; a longer one tells a story."""


@dataclass(frozen=True, slots=True)
class _Ways:
    """How a language names who does what; see `experiencer.LANGUAGE.toml`."""

    cut: re.Pattern[str]
    other: re.Pattern[str]
    own: re.Pattern[str]
    neutral: re.Pattern[str]
    reports: re.Pattern[str]
    senses: re.Pattern[str]


def of_others(text: str, language: Language, *, senses: bool = False) -> tuple[Span, ...]:
    """The stretches that tell of other people alone (code points, end exclusive): a clause whose subject is a person
    and in which the writer is not, with those that go on with it; not what somebody says, which may be of the writer.
    `senses`: only where that person hears, sees, feels or believes something, as what others do may be told as
    something that the writer notices. Pure; any text."""
    if len(text) > _LONGEST:
        return ()
    ways, found = _ways(language), flat(text)
    if not ways.other.search(found):
        return ()
    sentences = (match.span() for match in _SENTENCE.finditer(found))
    return tuple(span for sentence in sentences for span in _in_sentence(found, sentence, ways, senses))


def _in_sentence(text: str, sentence: Span, ways: _Ways, senses: bool) -> Iterator[Span]:
    begun: int | None = None
    last = sentence[0]
    for start, end in _clauses(text, sentence, ways):
        clause = text[start:end]
        subject = ways.other.match(clause)
        told = clause[subject.end() :] if subject else clause
        if ways.own.search(told) or ways.reports.search(told):
            others = False
        elif subject:
            others = not senses or ways.senses.search(told) is not None
        else:
            others = begun is not None and not ways.neutral.match(clause)
        if begun is not None and (subject or not others):
            yield begun, last
            begun = None
        if others and begun is None:
            begun = start
        last = end
    if begun is not None:
        yield begun, last


def _clauses(text: str, sentence: Span, ways: _Ways) -> Iterator[Span]:
    start, end = sentence
    for cut in ways.cut.finditer(text, start, end):
        if cut.start() > start:
            yield start, cut.start()
        start = cut.end()
    if start < end:
        yield start, end


@cache
def _ways(language: Language) -> _Ways:
    told = texts(Path(__file__), language)
    person = rf"(?:{told['person']})"
    subject = told["subject"].replace("{person}", person)
    return _Ways(
        cut=re.compile(told["cut"]),
        other=re.compile(rf"(?:^|(?<=\W))\W*(?:(?:{told['lead']})\W+)*(?:{subject})"),
        own=re.compile(rf"\b(?:{told['own']})\b"),
        neutral=re.compile(rf"\W*(?:{told['neutral']})\b"),
        reports=re.compile(rf"\b(?:{told['reports']})\b"),
        senses=re.compile(rf"\b(?:{told['senses']})\b"),
    )
