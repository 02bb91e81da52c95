"""Checks a text for what an interviewer must never say: applied to the bank (in tests) and to models' questions."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from agents.domain.level1 import instrument, items
from agents.questions.catalogue import SLOTS, slots_of

LONGEST: Final = 320
RUN: Final = 4
"""So many of the item's words in a row quote it, if enough of them say something."""
_SAYING: Final = 3
_LONG_RUN: Final = 8
"""So many quote it whatever they are."""

NOT_A_QUESTION: Final = "not a question"
SEVERAL_QUESTIONS: Final = "more than one question"
TOO_LONG: Final = "too long"
QUOTES_ITEM: Final = "quotes the item's wording"
ADVICE: Final = "advice"
DIAGNOSIS: Final = "diagnosis"
INTERPRETATION: Final = "interpretation"
LEADING: Final = "leading"

_EXAMPLES = re.compile(r"[(\[]e\.g\.[^\])]*(?:\([^)]*\)[^\])]*)*[\])]")
_WINDOW = "During the past two weeks"
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_QUESTION = re.compile(r"[?？؟]+")


@cache
def _forbidden() -> Mapping[str, re.Pattern[str]]:
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {name: re.compile("|".join(data[name])) for name in (ADVICE, DIAGNOSIS, INTERPRETATION, LEADING)}


def runs(text: str, length: int = RUN) -> frozenset[tuple[str, ...]]:
    """Every run of `length` successive words, lower-case, without punctuation."""
    found = _WORD.findall(text.lower().replace("’", "'"))
    return frozenset(tuple(found[i : i + length]) for i in range(len(found) - length + 1))


@cache
def _common() -> frozenset[str]:
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return frozenset(data["common"])


@cache
def neutral() -> frozenset[str]:
    """Words that may stand before what a question asks, and say nothing."""
    return frozenset(tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["neutral"])


@cache
def _own(item: int) -> frozenset[tuple[str, ...]]:
    """The runs by which the item is quoted. Its examples in brackets are names of things, which have no other words."""
    plain = _EXAMPLES.sub(" . ", items()[item].text)
    several = (runs(plain) | runs(instrument().stem)) - runs(_WINDOW)
    saying = frozenset(run for run in several if sum(word not in _common() for word in run) >= _SAYING)
    return saying | runs(plain, _LONG_RUN)


def quotes_item(text: str, item: int) -> bool:
    """Whether the text shares a run of four words with the item, at least three of which say something of their own (no
    "how often have you", no names of substances), or any run of eight."""
    return not _own(item).isdisjoint(runs(text) | runs(text, _LONG_RUN))


def words_of_item(text: str, item: int) -> str | None:
    """One of the longest runs of words by which a text quotes the item; None where it doesn't."""
    shared = [" ".join(run) for run in _own(item) & (runs(text) | runs(text, _LONG_RUN))]
    return max(sorted(shared), key=lambda words: words.count(" "), default=None)


def wrong_words(text: str) -> tuple[str, ...]:
    """Which of advice, diagnosis, interpretation and leading a text contains; it need not be a question."""
    lower = text.lower().replace("’", "'")
    return tuple(name for name, pattern in _forbidden().items() if pattern.search(lower))


def answer_problems(text: str, key: str, slots: bool = True) -> tuple[str, ...]:
    """What is wrong with a clinic's answer to the topic `key`, each as words for whoever wrote it; empty when nothing
    is. Only the topic of diagnoses may name them; `slots`: the text may have slots of the catalogue."""
    found = []
    if len(text) > LONGEST:
        found.append(f"is longer than {LONGEST} characters")
    if _QUESTION.search(text):
        found.append("asks a question; the open question follows by itself")
    allowed = SLOTS if slots else ()
    try:
        unknown = sorted(slots_of(text) - {*allowed})
    except ValueError:
        unknown = ["{"]
    if unknown:
        known = ", ".join(f"{{{name}}}" for name in allowed) or "none here"
        found.append(f"has braces that nothing fills in ({', '.join(unknown) or '{}'}); what is filled in: {known}")
    lower = text.lower().replace("’", "'")
    for name, pattern in _forbidden().items():
        if (key != "diagnosis" or name != DIAGNOSIS) and (said := pattern.search(lower)):
            found.append(f"says “{said.group().strip()}”, which an interviewer must not say ({name})")
    return tuple(found)


def problems(text: str, item: int) -> tuple[str, ...]:
    """The problems of `text` as the question for an item (1-23); empty when there are none.

    A question has exactly one question mark and at most 320 characters. Raises KeyError for a number that is not an
    item's.
    """
    asked = len(_QUESTION.findall(text))
    found = [NOT_A_QUESTION] if asked == 0 else [SEVERAL_QUESTIONS] if asked > 1 else []
    if len(text) > LONGEST:
        found.append(TOO_LONG)
    if quotes_item(text, item):
        found.append(QUOTES_ITEM)
    return (*found, *wrong_words(text))
