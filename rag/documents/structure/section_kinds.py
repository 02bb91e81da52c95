"""A section's kind, recognised by its heading."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from rag.documents.values import SectionKind

_NUMBERING: Final = re.compile(
    r"^(?:(?:chapter|section|part)\s+)?(?:\d+(?:\.\d+)*|[ivx]+)[.:)]?\s+(?=\w)", re.IGNORECASE
)
_ENDS: Final = re.compile(r"^\W+|\W+$")
DISORDER: Final = re.compile(
    r"\b(?:disorder|syndrome|phobia|schizophrenia|agoraphobia|mutism|anorexia|bulimia|pica|amnesia|intoxication|withdrawal"
    r"|dependence|insomnia|narcolepsy|delirium|kleptomania|pyromania|catatonia|psychosis|disability|episode|dementia)\b",
    re.IGNORECASE,
)
"""A heading with one of these words in the singular names a disorder."""

PLURAL: Final = re.compile(r"\b(?:disorders|syndromes|phobias|conditions)\b", re.IGNORECASE)
"""A heading with one of these names a chapter."""


@cache
def _patterns() -> tuple[tuple[SectionKind, str, re.Pattern[str]], ...]:
    groups = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
    return tuple(
        (SectionKind(kind), group, re.compile("|".join(f"(?:{one})" for one in patterns)))
        for group, kinds in groups.items()
        for kind, patterns in kinds.items()
    )


@cache
def plain(heading: str) -> str:
    """The heading in lower case, without numbering and without punctuation at its ends."""
    return _ENDS.sub("", _NUMBERING.sub("", " ".join(heading.split()))).lower()


@cache
def _told(heading: str) -> tuple[SectionKind | None, str]:
    said = plain(heading)
    return next(((kind, group) for kind, group, pattern in _patterns() if pattern.fullmatch(said)), (None, ""))


def kind_of(heading: str) -> SectionKind | None:
    """The kind named by the heading's words; None for the heading of a chapter, a disorder or something else."""
    return _told(heading)[0]


def is_clinical(heading: str) -> bool:
    """Whether it is the heading of a section that describes a disorder (criteria, prevalence, ...)."""
    return _told(heading)[1] == "clinical"


def is_begun(heading: str) -> bool:
    """Whether it only begins like such a heading ("Gender ..."), so that it may also be a disorder's title."""
    return _told(heading)[1] == "begun"


def names_disorder(heading: str) -> bool:
    """Whether its words name one disorder, and neither a chapter of disorders nor a question about one."""
    return bool(DISORDER.search(heading)) and not PLURAL.search(heading) and not heading.rstrip().endswith("?")
