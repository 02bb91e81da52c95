"""The report as a PDF: risk first, then the report as stored; label, date, digest and number stand on each page."""

import io
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, HRFlowable, Image, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from server.exports.material import Letterhead, Material
from server.exports.pdf.type import INK, LINE, MISSING, QUIET, SANS, TEAL, WASH, lacking, shown, styles
from server.exports.words import Block, Line, blocks
from server.exports.writing import digest_line, facts, left_out, readable, risk, source

_MARGIN: Final = 20 * mm
_WIDTH: Final = A4[0] - 2 * _MARGIN
_WIDTHS: Final = {5: (0.16, 0.16, 0.13, 0.22, 0.33), 7: (0.06, 0.18, 0.13, 0.1, 0.3, 0.1, 0.13)}
"""The columns' shares of the width, for the report's two tables."""
_PADDING: Final = 3
_LACKING: Final = (
    f"{MISSING} stands for a character that this file's typeface does not have; the other exports hold it."
)
_PIXEL: Final = 0.5
"""Points for each pixel of the logo: sharp at 144 dots an inch."""


def pdf_of(material: Material) -> bytes:
    """The file. Raises NotNow where there is no report."""
    body = list(_body(material))
    out = io.BytesIO()
    label = " ".join(material.row.label.split())
    document = SimpleDocTemplate(
        out,
        pagesize=A4,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=18 * mm,
        bottomMargin=22 * mm,
        title=f"Report {label}",
        author="Anamnesis",
        subject=f"DSM-5 Level-1 Cross-Cutting Symptom Measure, {material.held}",
        invariant=1,
    )
    document.build(body, canvasmaker=partial(_Numbered, foot=_foot(material, label)))
    return out.getvalue()


def _foot(material: Material, label: str) -> str:
    done = material.profile.completed_at or material.row.created_at
    day = material.clock.of(done)[:10]
    short = label if len(label) <= 40 else f"{label[:39]}…"
    return shown(f"{short}  ·  {day}  ·  {_version(material)}  ·  digest {material.digest[:16]}")


def _version(material: Material) -> str:
    return f"version {material.version}" + (", signed off" if material.signed else ", not signed off")


class _Numbered(Canvas):  # type: ignore[misc]  # reportlab has no types
    """A canvas that knows how many pages there are before it writes their feet."""

    def __init__(self, *given: Any, foot: str, **named: Any) -> None:
        super().__init__(*given, **named)
        self._foot = foot
        self._pages: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802  # reportlab's name
        """Keep the page until all are there."""
        self._pages.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        """Write every page with its foot, then the file."""
        for number, page in enumerate(self._pages, 1):
            self.__dict__.update(page)
            self._write_foot(number)
            super().showPage()
        super().save()

    def _write_foot(self, number: int) -> None:
        self.setStrokeColor(LINE)
        self.setLineWidth(0.5)
        self.line(_MARGIN, 15 * mm, A4[0] - _MARGIN, 15 * mm)
        self.setFont(SANS, 7.5)
        self.setFillColor(QUIET)
        self.drawString(_MARGIN, 11 * mm, self._foot)
        self.drawRightString(A4[0] - _MARGIN, 11 * mm, f"{number} of {len(self._pages)}")


def _body(material: Material) -> Iterator[Flowable]:
    title, *rest = facts(material)
    dangers = [*risk(material), *left_out(material)]
    report = material.clock.in_text(readable(material, material.stored))
    yield from _letterhead(material.letterhead)
    yield _set("title", title)
    yield from (_set("meta", line) for line in rest)
    yield HRFlowable(width="100%", thickness=1, color=TEAL, spaceBefore=6, spaceAfter=8)
    yield _risk(dangers)
    for block in blocks(report):
        yield from _flowables(block)
    yield HRFlowable(width="100%", thickness=0.5, color=LINE, spaceBefore=10, spaceAfter=4)
    yield from (_set("meta", line) for line in (source(material), digest_line(material)))
    if any(map(lacking, (material.letterhead.name, title, *rest, *dangers, report, source(material)))):
        yield _set("meta", _LACKING)


def _letterhead(given: Letterhead) -> Iterator[Flowable]:
    """The clinic's logo and name, above everything; nothing where neither is set."""
    if given.png:
        yield Image(io.BytesIO(given.png), given.width * _PIXEL, given.height * _PIXEL, hAlign="LEFT")
    if given.name:
        yield _set("meta", given.name)
    if given.png or given.name:
        yield Spacer(0, 3 * mm)


def _risk(dangers: Iterable[str]) -> Flowable:
    """The box that stands first. It may break over pages, a row a line."""
    lines = [Paragraph("Risk", styles()["subheading"]), *(_set("paragraph", line) for line in dangers)]
    look = [
        ("BACKGROUND", (0, 0), (-1, -1), WASH),
        ("LEFTPADDING", (0, 0), (-1, -1), 9),
        ("RIGHTPADDING", (0, 0), (-1, -1), 9),
    ]
    tight = [("TOPPADDING", (0, 0), (-1, -1), 1), ("BOTTOMPADDING", (0, 0), (-1, -1), 0)]
    return Table([[line] for line in lines], colWidths=[_WIDTH], style=TableStyle(look + tight), splitInRow=1)


def _flowables(block: Block) -> Iterator[Flowable]:
    match block.kind:
        case "table":
            yield _table(block)
        case "bullet":
            yield Paragraph(_marked(block.line), styles()["bullet"], bulletText="•")
        case "numbered":
            yield Paragraph(_marked(block.line), styles()["numbered"], bulletText=f"{block.number}.")
        case kind:
            yield Paragraph(_marked(block.line), styles()[kind])


def _table(block: Block) -> Flowable:
    rows = [[Paragraph(_marked(cell), styles()["column"]) for cell in block.header]]
    rows += [[Paragraph(_marked(cell), styles()["cell"]) for cell in row] for row in block.rows]
    shares = _WIDTHS.get(len(block.header), (1 / len(block.header),) * len(block.header))
    look = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, INK),
        ("LINEBELOW", (0, 1), (-1, -1), 0.4, LINE),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 5),
        ("TOPPADDING", (0, 0), (-1, -1), _PADDING),
        ("BOTTOMPADDING", (0, 0), (-1, -1), _PADDING),
    ]
    widths = [share * _WIDTH for share in shares]
    return Table(rows, colWidths=widths, style=TableStyle(look), repeatRows=1, splitInRow=1, spaceAfter=6)


def _set(style: str, words: str) -> Flowable:
    return Paragraph(escape(shown(words)), styles()[style])


def _marked(line: Line) -> str:
    """A line in reportlab's own markup, in which nothing of the text is markup."""
    parts = ((escape(shown(run.text)), run.strong) for run in line)
    return "".join(f"<b>{text}</b>" if strong else text for text, strong in parts)
