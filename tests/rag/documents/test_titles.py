"""The title that is proposed for a file: what it says of itself, and nothing that only looks like a title."""

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from agents.errors import CorrectInput
from rag.document_store import name_from
from rag.documents.reading import title_of

Lines = Sequence[tuple[str, float]]
PROSE = [(f"Line {n} of the running text, which says something about sleep.", 10.0) for n in range(12)]


def printed(pages: Sequence[Lines], title: str = "", password: str | None = None) -> bytes:
    """Pages of lines in their sizes, from top to bottom; a larger size is set bold."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1, encrypt=password)
    canvas.setTitle(title)
    for lines in pages:
        y = 780.0
        for text, size in lines:
            canvas.setFont("Helvetica-Bold" if size > 10 else "Helvetica", size)
            canvas.drawString(70, y, text)
            y -= size * 1.3
        canvas.showPage()
    canvas.save()
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "title"),
    [
        (printed([PROSE], "Sleeping Well: A Guide"), "Sleeping Well: A Guide"),
        (printed([PROSE], "Microsoft Word - Sleeping Well"), "Sleeping Well"),
        (printed([[("Sleep Well", 30), ("Twelve Steps", 30), ("A. Author", 12)], PROSE]), "Sleep Well Twelve Steps"),
        (printed([[("Nightmares", 22), *PROSE, ("What helps", 14), *PROSE]], "untitled"), "Nightmares"),
        (printed([[("Nightmares", 22), *PROSE]], "leaflet_v3_final.docx"), "Nightmares"),
        (printed([[("Nightmares", 22), *PROSE]], "9781234567897"), "Nightmares"),
        (printed([[("Sleep", 20), *PROSE], [("Dreams", 20), *PROSE]]), ""),
        (printed([[("Contents", 20), *PROSE]]), ""),
        (printed([PROSE]), ""),
    ],
    ids=["properties", "program", "title page", "above all", "file's name", "number", "chapters", "contents", "none"],
)  # fmt: skip
def test_the_title_of_a_file(tmp_path: Path, content: bytes, title: str) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(content)
    assert title_of(path) == title


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (printed([PROSE], password="secret"), "locked"),
        (b"%PDF-1.7\nnothing\n%%EOF", "damaged"),
        (b"GIF89a", "not a PDF"),
    ],
)
def test_a_file_that_cannot_be_opened_is_told(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(content)
    with pytest.raises(CorrectInput, match=said):
        title_of(path)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("DSM-5 Handbook of Differential Diagnosis.pdf", "DSM-5 Handbook of Differential Diagnosis"),
        ("my_old__DSM-5-copy.PDF", "my old DSM-5-copy"),
        (".pdf", ".pdf"),
        ("   ", "Reference"),
    ],
)
def test_a_files_name_is_taken_as_it_is(file: str, name: str) -> None:
    assert name_from(file) == name
