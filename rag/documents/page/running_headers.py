"""Headers and footers: lines at the pages' edges that recur at the same height; and the page numbers in them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rag.documents.page.page_lines import Line, Sheet
from rag.documents.page.page_numbers import number_of

_EDGE = 0.14
"""Headers and footers lie within this share of the page's height from its edge."""
_DEEP = 3
"""The most rows of a header or footer."""
_SLOT = 6.0
"""Points within which two heights count as the same."""
_OFTEN = 3
_LARGE = 1.15
"""Type larger than the body's by this factor is a heading, even at the top of every page."""
_ASIDE = 1.6
"""A header is at least this many letter sizes away from the text, from baseline to baseline; body lines are closer."""

_LEAD = re.compile(r"^\W*([0-9]{1,5}|[ivxlcdm]{1,8})\b[\W_]*(?=\D)", re.IGNORECASE)
_PAGE = re.compile(
    r"\W*\b(?:page|p\.|seite)?\W*([0-9]{1,5}|[ivxlcdm]{1,8})(?:\W+(?:of|/)\W+[0-9]{1,5})?\W*$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Row:
    """One row at an edge. `words` is the text without the page number; `slot` its edge and height."""

    lines: tuple[Line, ...]
    slot: tuple[str, int]
    words: str
    numbers: tuple[str, ...]
    aside: bool

    @property
    def size(self) -> float:
        return max(line.size for line in self.lines)


def without_running(
    sheets: Sequence[Sheet], body: tuple[float, bool, bool]
) -> tuple[list[Sheet], list[tuple[str, ...]]]:
    """The sheets without headers and footers, and the numbers found in them on each page, as printed."""
    edges = [_edges(sheet, body) for sheet in sheets]
    said = Counter(key for rows in edges for key in {(row.slot, row.words) for row in rows if row.aside})
    needed = min(_OFTEN, max(2, len(sheets)))
    sure = Counter(row.slot for rows in edges for row in rows if row.aside and said[row.slot, row.words] >= needed)
    cleaned, numbers = [], []
    for sheet, rows in zip(sheets, edges, strict=True):
        running = [row for row in rows if row.aside and _runs(row, said, sure, needed, len(sheets))]
        gone = {id(line) for row in running for line in row.lines}
        cleaned.append(replace(sheet, lines=tuple(line for line in sheet.lines if id(line) not in gone)))
        numbers.append(tuple(number for row in running for number in row.numbers))
    return cleaned, numbers


def _runs(
    row: _Row, said: Counter[tuple[tuple[str, int], str]], sure: Counter[tuple[str, int]], needed: int, pages: int
) -> bool:
    """Whether the row recurs on other pages, or is at a height at which many pages have a header (that names the
    section)."""
    edge, height = row.slot
    near = [(edge, height + step) for step in (-1, 0, 1)]
    again = sum(said[slot, row.words] for slot in near) >= needed
    return again or sum(sure[slot] for slot in near) >= max(needed, pages // 5)


def _edges(sheet: Sheet, body: tuple[float, bool, bool]) -> list[_Row]:
    """The rows at a page's two edges, from the outside in, whose type allows them to be headers or footers."""
    ordered = sorted(sheet.lines, key=lambda line: line.bottom)
    rows = [tuple(row) for _, row in groupby(ordered, key=lambda line: round(line.bottom / 3))]
    top = [row for row in rows[: _DEEP + 1] if row[0].bottom <= sheet.height * _EDGE]
    bottom = [row for row in rows[::-1][: _DEEP + 1] if row[0].top >= sheet.height * (1 - _EDGE)]
    found = []
    for edge, outer, inner in (("top", top, rows), ("bottom", bottom, rows[::-1])):
        for place, row in enumerate(outer[:_DEEP]):
            if max(line.size for line in row) > body[0] * _LARGE:
                break
            beyond = inner[place + 1] if place + 1 < len(inner) else None
            found.append(_row(edge, row, beyond, body))
    return found


def _row(edge: str, row: tuple[Line, ...], beyond: tuple[Line, ...] | None, body: tuple[float, bool, bool]) -> _Row:
    plain = all(not line.bold for line in row) or body[1]
    words, numbers = _parted(sorted(row, key=lambda line: line.left), plain)
    size = max(row[0].size, body[0])
    distance = abs(row[0].bottom - beyond[0].bottom) if beyond else size * 10
    # A number alone, or type unlike the text's, needs no space around it.
    aside = (
        distance > _ASIDE * size
        or (bool(numbers) and not words)
        or (beyond is not None and row[0].size < 0.9 * body[0])
    )
    return _Row(row, (edge, round(row[0].bottom / _SLOT)), words, numbers, aside)


def _parted(row: list[Line], plain: bool) -> tuple[str, tuple[str, ...]]:
    """The row's words without page numbers, and these. Within one piece, a bold number at the end belongs to the
    words."""
    words, numbers = [], []
    for line in row:
        text = line.text
        lead = _LEAD.match(text)
        trail = _PAGE.search(text)
        if trail and trail.start() == 0 and number_of(trail[1]):
            numbers.append(trail[1])
            continue
        if lead and number_of(lead[1]):
            numbers.append(lead[1])
            text = text[lead.end() :]
        elif trail and plain and number_of(trail[1]):
            numbers.append(trail[1])
            text = text[: trail.start()]
        words.append(text)
    return " ".join(" ".join(words).lower().split()), tuple(numbers)
