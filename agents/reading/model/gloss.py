"""Spanish in English words, one for one: the encoder's base model has learnt English alone, and reads rough English of
speakers it never met far better than their Spanish."""

import re
from functools import cache
from pathlib import Path
from typing import Final

_LIST: Final = Path(__file__).with_name("glossary.es.tsv")
"""A form or a turn of up to four words, folded, a tab, and what it means in English; sorted."""
_WORD: Final = re.compile(r"[a-z]+")
_MOST: Final = 4
"""Words of the longest entry."""
_PRONOUNS: Final = {
    "me": "me",
    "te": "you",
    "se": "",
    "lo": "it",
    "la": "it",
    "le": "him",
    "nos": "us",
    "los": "them",
    "las": "them",
    "les": "them",
}
"""Pronouns that stand at the end of a verb."""
_ENDINGS: Final = (("as", "o"), ("as", "a"), ("os", "o"), ("a", "o"), ("es", ""), ("s", ""), ("mente", ""))
"""Endings of a form, and those of the one that may be listed."""
_STEM: Final = 3
"""Letters that are left of a word without its ending."""
_BEFORE_MARK: Final = re.compile(r"\s+([.,!?;:])")
_OBJECT: Final = r"(?:me|it|him|them|you|us)"
_ORDER: Final = (
    (re.compile(rf"\bno ({_OBJECT} )?i (am|was|have|had|can|could|will|would)\b"), r"i \2 not \1"),
    (re.compile(rf"\bno ({_OBJECT}) i (\w+)"), r"i do not \2 \1"),
    (re.compile(r"\bno i (\w+)"), r"i do not \1"),
    (re.compile(r"\bme i (am|was|have|had) (\w+)"), r"i \1 \2 myself"),
    (re.compile(r"\bme i (\w+)"), r"i \1 myself"),
    (re.compile(rf"\b({_OBJECT}) i (\w+)"), r"i \2 \1"),
)
"""English says who before it denies, and to whom after what is done."""
_SPOKEN_TO: Final = (
    (re.compile(r"\bi am\b"), "you are"),
    (re.compile(r"\b(?:i|him|he|she)\b"), "you"),
    (re.compile(r"\b(?:his|her)\b"), "your"),
    (re.compile(r"\b(?:my|one)self\b"), "yourself"),
)
"""A question speaks to whom it asks: "sintió" is "you felt", "su ánimo" is "your mood"."""


def asked(question: str) -> str:
    """A folded Spanish question in English words, put to the one who is asked."""
    told = glossed(question)
    for spanish, english in _SPOKEN_TO:
        told = spanish.sub(english, told)
    return told


def glossed(text: str) -> str:
    """A folded Spanish text in English words, each in its place; words that are not listed stay as they are."""
    listed, words = _listed(), list(_WORD.finditer(text))
    found, place, at = [], 0, 0
    while place < len(words):
        for many in range(min(_MOST, len(words) - place), 0, -1):
            run = words[place : place + many]
            said = text[run[0].start() : run[-1].end()]
            meant = listed.get(said) if many > 1 else _meant(said)
            if meant is not None:
                found += [text[at : run[0].start()], meant]
                at, place = run[-1].end(), place + many
                break
    told = " ".join(("".join(found) + text[at:]).split())
    for spanish, english in _ORDER:
        told = spanish.sub(english, told)
    return _BEFORE_MARK.sub(r"\1", told)


def _meant(word: str) -> str:
    listed = _listed()
    if (whole := listed.get(word)) is not None:
        return whole
    for pronoun, english in _PRONOUNS.items():
        stem = word.removesuffix(pronoun)
        if stem != word and len(stem) > _STEM and stem in listed:
            return f"{listed[stem]} {english}".strip()
    for ending, other in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < _STEM:
            continue
        meant = listed.get(stem + other)
        if meant is not None and not meant.startswith("i "):  # "odia" is not "odio"
            return meant
    return word


@cache
def _listed() -> dict[str, str]:
    return dict(line.split("\t") for line in _LIST.read_text("utf-8").splitlines())
