"""Recognises front and back matter by its content: title pages, imprints, lists of pages. Real text is neither."""

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Final

from rag.documents.structure.section_kinds import plain
from rag.documents.values import Paragraph, Section, SectionKind

_WITHOUT_SUBJECT: Final = frozenset(
    {SectionKind.OTHER, SectionKind.INTRODUCTION, SectionKind.FRONT, SectionKind.BACK, SectionKind.HISTORY}
)
_FEW_WORDS: Final = 8
_IMPRINT: Final = re.compile(
    r"\u00a9|\(c\) ?\d{4}|copyright|all rights reserved|\bISBN\b|\bISSN\b|printed in |first published"
    r"|library of congress|cataloging.in.publication|no part of this (?:book|publication|manual)",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"[.!?:;][\"'\u201d\u2019)\]]*$")
_LEADER: Final = re.compile(r"(?:\.\s?){4,}\s*[\divxlc]+\b|\u2026\s*\d+")
_NUMBER: Final = re.compile(r"(?<![\w.,-])\d{1,4}(?= [A-Z\u201c\"]|$)")
"""A page number ends its entry: the next entry begins after it."""
_ENTRIES: Final = 4
_DENSE: Final = 12
"""A list of pages has a page number at least once in this many words."""


def with_matter(sections: Iterable[Section]) -> tuple[Section, ...]:
    """The sections, front matter only before the book's first real text, back matter only without any."""
    found: list[Section] = []
    opening = True
    for section in sections:
        for part in _parted(section) if opening else [section]:
            found.append(_judged(part, opening))
            opening = opening and not (part.paragraphs and found[-1].kind is not SectionKind.FRONT)
    return tuple(found)


def _judged(section: Section, opening: bool) -> Section:
    kind = section.kind
    if kind in _WITHOUT_SUBJECT and _lists_pages(section.paragraphs):
        kind = SectionKind.FRONT if opening else SectionKind.BACK
    elif kind is SectionKind.FRONT and not opening:
        kind = SectionKind.OTHER if any(map(_tells, section.paragraphs)) else SectionKind.BACK
    elif kind is SectionKind.BACK and _appended(section) and any(map(_tells, section.paragraphs)):
        kind = SectionKind.OTHER
    elif opening and kind in (SectionKind.OTHER, SectionKind.INTRODUCTION) and section.paragraphs:
        kind = kind if any(map(_tells, section.paragraphs)) else SectionKind.FRONT
    return section if kind is section.kind else section.model_copy(update={"kind": kind})


def _parted(section: Section) -> list[Section]:
    """A title page that continues into the text, as on a leaflet, is split where the text begins."""
    if section.kind is not SectionKind.OTHER and section.kind is not SectionKind.INTRODUCTION:
        return [section]
    start = next((place for place, one in enumerate(section.paragraphs) if _tells(one)), 0)
    if not start:
        return [section]
    return [_of(section, section.paragraphs[:start]), _of(section, section.paragraphs[start:])]


def _of(section: Section, paragraphs: Sequence[Paragraph]) -> Section:
    start, end = min(one.page for one in paragraphs), max(one.page_end for one in paragraphs)
    return section.model_copy(update={"paragraphs": tuple(paragraphs), "page_start": start, "page_end": end})


def _tells(paragraph: Paragraph) -> bool:
    """Whether a paragraph is real text: a sentence or a list item that is not part of an imprint."""
    text = paragraph.text
    if _IMPRINT.search(text) or _lists_pages([paragraph]):
        return False
    return paragraph.mark is not None or (len(text.split()) >= _FEW_WORDS and bool(_SENTENCE.search(text)))


def _lists_pages(paragraphs: Sequence[Paragraph]) -> bool:
    """Whether it is a table of contents: entries with dots leading to pages, or short ones with rising page numbers."""
    text = " ".join(paragraph.text for paragraph in paragraphs if paragraph.mark is None)
    if len(_LEADER.findall(text)) >= _ENTRIES:
        return True
    numbers = [int(number) for number in _NUMBER.findall(text)]
    rising = all(before <= after for before, after in itertools.pairwise(numbers))
    dense = len(text.split()) <= _DENSE * len(numbers)
    return len(numbers) >= _ENTRIES and rising and dense and not re.search(r"[a-z]\. [A-Z]", text)


def _appended(section: Section) -> bool:
    """Whether it is in an appendix, where sentences count as text like any other, but lists do not."""
    return any(plain(step).startswith(("appendix", "appendices")) for step in section.path)
