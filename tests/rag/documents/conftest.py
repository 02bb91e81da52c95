"""A small press: books about invented disorders, printed as PDF for each test."""

import io
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = letter
GAP = 12.0


@dataclass
class Press:
    """Sets lines on pages. `columns` 1 or 2; `rowwise` writes a two-column page row by row, as some programs do;
    `headings` maps a level to its type; `outline` says whether headings go into the file's outline too."""

    columns: int = 1
    rowwise: bool = False
    outline: bool = True
    plain: bool = False
    sizes: tuple[float, float, float] = (20, 14, 11)
    header: str = "Handbook of Invented Disorders"
    hyphens: bool = True
    numbered_from: int | None = 1
    pages: list[list[tuple[float, float, str, str, float]]] = field(default_factory=list)
    entries: list[tuple[int, str, int, float]] = field(default_factory=list)
    column: int = 0
    y: float = 0.0

    @property
    def measure(self) -> int:
        return 88 if self.columns == 1 else 42

    def new_page(self) -> None:
        self.pages.append([])
        self.column, self.y = 0, HEIGHT - 100

    def feed(self, room: float) -> None:
        if not self.pages:
            self.new_page()
        if self.y - room < 80:
            if self.column + 1 < self.columns:
                self.column, self.y = self.column + 1, HEIGHT - 100
            else:
                self.new_page()

    def line(self, text: str, font: str = "Times-Roman", size: float = 10, indent: float = 0) -> None:
        self.feed(GAP)
        self.pages[-1].append((60 + self.column * 260 + indent, self.y, text, font, size))
        self.y -= max(GAP, size * 1.2)

    def heading(self, level: int, text: str) -> None:
        size = self.sizes[level]
        self.feed(60)
        self.y -= 10
        if self.outline:
            self.entries.append((level, text, len(self.pages), self.y + size))
        font, size = ("Times-Roman", 10.0) if self.plain else ("Helvetica-Bold", size)
        for part in textwrap.wrap(text, 30 if self.columns == 2 else 60):
            self.line(part, font, size)
        self.y -= 4

    def prose(self, text: str, indent: float = 0) -> None:
        lines = textwrap.wrap(text, self.measure)
        for place in range(len(lines) - 1):
            words = lines[place + 1].split(" ")
            if self.hyphens and len(words[0]) > 7 and words[0].isalpha():
                lines[place], lines[place + 1] = f"{lines[place]} {words[0][:4]}-", " ".join([words[0][4:], *words[1:]])
        for line in lines:
            self.line(line, indent=indent)
        self.y -= 6

    def print(self, path: Path, password: str | None = None) -> Path:
        canvas = Canvas(str(path), pagesize=letter, encrypt=password)
        canvas.setTitle("Handbook of Invented Disorders")
        for number, page in enumerate(self.pages, start=1):
            if self.header:
                canvas.setFont("Times-Italic", 9)
                canvas.drawString(60, HEIGHT - 50, self.header)
            if self.numbered_from is not None:
                canvas.setFont("Times-Roman", 9)
                canvas.drawCentredString(WIDTH / 2, 40, str(number + self.numbered_from - 1))
            rows = sorted(page, key=lambda item: (-item[1], item[0])) if self.rowwise else page
            for x, y, text, font, size in rows:
                canvas.setFont(font, size)
                canvas.drawString(x, y, text)
            for place, (level, title, on, top) in enumerate(self.entries):
                if on == number:
                    canvas.bookmarkPage(f"e{place}", fit="XYZ", top=top)
                    canvas.addOutlineEntry(title, f"e{place}", level)
            canvas.showPage()
        canvas.save()
        return path


def filler(topic: str, sentences: int = 5) -> str:
    """Prose with long words, so that lines break inside of them."""
    parts = (
        f"People describe {topic} in considerably different circumstances and surroundings.",
        f"The presentation of {topic} is characteristically inconspicuous throughout the beginning.",
        f"Family members sometimes recognise {topic} considerably earlier than the person concerned.",
        f"A self-reported account of {topic} deserves understanding and corresponding attention.",
    )
    return " ".join(parts[place % len(parts)] for place in range(sentences))


def disorder(press: Press, name: str, code: str) -> None:
    """One invented disorder with all sections that a handbook has."""
    press.heading(1, f"{name} {code}")
    press.heading(2, "Diagnostic Criteria")
    press.prose(f"A. For two weeks or longer {name.lower()} shows in at least three of these signs:")
    for place in range(1, 5):
        press.prose(f"{place}. Sign number {place} of {name.lower()}, which lasts for hours.", indent=14)
    press.prose("B. The signs lead to distress or to impairment in daily occupations.")
    press.prose("C. No substance and no bodily illness explains the signs.")
    press.prose("Specify if: with early beginning, before the age of ten.")
    for heading, topic in (
        ("Diagnostic Features", f"the features of {name.lower()}"),
        ("Prevalence", f"how frequent {name.lower()} is"),
        ("Development and Course", f"the course of {name.lower()}"),
        ("Differential Diagnosis", f"what resembles {name.lower()}"),
    ):
        press.heading(2, heading)
        press.prose(filler(topic))


def book(press: Press, disorders: int = 4) -> Press:
    """A preface, chapters of two disorders each, and an index."""
    press.heading(0, "Preface")
    press.prose(filler("the making of this book", 8))
    for place in range(disorders):
        if place % 2 == 0:
            press.new_page()
            press.heading(0, f"{('Lunar', 'Tidal', 'Solar', 'Polar')[place // 2 % 4]} Disorders")
            press.prose(filler("the disorders of this chapter", 3))
        disorder(
            press, f"{('Amber', 'Birch', 'Cedar', 'Dune')[place % 4]} Wandering Disorder", f"F9{place % 10}.{place}"
        )
    press.new_page()
    press.heading(0, "Index")
    press.prose("Amber, 2. Birch, 4. Cedar, 6.")
    return press


@pytest.fixture
def printed(tmp_path: Path) -> Callable[..., Path]:
    """Prints a book with the given ways of the press."""

    def of(disorders: int = 4, **ways: object) -> Path:
        return book(Press(**ways), disorders).print(tmp_path / "book.pdf")  # type: ignore[arg-type]

    return of


@pytest.fixture
def press() -> type[Press]:
    """The press, for pages of one's own."""
    return Press


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    """Two pages that are images."""
    from PIL import Image

    canvas = Canvas(str(tmp_path / "scan.pdf"), pagesize=letter)
    for shade in (240, 250):
        held = io.BytesIO()
        Image.new("L", (600, 800), shade).save(held, "PNG")
        held.seek(0)
        from reportlab.lib.utils import ImageReader

        canvas.drawImage(ImageReader(held), 0, 0, WIDTH, HEIGHT)
        canvas.showPage()
    canvas.save()
    return tmp_path / "scan.pdf"
