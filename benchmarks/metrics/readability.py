"""Readability of English prose, from counts of sentences, words, syllables and complex words.

Syllables come from textstat (the CMU pronouncing dictionary, and hyphenation for words that it doesn't know). The
formulas are computed here, because textstat 0.7.8 leaves out sentences of one or two words, and its Gunning fog counts
each word that is not on the Dale-Chall list of easy words once, where Gunning counts every word of three syllables.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from benchmarks.metrics.metric import INTERVIEWER, Explained, Measured, Metric, Talk, Unavailable, figure
from benchmarks.metrics.models import Meters

LANGUAGES: Final = ("en",)
COMPLEX: Final = 3
_ABBREVIATED: Final = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof|St|vs|etc|e\.g|i\.e|a\.m|p\.m)\.(?=\s+[a-z0-9]|\s+[A-Z]\w)")
_END: Final = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|\n+")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*(?:-[^\W\d_]+(?:['’][^\W\d_]+)*)*|\d+(?:[.,:]\d+)*", re.UNICODE)
_LIST_MARK: Final = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+", re.MULTILINE)
_SUFFIX: Final = re.compile(r"(?:ing|[td]ed|(?:s|x|z|c|g|ch|sh)es)$")
_NO_SUFFIX: Final = re.compile(r"(?:thing|evening)$")


@dataclass(frozen=True, slots=True)
class Counts:
    """What the three formulas are computed from."""

    sentences: int
    words: int
    syllables: int
    complex: int

    @property
    def grade(self) -> float:
        """Flesch-Kincaid grade (Kincaid et al., 1975)."""
        return 0.39 * self.words / self.sentences + 11.8 * self.syllables / self.words - 15.59

    @property
    def fog(self) -> float:
        """Gunning fog (Gunning, 1952)."""
        return 0.4 * (self.words / self.sentences + 100 * self.complex / self.words)

    @property
    def ease(self) -> float:
        """Flesch reading ease (Flesch, 1948)."""
        return 206.835 - 1.015 * self.words / self.sentences - 84.6 * self.syllables / self.words


def counts(texts: Iterable[str]) -> Counts | None:
    """The counts over several texts; a text's end is a sentence's end. None where there is no word at all.

    A number in figures is a word of one syllable, a hyphenated compound one word."""
    sentences = [words for text in texts for words in _sentences(text)]
    words = [word for sentence in sentences for word in sentence]
    if not words:
        return None
    return Counts(
        sentences=len(sentences),
        words=len(words),
        syllables=sum(syllables(word.lower()) for word in words),
        complex=sum(
            is_complex(word, first=place == 0) for sentence in sentences for place, word in enumerate(sentence)
        ),
    )


def _sentences(text: str) -> Iterator[list[str]]:
    plain = _ABBREVIATED.sub(lambda found: found[0].replace(".", ""), _LIST_MARK.sub("", text).replace("’", "'"))
    for sentence in _END.split(plain):
        if words := _WORD.findall(sentence):
            yield words


@lru_cache(maxsize=20_000)
def syllables(word: str) -> int:
    """Syllables of one word in lower case, at least 1; the parts of a compound added up."""
    import textstat  # type: ignore[import-untyped]  # it ships no types

    if word[:1].isdigit():
        return 1
    return sum(max(1, textstat.syllable_count(part)) for part in word.split("-"))


def is_complex(word: str, first: bool = False) -> bool:
    """Whether Gunning counts it: three syllables or more, and not a name (a capital within a sentence), not a compound
    of easy words, not three only by the endings -es, -ed or -ing. At a sentence's beginning a capital says nothing."""
    if word[:1].isdigit() or (word[:1].isupper() and not first and len(word) > 1):
        return False
    parts = word.lower().split("-")
    return any(_without_ending(part) >= COMPLEX for part in parts)


def _without_ending(word: str) -> int:
    ends = _SUFFIX.search(word) is not None and _NO_SUFFIX.search(word) is None
    return syllables(word) - (1 if ends else 0)


def _measure(talk: Talk, _: Meters) -> Measured | Unavailable:
    if talk.locale.split("-")[0] not in LANGUAGES:
        return Unavailable(reason=f"the formulas are for English, and this conversation is in {talk.locale}")
    found = counts(talk.interviewer)
    if found is None:
        return Unavailable(reason="the interviewer said nothing")
    of = f"{found.words} words in {found.sentences} sentences of the interviewer, {found.syllables} syllables"
    return Measured(
        figures=(
            figure("readability.grade", found.grade, of, found.words),
            figure("readability.fog", found.fog, f"{of}, {found.complex} complex words", found.words),
            figure("readability.ease", found.ease, of, found.words),
        )
    )


METRIC = Metric(
    key="readability",
    title="Readability",
    plain="How easy the interviewer's own words are to read. The patient's words are never rated.",
    what="Flesch-Kincaid grade, Gunning fog, Flesch reading ease",
    reads=INTERVIEWER,
    by="formulas here, syllables by textstat",
    figures=(
        Explained(
            key="readability.grade",
            title="Flesch-Kincaid grade",
            unit="school grade",
            digits=1,
            better="lower",
            plain="The United States school grade whose pupils read the interviewer's words with ease.",
            formula="0.39 words/sentences + 11.8 syllables/words - 15.59",
            source="Kincaid et al. 1975",
        ),
        Explained(
            key="readability.fog",
            title="Gunning fog",
            unit="school years",
            digits=1,
            better="lower",
            plain="The years of schooling that reading the interviewer's words takes.",
            formula=(
                "0.4 (words/sentences + 100 complex/words); complex: three syllables or more, without "
                "names, hyphenated compounds of easy words, and words that reach three by -es, -ed or -ing"
            ),
            source="Gunning 1952, The Technique of Clear Writing",
        ),
        Explained(
            key="readability.ease",
            title="Flesch reading ease",
            digits=1,
            better="higher",
            plain="Usually 0 to 100; plain English is 60 or more.",
            formula="206.835 - 1.015 words/sentences - 84.6 syllables/words",
            source="Flesch 1948",
        ),
    ),
    measure=_measure,
    place=30,
)
