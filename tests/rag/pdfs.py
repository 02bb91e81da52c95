"""Books as PDF, made for a test: chapters, disorders and sections told apart by the size of their headings."""

import io
import textwrap
from collections.abc import Mapping

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

Chapters = Mapping[str, Mapping[str, Mapping[str, str]]]
"""Chapter -> disorder -> section heading -> text; lines of the text are paragraphs."""

CRITERIA = """A. Sad or empty moods nearly every day for at least two weeks, with three of the following:
1. Sleep is broken or far too long.
2. Nothing brings any pleasure.
3. Small tasks cost great effort.
B. The trouble gets in the way of work, school or home.
C. No substance and no illness of the body explains it."""
BOOK: Chapters = {
    "Depressive Disorders": {
        "Major Depressive Disorder": {
            "Diagnostic Criteria": CRITERIA,
            "Diagnostic Features": "Low spirits weigh on the person for most of the day, and others notice it as well.",
            "Prevalence": "In one year about seven in a hundred adults have such an episode in this invented country.",
        },
    },
    "Anxiety Disorders": {
        "Generalized Anxiety Disorder": {
            "Diagnostic Criteria": "A. Worry about many everyday matters on most days, for half a year at least.\n"
            "B. The worry can hardly be stopped once it has begun.\nC. Muscles are tense and sleep does not refresh.",
            "Prevalence": "Three in a hundred adults of this invented country worry that much in any one year.",
        },
        "Panic Disorder": {
            "Diagnostic Criteria": "A. Sudden attacks of fear with a pounding heart that peak within minutes.\n"
            "B. For a month afterwards the next attack is feared, or places are avoided because of it.",
        },
    },
}


def pdf(chapters: Chapters = BOOK, copies: int = 1, note: str = "") -> bytes:
    """The book, each disorder on its own pages; `copies` repeats it under numbered names, `note` sets bytes apart."""
    out = io.BytesIO()
    page = _Page(Canvas(out, pagesize=A4, invariant=1))
    for copy in range(copies):
        for chapter, disorders in chapters.items():
            page.fresh()
            page.lines(chapter, 20)
            for disorder, sections in disorders.items():
                page.lines(f"{disorder} {copy + 1}" if copies > 1 else disorder, 16)
                for heading, text in sections.items():
                    page.lines(heading, 13)
                    for paragraph in text.splitlines():
                        page.lines(paragraph, 10)
                page.fresh()
    if note:
        page.canvas.setTitle(note)
    page.canvas.save()
    return out.getvalue()


def blank() -> bytes:
    """A page without a word on it, as of a scan."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.rect(70, 70, 400, 600)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


class _Page:
    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self._y = 780.0
        self._used = False

    def fresh(self) -> None:
        if self._used:
            self.canvas.showPage()
        self._y, self._used = 780.0, False

    def lines(self, text: str, size: int) -> None:
        self._y -= size * 0.8
        for line in textwrap.wrap(text, int(900 / size)):
            if self._y < 80:
                self.fresh()
            self.canvas.setFont("Helvetica-Bold" if size > 10 else "Helvetica", size)
            self.canvas.drawString(70, self._y, line)
            self._y -= size * 1.3
            self._used = True
