"""Files that cannot be read: each is refused with a message of its own that says what to do."""

import re
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.errors import CorrectInput
from rag.documents.reading import read_document
from rag.documents.values import Limits, Progress

Printed = Callable[..., Path]


def refusal(path: Path, limits: Limits | None = None) -> str:
    with pytest.raises(CorrectInput) as raised:
        read_document(path, limits)
    return str(raised.value)


def pdf_around(content: bytes, filters: str, path: Path) -> Path:
    """A PDF of one page with this content stream."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %d/Filter%s>>stream\n%s\nendstream" % (len(content), filters.encode(), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"xref\n0 6\n0000000000 65535 f \n%strailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        table,
        len(out),
    )
    path.write_bytes(out)
    return path


def zeros(count: int) -> bytes:
    """So many bytes of spaces, packed, without ever holding them."""
    packer = zlib.compressobj(9)
    block = b" " * 2**20
    return b"".join(packer.compress(block) for _ in range(count // 2**20)) + packer.flush()


def test_a_locked_file(tmp_path: Path, press: type) -> None:
    locked = press()
    locked.prose("Nobody may read this.")
    assert "password" in refusal(locked.print(tmp_path / "locked.pdf", password="secret"))


def test_a_scan(scan: Path) -> None:
    assert "OCR" in refusal(scan)


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.95])
def test_a_file_that_is_cut_off(printed: Printed, kept: float) -> None:
    path = printed()
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * kept)])
    assert "cut off" in refusal(path)


def test_a_file_whose_middle_is_lost(printed: Printed) -> None:
    path = printed()
    whole = path.read_bytes()
    path.write_bytes(whole[:60] + b"\0" * (len(whole) - 120) + whole[-60:])
    assert "damaged" in refusal(path)


@pytest.mark.parametrize("content", [b"PK\x03\x04 a spreadsheet", b"<html><body>%EOF", b"\0" * 5000])
def test_what_is_no_pdf(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(content)
    assert "not a PDF" in refusal(path)


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.touch()
    assert "empty" in refusal(path)


def test_300_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    with path.open("wb") as file:
        file.write(b"%PDF-1.7\n")
        file.truncate(300 * 2**20)
    assert re.search(r"300 MB; at most 200 MB", refusal(path))


def test_too_many_pages(printed: Printed) -> None:
    assert "more than 3 pages" in refusal(printed(), Limits(pages=3))


def test_a_bomb_in_one_layer(tmp_path: Path) -> None:
    path = pdf_around(zeros(200 * 2**20), "/FlateDecode", tmp_path / "bomb.pdf")
    assert "overload" in refusal(path)


def test_a_bomb_in_two_layers(tmp_path: Path) -> None:
    content = zlib.compress(zeros(200 * 2**20), 9)
    path = pdf_around(content, "[/FlateDecode/FlateDecode]", tmp_path / "bomb.pdf")
    assert path.stat().st_size < 3_000
    assert "overload" in refusal(path)


def test_a_page_of_endless_text(tmp_path: Path) -> None:
    words = b"BT /F 10 Tf 50 700 Td " + b"(so many words that nobody can read them all) Tj " * 40_000 + b"ET"
    path = pdf_around(zlib.compress(words), "/FlateDecode", tmp_path / "bomb.pdf")
    assert "overload" in refusal(path, Limits(characters=1_000_000))


def test_reading_that_takes_too_long(printed: Printed) -> None:
    assert "overload" in refusal(printed(disorders=40), Limits(wall_seconds=0))


def test_reading_stops_when_the_asker_does(printed: Printed) -> None:
    class Stopped(Exception):
        pass

    def stop(progress: Progress) -> None:
        if progress.pages_done == 3:
            raise Stopped

    with pytest.raises(Stopped):
        read_document(printed(), on_progress=stop)
