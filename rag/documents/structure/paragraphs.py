"""Joins lines into paragraphs, and finds the letters and numbers that open a criterion or one of its points."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rag.documents.page.line_stream import Placed
from rag.documents.page.text_repair import Vocabulary, finished
from rag.documents.values import Paragraph

_MARK = re.compile(
    r"^(?:(?P<letter>[A-Z])[.)]|\(?(?P<number>\d{1,2})[.)]|\(?(?P<small>[a-z])[.)]|(?P<dot>[•·▪‣◦]))\s+(?=\S)"
)
_DEPTH = {"letter": 1, "number": 2, "small": 3, "dot": 3}
_ENDS = (".", "?", "!", ":", ";")
_CLOSING = "\"'”’)]"
_ROOM = 1.35
"""A line distance of this many times the usual one begins a paragraph."""
_FAR = 2.0
"""A line distance of this many times the usual one begins a paragraph even in mid-sentence."""
_INDENT = 0.8
_SHORT = 0.15
"""A paragraph's last line leaves at least this share of the line width free, and more than the next line's first word
needs."""


@dataclass
class _Marks:
    """The marks read last: a mark counts only as the first of its series or as the successor of the last one."""

    last: dict[str, str] = field(default_factory=dict)

    def read(self, text: str) -> tuple[str | None, int]:
        """The mark and its depth; None and 0 for a line that opens with none."""
        found = _MARK.match(text)
        sort = found.lastgroup if found else None
        if found is None or sort is None:
            return None, 0
        mark = found[sort]
        if sort != "dot" and mark not in (_first(sort), self._next(sort)):
            return None, 0
        self.last = {known: last for known, last in self.last.items() if _DEPTH[known] < _DEPTH[sort]} | {sort: mark}
        return mark, _DEPTH[sort]

    def _next(self, sort: str) -> str | None:
        last = self.last.get(sort)
        if last is None:
            return None
        return str(int(last) + 1) if sort == "number" else chr(ord(last) + 1)


@dataclass(slots=True)
class _Draft:
    """A paragraph while lines are added."""

    text: str
    page: int
    page_end: int
    mark: str | None
    depth: int


def paragraphs_of(flow: Sequence[Placed], leading: float, words: Vocabulary) -> tuple[Paragraph, ...]:
    """The paragraphs of one section; `leading` is the usual line distance in letter sizes."""
    marks = _Marks()
    found: list[_Draft] = []
    before: Placed | None = None
    for placed in flow:
        mark, depth = marks.read(placed.text)
        if before and mark is None and not _begins(before, placed, leading):
            found[-1].text = words.join(found[-1].text, placed.text)
            found[-1].page_end = placed.page
        else:
            found.append(_Draft(placed.text, placed.page, placed.page, mark, depth))
        before = placed
    return tuple(
        Paragraph(text=finished(it.text), page=it.page, page_end=it.page_end, mark=it.mark, depth=it.depth)
        for it in found
    )


def _begins(before: Placed, placed: Placed, leading: float) -> bool:
    """Whether the line begins a paragraph. An unfinished sentence continues across columns and pages."""
    ended = before.text.rstrip(_CLOSING).endswith(_ENDS)
    if placed.first or placed.page != before.page:
        return ended
    size = placed.line.size or 1.0
    drop = placed.drop_from(before) / (leading * size)
    if drop > _FAR or not ended:
        return drop > _FAR
    if drop > _ROOM or placed.line.bold != before.line.bold:
        return True
    first_word = placed.text.split(" ", 1)[0]
    letter = (before.line.right - before.line.left) / len(before.text)
    room = before.right - before.line.right
    short = room > _SHORT * (placed.right - placed.left) and room > 1.5 * letter * (len(first_word) + 1)
    shifted = abs(placed.line.left - before.line.left) > _INDENT * size
    return short or shifted


def _first(sort: str) -> str:
    return {"letter": "A", "number": "1", "small": "a"}[sort]
