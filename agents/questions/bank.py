"""The question bank: everything that the rule engine says, read once from the data files beside this module."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from agents.domain.value import Value
from agents.language import ENGLISH, Language, texts


class Wording(Value):
    """One item's words. `questions` (four or more) and `rephrasings` (two or more) each hold exactly one question;
    `words` identify the item with certainty when a patient mentions it, `hints` only loosely (both are lower-case
    stems)."""

    id: int
    topic: str
    clause: str
    words: tuple[str, ...]
    hints: tuple[str, ...] = ()
    signposts: tuple[str, ...] = ()
    questions: tuple[str, ...]
    rephrasings: tuple[str, ...]


class Frequency(Value):
    """Follow-ups that ask how often: about a vague word that the patient used, a short phrase of theirs, or the
    topic."""

    vague: tuple[str, ...]
    echo: tuple[str, ...]
    topic: tuple[str, ...]


class Endorsement(Value):
    """Follow-ups that come back to the topic and ask whether and how often."""

    lines: tuple[str, ...]


class Bank(Value):
    """The whole bank. `lines` are variants by name, `languages` the language notice by ISO 639-1 code."""

    items: tuple[Wording, ...]
    frequency: Frequency
    endorsement: Endorsement
    lines: Mapping[str, tuple[str, ...]]
    languages: Mapping[str, str]


@cache
def bank(language: Language = ENGLISH) -> Bank:
    """The bank of a language, read once."""
    return Bank.model_validate(texts(Path(__file__), language))


@cache
def wordings(language: Language = ENGLISH) -> Mapping[int, Wording]:
    """Every item's wording by its number."""
    return {wording.id: wording for wording in bank(language).items}


@cache
def _noted(language: str) -> Mapping[str, str]:
    told: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).parent / "noted.toml").read_text("utf-8"))
    return told.get(language, {})


def matter(item: int, language: Language = ENGLISH) -> str:
    """What an item is about, in words that read right beside how often it was. Raises KeyError for no item's number."""
    return _noted(language.split("-")[0]).get(str(item)) or wording(item, language).topic


def wording(item: int, language: Language = ENGLISH) -> Wording:
    """One item's wording. Raises KeyError for a number that is not an item's."""
    return wordings(language)[item]
