"""The lines of text on one page, with their boxes and type, from pdfium.

pdfium gives a page's text in one call; box and font are requested once per line, not per character, which would cost
seconds on a book. A line with a wide gap (two columns set row by row) is returned in pieces.
"""

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

HYPHEN = "\ufffe"
"""pdfium's character for a hyphen at a line's end; it stands for the line break too."""

_BREAK = re.compile(f"\r\n?|\n|{HYPHEN}")
_BOLD = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)
_SLANTED = re.compile(r"ital|obli", re.IGNORECASE)
_BOLD_WEIGHT = 600
_WIDE = 1.2
"""A gap of this many letter sizes splits a line into pieces; spaces in justified text are narrower."""
_TURNED = math.radians(10)

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

Type = tuple[float, bool, bool, float]
"""Size in points as printed, bold, slanted, angle in radians."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line or a piece of one. Points (1/72 inch), counted from the top left corner; `size` is the letters' size."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    bold: bool = False
    slanted: bool = False

    @property
    def style(self) -> tuple[float, bool, bool]:
        """The properties that distinguish a heading's type from the body's."""
        return self.size, self.bold, self.slanted

    @property
    def hyphenated(self) -> bool:
        """Whether the last word continues on the next line."""
        return self.text.endswith(HYPHEN)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page with its upright lines in the file's order; a page without text has none. Sizes in points."""

    width: float
    height: float
    lines: tuple[Line, ...]


def sheet_of(page: Any) -> Sheet:
    """The sheet of a pypdfium2 page."""
    text_page = page.get_textpage()
    try:
        width, height = page.get_size()
        return Sheet(width, height, tuple(_Reader(page, text_page).lines()))
    finally:
        text_page.close()


def body_type(sheets: Sequence[Sheet]) -> tuple[float, bool, bool]:
    """The style (size, bold, slanted) in which most characters are set; 10 points upright where there is no text."""
    counted: Counter[tuple[float, bool, bool]] = Counter()
    for sheet in sheets:
        for line in sheet.lines:
            counted[line.style] += len(line.text)
    return counted.most_common(1)[0][0] if counted else (10.0, False, False)


