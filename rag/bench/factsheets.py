"""Fact sheets as PDF in several layouts, with questions that one section of one of them answers."""

import io
import textwrap
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from agents.domain.value import Value

_TOP: Final = 780.0
_LEFT: Final = 60.0
_IMPRINT: Final = "\u00a9 2026 The Invented Clinic. All rights reserved. Printed in Nowhere. ISBN 978-0-00-000000-0."
_PREFACE: Final = "This booklet was written by several people of the invented clinic, who thank everybody that read it."
_REFERENCES: Final = "Amber A, Birch B. On invented matters. Journal of Nothing 2020; 3: 14-18."


class Layout(StrEnum):
    """The layout of a sheet."""

    HEADED = "headed"
    """Title and headings larger than the text."""
    COLUMNS = "columns"
    """Two columns below the title."""
    PLAIN = "plain"
    """One typeface throughout; headings are lines on their own."""
    BOOKLET = "booklet"
    """Title page, imprint, contents and preface in front, references at the end."""
    OUTLINED = "outlined"
    """Numbered bold headings in the size of the text, and an outline in the file."""


class Sheet(Value):
    """One fact sheet; `questions` name the section, counted from 0, that answers them."""

    title: str
    sections: tuple[tuple[str, str], ...]
    questions: tuple[tuple[str, int], ...]


def sheets() -> tuple[Sheet, ...]:
    """All of them, in the order of the file."""
    read = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return tuple(Sheet.model_validate(sheet) for sheet in read["sheets"])


def pdf(sheet: Sheet, layout: Layout) -> bytes:
    """The sheet in a layout; the same bytes each time."""
    page = _Page(layout)
    page.title(sheet.title)
    if layout is Layout.BOOKLET:
        _front(page, sheet)
    for number, (heading, text) in enumerate(sheet.sections, start=1):
        page.heading(f"{number}. {heading}" if layout is Layout.OUTLINED else heading)
        for paragraph in text.splitlines():
            page.text(paragraph.replace("- ", "\u2022 ", 1) if paragraph.startswith("- ") else paragraph)
        if layout is Layout.BOOKLET:
            page.turn()
    if layout is Layout.BOOKLET:
        page.heading("References")
        page.text(_REFERENCES)
    return page.bytes()


def _front(page: "_Page", sheet: Sheet) -> None:
    page.text("The Invented Clinic")
    page.turn()
    page.text(_IMPRINT)
    page.turn()
    page.heading("Contents")
    for number, (heading, _) in enumerate(sheet.sections):
        page.text(f"{heading} {'. ' * 20}{number + 5}")
    page.turn()
    page.heading("Preface")
    page.text(_PREFACE)
    page.turn()


class _Page:
    """Sets lines from top to bottom, in one column or two."""

    def __init__(self, layout: Layout) -> None:
        from reportlab.lib.pagesizes import A4
        from reportlab.pdfgen.canvas import Canvas

        self._layout, self._out = layout, io.BytesIO()
        self._canvas: Any = Canvas(self._out, pagesize=A4, invariant=1)
        self._x, self._y, self._top = _LEFT, _TOP, _TOP

    def title(self, text: str) -> None:
        plain = self._layout is Layout.PLAIN
        self._line(text, 10 if plain else 22, bold=not plain)
        self._y -= 14
        self._top = self._y

    def heading(self, text: str) -> None:
        if self._y < (560 if self._layout is Layout.COLUMNS else 120):
            self._on()
        self._y -= 14
        if self._layout is Layout.OUTLINED:
            self._canvas.bookmarkPage(text, fit="XYZ", top=self._y + 12)
            self._canvas.addOutlineEntry(text, text, 0)
        plain = self._layout is Layout.PLAIN
        self._line(text, 10 if self._layout in (Layout.PLAIN, Layout.OUTLINED) else 14, bold=not plain)
        self._y -= 8 if plain else 2

    def text(self, paragraph: str) -> None:
        for line in textwrap.wrap(paragraph, 44 if self._layout is Layout.COLUMNS else 88):
            self._line(line, 10)
        self._y -= 6

    def turn(self) -> None:
        self._canvas.showPage()
        self._x, self._y, self._top = _LEFT, _TOP, _TOP

    def bytes(self) -> bytes:
        self._canvas.save()
        return self._out.getvalue()

    def _on(self) -> None:
        if self._layout is Layout.COLUMNS and self._x == _LEFT:
            self._x, self._y = _LEFT + 250, self._top
        else:
            self.turn()

    def _line(self, text: str, size: float, *, bold: bool = False) -> None:
        self._canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
        self._canvas.drawString(self._x, self._y, text)
        self._y -= size * 1.25
