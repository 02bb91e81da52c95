"""The open reference as a PDF, so that it is ingested like an admin's book: one page or two for each disorder."""

import io
from collections.abc import Iterator
from typing import Any, Final

from rag.open_reference.content import Chapter, Disorder, chapters

NAME: Final = "Open reference (not the DSM-5)"
ABOUT: Final = "About This Reference"
NOTICE: Final = "Not the DSM-5: an open reference written for this product"
_OPENING: Final = (
    "This is not the DSM-5, and no part of it is taken from that manual. It is an open reference, written for this"
    " product in its own words, so that impressions can point to something that everybody may read before a licensed"
    " manual has been added.",
    "For each disorder it says what is essential, letter by letter, how long it lasts, what rules it out, what is noted"
    " beside it, what resembles it, and the usual ICD-10-CM codes. It is shorter than a manual on purpose, and it is"
    " no means of diagnosis: that takes a clinician, a history and a licensed text.",
    "An admin can add the DSM-5-TR as a PDF. From then on it is searched in place of these pages.",
)


def pdf() -> bytes:
    """The book; the same bytes each time for the same text."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import SimpleDocTemplate

    class Book(SimpleDocTemplate):  # type: ignore[misc]  # reportlab has no types
        def afterFlowable(self, flowable: Any) -> None:  # noqa: N802 - reportlab calls it so
            _enter(self.canv, flowable)

    held = io.BytesIO()
    book = Book(
        held,
        pagesize=A4,
        leftMargin=64,
        rightMargin=64,
        topMargin=60,
        bottomMargin=72,
        invariant=1,
        title=NAME,
        author="",
    )
    book.build(list(_flowables()), onFirstPage=_foot, onLaterPages=_foot)
    return held.getvalue()


def _enter(canvas: Any, flowable: Any) -> None:
    """Adds a heading to the outline at its place on the page."""
    level = getattr(flowable, "outline_level", None)
    if level is None:
        return
    key = f"h{canvas.getPageNumber()}-{level}-{flowable.getPlainText()}"
    canvas.bookmarkPage(key)
    canvas.addOutlineEntry(flowable.getPlainText(), key, level, closed=level == 0)


def _foot(canvas: Any, _document: Any) -> None:
    canvas.saveState()
    canvas.setFont("Helvetica", 8)
    canvas.setFillGray(0.35)
    canvas.drawString(70, 40, NOTICE)
    canvas.drawRightString(canvas._pagesize[0] - 70, 40, str(canvas.getPageNumber()))
    canvas.restoreState()


def _flowables() -> Iterator[Any]:
    from reportlab.platypus import PageBreak

    words = _Words()
    yield words.heading(0, ABOUT)
    for paragraph in _OPENING:
        yield words.prose(paragraph)
    for chapter in chapters():
        for disorder in chapter.disorders:
            yield PageBreak()
            yield from _disorder(words, chapter, disorder)


def _disorder(words: "_Words", chapter: Chapter, disorder: Disorder) -> Iterator[Any]:
    if disorder is chapter.disorders[0]:
        yield words.heading(0, chapter.title)
    yield words.heading(1, disorder.name)
    yield words.heading(2, "Features")
    yield words.prose(disorder.features)
    yield words.heading(2, "Criteria")
    for letter, criterion in zip("ABCDEFGHIJKLM", disorder.criteria, strict=False):
        yield words.criterion(f"{letter}. {criterion.text}")
        for number, point in enumerate(criterion.points, start=1):
            yield words.point(f"{number}. {point}")
    if disorder.specifiers:
        yield words.heading(2, "Specifiers")
        yield words.prose(disorder.specifiers)
    yield words.heading(2, "Differential Pointers")
    yield words.prose(disorder.differential)
    yield words.heading(2, "Coding")
    yield words.prose(f"ICD-10-CM: {disorder.icd10}.")


class _Words:
    """The book's type: headings of three levels, prose, criteria and their points."""

    def __init__(self) -> None:
        from reportlab.lib.styles import ParagraphStyle

        text = {"fontName": "Times-Roman", "fontSize": 11, "leading": 14.5, "spaceAfter": 5}
        self._prose = ParagraphStyle("prose", **text)
        self._criterion = ParagraphStyle("criterion", **text, spaceBefore=4, leftIndent=18, firstLineIndent=-18)
        self._point = ParagraphStyle("point", **{**text, "spaceAfter": 2}, leftIndent=38, firstLineIndent=-18)
        self._headings = [
            ParagraphStyle(
                f"h{size}",
                fontName="Helvetica-Bold",
                fontSize=size,
                leading=size * 1.25,
                spaceBefore=size * 0.6,
                spaceAfter=5,
                keepWithNext=1,
            )
            for size in (20, 16, 12)
        ]

    def heading(self, level: int, text: str) -> Any:
        paragraph = self._set(text, self._headings[level])
        paragraph.outline_level = level
        return paragraph

    def prose(self, text: str) -> Any:
        return self._set(text, self._prose)

    def criterion(self, text: str) -> Any:
        return self._set(text, self._criterion)

    def point(self, text: str) -> Any:
        return self._set(text, self._point)

    def _set(self, text: str, style: Any) -> Any:
        from xml.sax.saxutils import escape

        from reportlab.platypus import Paragraph

        return Paragraph(escape(text), style)
