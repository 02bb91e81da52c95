"""The content of the open reference, read from the files beside this module."""

import tomllib
from functools import cache
from pathlib import Path

from agents.domain.value import Value

_FILES = ("mood", "anxiety", "trauma", "psychosis", "substances", "body", "self")
"""In the order of the book."""


class Criterion(Value):
    """One criterion; its letter follows from its position. `points` are its numbered points."""

    text: str
    points: tuple[str, ...] = ()


class Disorder(Value):
    """One disorder. `icd10` are ICD-10-CM codes as they are printed; `specifiers` may be empty."""

    name: str
    icd10: str
    features: str
    criteria: tuple[Criterion, ...]
    specifiers: str = ""
    differential: str


class Chapter(Value):
    """Disorders that belong together."""

    title: str
    disorders: tuple[Disorder, ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters in the order of the book."""
    return tuple(
        Chapter.model_validate(chapter)
        for name in _FILES
        for chapter in tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text())["chapters"]
    )