class _Reader:
    """Queries pdfium about one page."""

    def __init__(self, page: Any, text_page: Any) -> None:
        import pypdfium2.raw

        self.raw = pypdfium2.raw
        self.handle = text_page.raw
        self.turn = page.get_rotation()
        self.width, self.height = page.get_size()
        self.x, self.y = page.get_cropbox()[:2]
        # Buffers that pdfium writes to, allocated once: doing it for each line takes as long as the query itself.
        self.matrix, self.flags = pypdfium2.raw.FS_MATRIX(), ctypes.c_int()
        self.name = ctypes.create_string_buffer(128)
        self.edges = tuple(ctypes.c_double() for _ in range(4))
        self.fonts: dict[bytes, tuple[bool, bool]] = {}
        self.upright = 0.0 if self.turn == 0 else None

    def lines(self) -> list[Line]:
        text, index = self._text()
        found: list[Line] = []
        start = 0
        for ends in _BREAK.finditer(text):
            found += self._pieces(text, index, start, ends.start(), ends[0] == HYPHEN)
            start = ends.end()
        return found + self._pieces(text, index, start, len(text), hyphen=False)

    def _text(self) -> tuple[str, Any]:
        """The page's text and, where pdfium left characters out, a function from a position in the text to the
        character's index."""
        count = max(0, self.raw.FPDFText_CountChars(self.handle))
        buffer = (ctypes.c_ushort * (count + 1))()
        written = self.raw.FPDFText_GetText(self.handle, 0, count, buffer)
        # One code unit stays one character, so that positions stay right; surrogate pairs are joined at the end.
        text = "".join(map(chr, buffer[: max(0, written - 1)]))
        if len(text) == count:
            return text, None
        return text, lambda place: self.raw.FPDFText_GetCharIndexFromTextIndex(self.handle, place)

    def _pieces(self, text: str, index: Any, start: int, end: int, hyphen: bool) -> list[Line]:
        words = text[start:end].strip()
        if not words:
            return []
        start = text.index(words, start)
        end = start + len(words)
        first, last = (index(start), index(end - 1)) if index else (start, end - 1)
        kind = self._type(first)
        if kind[3] != self.upright and abs(_signed(kind[3] + math.radians(self.turn))) > _TURNED:
            return []  # turned text; pdfium counts the angle clockwise
        boxes = self._boxes(first, last - first + 1)
        if len(boxes) == 1:
            said = f"{_joined(words)}{HYPHEN}" if hyphen else _joined(words)
            return [Line(said, *boxes[0], *self._style(index, start, end - 1, kind))]
        return list(self._parted(text, index, start, end, hyphen, kind, boxes))

    def _parted(
        self, text: str, index: Any, start: int, end: int, hyphen: bool, kind: Type, boxes: list[Box]
    ) -> Iterator[Line]:
        groups = _groups(boxes, kind[0] * _WIDE)
        cuts = [start, *self._cuts(text, index, start, end, groups), end]
        for group, left, right in zip(groups, cuts, cuts[1:], strict=False):
            words = text[left:right].strip()
            if words:
                style = self._style(index, left, left + len(words) - 1, kind if left == start else None)
                hyphenated = HYPHEN if hyphen and right == end else ""
                yield Line(_joined(words) + hyphenated, *_around(group), *style)

    def _style(self, index: Any, start: int, end: int, kind: Type | None) -> tuple[float, bool, bool]:
        """Size, bold, slanted of a piece of text; it counts as bold or slanted only if its first and last letters both
        are."""
        first, last = (index(start), index(end)) if index else (start, end)
        size, bold, slanted, _ = kind or self._type(first)
        if last > first and (bold or slanted):
            _, end_bold, end_slanted, _ = self._type(last)
            bold, slanted = bold and end_bold, slanted and end_slanted
        return round(size, 1), bold, slanted

    def _cuts(self, text: str, index: Any, start: int, end: int, groups: list[list[Box]]) -> list[int]:
        """Where in the text each group except the first begins: at the first word with a letter in the group's box."""
        cuts: list[int] = []
        place = start
        for group in groups[1:]:
            place = next(
                (at for at in range(place + 1, end) if text[at - 1].isspace() and self._stands_in(at, index, group[0])),
                end,
            )
            cuts.append(place)
        return cuts

    def _stands_in(self, place: int, index: Any, box: Box) -> bool:
        boxes = self._boxes(index(place) if index else place, 1)
        return bool(boxes) and _same_row(boxes[0], box) and box[0] - 1 <= boxes[0][0] <= box[2]

    def _boxes(self, first: int, count: int) -> list[Box]:
        left, top, right, bottom = self.edges
        return [
            self._upright(left.value, bottom.value, right.value, top.value)
            for number in range(self.raw.FPDFText_CountRects(self.handle, first, count))
            if self.raw.FPDFText_GetRect(self.handle, number, left, top, right, bottom)
        ]

    def _upright(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Converts the file's coordinates, counted from the bottom, to those of the page as it is displayed."""
        x0, y0, x1, y1 = left - self.x, bottom - self.y, right - self.x, top - self.y
        match self.turn:
            case 90:
                return y0, x0, y1, x1
            case 180:
                return self.width - x1, y0, self.width - x0, y1
            case 270:
                return self.width - y1, self.height - x1, self.width - y0, self.height - x0
            case _:
                return x0, self.height - y1, x1, self.height - y0

    def _type(self, place: int) -> Type:
        """The type of one character."""
        matrix, scale, angle = self.matrix, 1.0, 0.0
        if self.raw.FPDFText_GetMatrix(self.handle, place, matrix):
            scale = math.hypot(matrix.c, matrix.d) or 1.0
            # The same as FPDFText_GetCharAngle, without another call.
            angle = math.atan2(matrix.c, matrix.a) % math.tau if matrix.c or matrix.a < 0 else 0.0
        size = self.raw.FPDFText_GetFontSize(self.handle, place) * scale
        self.raw.FPDFText_GetFontInfo(self.handle, place, self.name, 128, self.flags)
        font = self.name.value
        if font not in self.fonts:
            bold, slanted = _cut_of(font)
            heavy = self.raw.FPDFText_GetFontWeight(self.handle, place) >= _BOLD_WEIGHT
            self.fonts[font] = bold or heavy, slanted
        return size, *self.fonts[font], angle


@cache
def _cut_of(font: bytes) -> tuple[bool, bool]:
    """Whether the font is bold and slanted, judged by its name."""
    name = font.decode("utf-8", "replace")
    return bool(_BOLD.search(name)), bool(_SLANTED.search(name))


def _groups(boxes: list[Box], wide: float) -> list[list[Box]]:
    """Boxes close together on one row; a wide gap or another row begins a new group."""
    groups: list[list[Box]] = []
    for box in boxes:
        close = groups and _same_row(groups[-1][-1], box) and -wide < box[0] - groups[-1][-1][2] <= wide
        if close:
            groups[-1].append(box)
        else:
            groups.append([box])
    return groups


def _same_row(one: Box, other: Box) -> bool:
    return min(one[3], other[3]) > max(one[1], other[1])


def _around(boxes: list[Box]) -> Box:
    if len(boxes) == 1:
        return boxes[0]
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _joined(text: str) -> str:
    """The text with surrogate pairs joined into one character and non-characters removed."""
    if text.isascii():
        return text.replace("\0", "")
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore").replace("\0", "")


def _signed(angle: float) -> float:
    """The same angle between -pi and pi."""
    return math.atan2(math.sin(angle), math.cos(angle))
