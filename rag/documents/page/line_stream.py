"""The document's text as one stream of lines in reading order, each knowing its page and its column's edges."""

import itertools
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from rag.documents.page.page_lines import Line, Sheet
from rag.documents.page.reading_order import in_reading_order

_USUAL_LEADING = 1.2


@dataclass(frozen=True, slots=True)
class Placed:
    """A line in the stream. `left` and `right` are its column's edges; `first` opens a column."""

    line: Line
    page: int
    left: float
    right: float
    first: bool

    @property
    def text(self) -> str:
        """The line's text."""
        return self.line.text

    def drop_from(self, before: "Placed") -> float:
        """Points from the baseline of the line before to its own; infinite across columns and pages."""
        if self.first or self.page != before.page:
            return float("inf")
        return self.line.bottom - before.line.bottom


def flow_of(sheets: Sequence[Sheet]) -> list[Placed]:
    """All lines of all pages."""
    placed: list[Placed] = []
    for page, sheet in enumerate(sheets, start=1):
        for block in in_reading_order(sheet.lines):
            left, right = min(line.left for line in block), max(line.right for line in block)
            placed += [Placed(line, page, left, right, place == 0) for place, line in enumerate(block)]
    return placed


def leading_of(flow: Sequence[Placed]) -> float:
    """The distance between lines of running text, in letter sizes; about 1.2 in most books."""
    drops = [
        placed.drop_from(before) / placed.line.size
        for before, placed in itertools.pairwise(flow)
        if placed.line.size > 0 and placed.line.style == before.line.style
    ]
    usual = [drop for drop in drops if 0.8 < drop < 3]
    return statistics.median(usual) if usual else _USUAL_LEADING
