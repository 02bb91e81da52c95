"""A book of 1,000 pages, read and chunked on one core: seconds and memory.

The book is generated here: two columns of the open reference's text on each page with header, footer, headings and an
outline, about 5,000 characters per page as in a densely set handbook. `python -m rag.bench.documents [PAGES]`.
"""

import itertools
import json
import os
import resource
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rag.documents.chunking import chunks_of
from rag.documents.reading import read_document
from rag.documents.scope import Scope
from rag.open_reference.content import Disorder, chapters

PAGES = 1_000
MOST_SECONDS = 30.0
MOST_MB = 400.0
_MEASURE = 46
_ROWS = 56
_LEADING = 11.5

Row = tuple[str, int | None]


def main() -> None:
    """Prints the figures for people on stderr and as JSON on stdout; status 1 when a limit is exceeded."""
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else PAGES
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.pdf"
        characters = _print(path, pages)
        figures = _measured(path) | {"characters": characters, "fileMb": round(path.stat().st_size / 1e6, 1)}
    met = figures["seconds"] < MOST_SECONDS and figures["mb"] < MOST_MB
    sys.stderr.write(
        f"{figures['pages']} pages, {figures['chunks']} chunks in {figures['seconds']} s on one core, at most"
        f" {figures['mb']} MB (asked: under {MOST_SECONDS:.0f} s and {MOST_MB:.0f} MB)\n"
    )
    sys.stdout.write(json.dumps({"bench": "documents", **figures, "met": met}) + "\n")
    sys.exit(0 if met else 1)


def _measured(path: Path) -> dict[str, Any]:
    """Wall and CPU time from the file to the chunks; the memory of whichever of the two processes uses more."""
    started, used = time.perf_counter(), _computing()
    document = read_document(path)
    read = time.perf_counter()
    chunks = chunks_of(document, Scope())
    done = time.perf_counter()
    return {
        "pages": document.pages,
        "sections": len(document.sections),
        "chunks": len(chunks),
        "seconds": round(done - started, 2),
        "readSeconds": round(read - started, 2),
        "chunkSeconds": round(done - read, 2),
        "cpuSeconds": round(_computing() - used, 2),
        "mb": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, 1),
        "parentMb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


def _computing() -> float:
    """Seconds of CPU time of this process and of the children that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _print(path: Path, pages: int) -> int:
    """Writes the book; returns the number of characters on its pages."""
    from reportlab.lib.pagesizes import letter
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), pagesize=letter, pageCompression=1)
    rows = _rows()
    characters = 0
    for number in range(1, pages + 1):
        canvas.setFont("Times-Italic", 8)
        canvas.drawString(60, 760, "Handbook for Measuring")
        canvas.drawRightString(550, 30, str(number))
        for left in (60, 315):
            characters += _column(canvas, left, list(itertools.islice(rows, _ROWS)), number)
        canvas.showPage()
    canvas.save()
    return characters


def _column(canvas: Any, left: float, rows: list[Row], number: int) -> int:
    for place, (text, level) in enumerate(rows):
        y = 730 - place * _LEADING
        if level is None:
            canvas.setFont("Times-Roman", 9)
        else:
            canvas.setFont("Helvetica-Bold", (12, 11, 10)[level])
            key = f"p{number}-{left:.0f}-{place}"
            canvas.bookmarkPage(key, fit="XYZ", top=y + 12)
            canvas.addOutlineEntry(text, key, level)
        canvas.drawString(left, y, text)
    return sum(len(text) for text, _ in rows)


def _rows() -> Iterator[Row]:
    """The open reference over and over, in lines of one column; in each round its disorders get a new number."""
    for round_number in itertools.count(1):
        for chapter in chapters():
            yield f"{chapter.title} {round_number}", 0
            for disorder in chapter.disorders:
                yield from _disorder(disorder, round_number)


def _disorder(disorder: Disorder, round_number: int) -> Iterator[Row]:
    yield f"{disorder.name} {round_number}", 1
    criteria = []
    for letter, criterion in zip("ABCDEFGHIJKLM", disorder.criteria, strict=False):
        criteria.append(f"{letter}. {criterion.text}")
        criteria += [f"{place}. {point}" for place, point in enumerate(criterion.points, start=1)]
    for heading, paragraphs in (
        ("Diagnostic Criteria", criteria),
        ("Diagnostic Features", [disorder.features]),
        ("Prevalence", [disorder.features, disorder.specifiers or disorder.features]),
        ("Differential Diagnosis", [disorder.differential]),
    ):
        yield heading, 2
        for paragraph in paragraphs:
            yield from ((line, None) for line in textwrap.wrap(paragraph, _MEASURE))


if __name__ == "__main__":
    main()
