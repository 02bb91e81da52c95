"""The child process that opens a PDF: it writes progress and the document as lines of JSON, under limits from the
start."""

import gc
import hashlib
import itertools
import sys
from collections.abc import Iterator
from typing import Any

from rag.documents.open_pdf import Refused, opened, say
from rag.documents.page.line_stream import flow_of
from rag.documents.page.page_lines import Sheet, body_type, sheet_of
from rag.documents.page.page_numbers import labels
from rag.documents.page.running_headers import without_running
from rag.documents.sandbox import limit_myself
from rag.documents.structure.heading_roles import roles_of
from rag.documents.structure.headings import Entry, headings_of
from rag.documents.structure.sections import sections_of
from rag.documents.titles import named
from rag.documents.values import Document, Limits

_TITLE = 200
_ENTRIES = 20_000
_DAMAGED = 50
"""One page in this many may be unreadable; more means a damaged file."""
_EMPTY_SHEET = Sheet(612, 792, ())


def _sheets(pdf: Any, limits: Limits) -> Iterator[Sheet | None]:
    """Every page's sheet, None for a damaged page; each one is reported as progress."""
    import pypdfium2

    total, characters = len(pdf), 0
    for number in range(total):
        sheet = None
        try:
            page = pdf[number]
            sheet = sheet_of(page)
            page.close()
        except pypdfium2.PdfiumError:
            pass  # kept as a page without text and counted as unread
        characters += sum(len(line.text) for line in sheet.lines) if sheet else 0
        if characters > limits.characters:
            raise Refused("overloads")
        say({"pages": number + 1, "of": total})
        yield sheet


def _outline(pdf: Any, sheets: list[Sheet]) -> list[Entry]:
    """The file's outline; entries that lead nowhere are left out."""
    entries = []
    for bookmark in itertools.islice(pdf.get_toc(max_depth=8), _ENTRIES):
        target = bookmark.get_dest()
        page = target.get_index() if target else None
        title = " ".join(bookmark.get_title().split())[:_TITLE]
        if page is not None and page < len(sheets) and title:
            entries.append(Entry(bookmark.level, title, page + 1, _height(target, sheets[page])))
    return sorted(entries, key=lambda entry: entry.page)


def _height(target: Any, sheet: Sheet) -> float | None:
    """How far below the page's top the entry leads; None where it leads to the page as a whole."""
    import pypdfium2.raw as raw

    mode, where = target.get_view()
    if mode != raw.PDFDEST_VIEW_XYZ or len(where) < 2 or where[1] is None:
        return None
    return float(sheet.height - where[1])


def _read(path: str, limits: Limits) -> Document:
    pdf = opened(path)
    if not 0 < len(pdf) <= limits.pages:
        raise Refused("long" if len(pdf) else "damaged")
    found = list(_sheets(pdf, limits))
    unread = tuple(number for number, sheet in enumerate(found, start=1) if sheet is None)
    if len(unread) * _DAMAGED > len(found):
        raise Refused("damaged")
    sheets = [sheet or _EMPTY_SHEET for sheet in found]
    if not any(sheet.lines for sheet in sheets):
        raise Refused("scanned")
    body = body_type(sheets)
    cleaned, numbers = without_running(sheets, body)
    outline, flow = _outline(pdf, sheets), flow_of(cleaned)
    title, sections = sections_of(flow, roles_of(headings_of(flow, outline, body), flow))
    with open(path, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Document(
        digest=digest,
        title=(title or named(pdf))[:_TITLE],
        labels=labels(numbers, [pdf.get_page_label(number) for number in range(len(pdf))]),
        outlined=bool(outline),
        sections=sections,
        unread=unread,
    )


def main() -> None:
    """`python -m rag.documents.extraction FILE LIMITS`: LIMITS is the JSON of Limits."""
    path, limits = sys.argv[1], Limits.model_validate_json(sys.argv[2])
    limit_myself(limits.memory, limits.cpu_seconds)
    gc.disable()  # a book is a million small objects without cycles: scanning them repeatedly costs a tenth
    try:
        document = _read(path, limits)
        sys.stdout.write(f"={document.model_dump_json()}\n")
    except Refused as refused:
        say({"refused": str(refused)})
    except MemoryError:
        say({"refused": "overloads"})


if __name__ == "__main__":
    main()
