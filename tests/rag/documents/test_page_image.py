"""A page as an image: the passage's lines are marked, others are not."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from agents.errors import CorrectInput, NotFound
from rag.documents.chunking import chunks_of
from rag.documents.page_image import WIDTH, render
from rag.documents.reading import read_document
from rag.documents.scope import Scope

Printed = Callable[..., Path]


def marked_rows(png: bytes) -> set[int]:
    """The heights, in parts of a hundred, at which something is marked."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    small = image.resize((100, 100), Image.Resampling.NEAREST)
    return {y for y in range(100) for x in range(100) if _yellow(small.getpixel((x, y)))}


def _yellow(pixel: object) -> bool:
    assert isinstance(pixel, tuple)
    return bool(pixel[0] > 230 and pixel[1] > 200 and pixel[2] < 120)


@pytest.mark.parametrize("columns", [1, 2])
def test_the_passage_is_marked_and_nothing_else(printed: Printed, columns: int) -> None:
    path = printed(columns=columns)
    chunk = next(c for c in chunks_of(read_document(path), Scope()) if c.section_path[-1] == "Diagnostic Features")
    plain, marked = render(path, chunk.page_start), render(path, chunk.page_start, [chunk.text])
    assert Image.open(io.BytesIO(plain)).width == WIDTH
    assert marked_rows(plain) == set()
    assert 3 < len(marked_rows(marked)) < 35
    assert marked_rows(render(path, chunk.page_start, ["Nothing of this is printed on the page."])) == set()


def test_a_page_that_is_not_there_and_a_file_that_is_none(printed: Printed, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no page 99"):
        render(printed(), 99)
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"no PDF")
    with pytest.raises(CorrectInput):
        render(broken, 1)
