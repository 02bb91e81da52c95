"""Reading order: columns found by the gutter between them, then top to bottom in each."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from rag.documents.page.page_lines import Line

_NARROW = 8.0
"""The least width of a gutter in points; spaces between words are narrower."""
_COLUMN_LINES = 3
_COLUMN_WIDTH = 0.2
"""A column's usual line is at least this share of the text's width; otherwise it is a list's marks or a table's
figures."""
_CROSSED = 0.5
"""The share of all lines that may cross a gutter: headings, tables, abstracts above the columns."""


def in_reading_order(lines: Sequence[Line]) -> list[list[Line]]:
    """The page's columns one after another, each from top to bottom; pieces of one row in one column are joined."""
    return [_rows(block) for block in _blocks(list(lines)) if block]


def _blocks(lines: list[Line]) -> list[list[Line]]:
    """Lines across the gutter divide the page into bands; within a band the left column is read before the right
    one."""
    gutter = _gutter(lines)
    if gutter is None:
        return [lines]
    blocks: list[list[Line]] = []
    ordered = sorted(lines, key=lambda line: line.top)
    for across, band in groupby(ordered, key=lambda line: line.left < gutter < line.right):
        members = list(band)
        if across:
            blocks.append(members)
        else:
            blocks += _blocks([line for line in members if line.right <= gutter])
            blocks += _blocks([line for line in members if line.left >= gutter])
    return blocks


def _gutter(lines: list[Line]) -> float | None:
    """The x in the middle of the clearest upright gap between two columns; None for one column."""
    if len(lines) < 2 * _COLUMN_LINES:
        return None
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    found = [gap for gap in _gaps(lines, left, right) if _parts(lines, gap, right - left)]
    return min(found, key=lambda gap: sum(line.left < gap < line.right for line in lines)) if found else None


def _gaps(lines: list[Line], left: float, right: float) -> list[float]:
    """Candidate gutters: the midpoints between the ends of lines and the beginnings of the next lines to their
    right."""
    starts = sorted({round(line.left) for line in lines if line.left > left + (right - left) * _COLUMN_WIDTH})
    middles = []
    for start in starts:
        ends = [line.right for line in lines if line.right <= start - _NARROW / 2]
        if ends and start - max(ends) >= _NARROW:
            middles.append((max(ends) + start) / 2)
    return middles


def _parts(lines: list[Line], gap: float, width: float) -> bool:
    """Whether the gap separates two columns of running text."""
    before = [line for line in lines if line.right <= gap]
    after = [line for line in lines if line.left >= gap]
    crossing = len(lines) - len(before) - len(after)
    return crossing <= _CROSSED * len(lines) and all(_is_column(side, width) for side in (before, after))


def _is_column(side: list[Line], width: float) -> bool:
    widths = sorted(line.right - line.left for line in side)
    return len(side) >= _COLUMN_LINES and widths[len(widths) // 2] >= _COLUMN_WIDTH * width


def _rows(block: list[Line]) -> list[Line]:
    """The lines from top to bottom; pieces on one row, such as a list's mark and its text, are joined from left to
    right."""
    rows: list[list[Line]] = []
    for line in sorted(block, key=lambda line: (line.top + line.bottom) / 2):
        if rows and _on_row(rows[-1][0], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [row[0] if len(row) == 1 else _joined(sorted(row, key=lambda line: line.left)) for row in rows]


def _on_row(first: Line, line: Line) -> bool:
    """Whether the middle of each line is within the other's height."""
    return (
        first.top < (line.top + line.bottom) / 2 < first.bottom
        and line.top < (first.top + first.bottom) / 2 < line.bottom
    )


def _joined(row: list[Line]) -> Line:
    longest = max(row, key=lambda line: len(line.text))
    return replace(
        longest,
        text=" ".join(line.text for line in row),
        left=row[0].left,
        right=max(line.right for line in row),
        top=min(line.top for line in row),
        bottom=max(line.bottom for line in row),
        bold=all(line.bold for line in row),
        slanted=all(line.slanted for line in row),
    )
