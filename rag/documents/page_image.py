"""One page as an image with passages marked, shown to a therapist after a click on a citation."""

import base64
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agents.errors import CorrectInput, NotFound, TryAgain
from rag.documents.sandbox import answers, limit_myself
from rag.documents.values import Limits

WIDTH = 1_200
"""Pixels across: sharp at 600 px on a display of double density."""
_LIMITS = Limits(cpu_seconds=20, wall_seconds=30)
_MOST_BYTES = 32 * 1024**2
_MARK = (255, 221, 87)
"""The colour behind marked text: each pixel keeps its darker value, so that the text keeps its contrast."""


def render(path: Path, page: int, passages: Sequence[str] = ()) -> bytes:
    """A PNG of a physical page (from 1), `WIDTH` pixels across; lines that belong to one of the passages are marked.

    Drawn in a confined process, which takes about a second (a thread's work). Raises NotFound for a page that is not
    there, CorrectInput for a file that can't be drawn and TryAgain when the process failed for another reason."""
    arguments = [str(path.resolve()), str(page), _LIMITS.model_dump_json()]
    told = json.dumps(list(passages)).encode()
    for line in answers("rag.documents.page_image", arguments, _LIMITS, _MOST_BYTES, told):
        said = json.loads(line)
        if "png" in said:
            return base64.b64decode(said["png"])
        if said["refused"] == "page":
            raise NotFound(f"The document has no page {page}.")
        raise CorrectInput("The page cannot be drawn: the PDF is damaged or locked.")
    raise TryAgain("The drawing process ended without an answer.")


def _drawn(path: str, number: int, passages: Sequence[str]) -> dict[str, str]:
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(path)
        if not 0 < number <= len(pdf):
            return {"refused": "page"}
        page = pdf[number - 1]
        image = page.render(scale=WIDTH / page.get_width()).to_pil().convert("RGB")
        return {"png": base64.b64encode(_png(_marked(image, page, passages))).decode()}
    except pypdfium2.PdfiumError:
        return {"refused": "file"}


def _marked(image: Any, page: Any, passages: Sequence[str]) -> Any:
    """The image with a coloured bar behind each line of a passage."""
    from PIL import Image, ImageChops, ImageDraw

    from rag.documents.page.page_lines import sheet_of
    from rag.documents.passage_lines import said_by

    scale = image.width / page.get_width()
    under = Image.new("RGB", image.size, "white")
    draw = ImageDraw.Draw(under)
    for line in said_by(sheet_of(page), passages):
        draw.rectangle(
            (line.left * scale - 3, line.top * scale - 3, line.right * scale + 3, line.bottom * scale + 3), fill=_MARK
        )
    return ImageChops.darker(image, under)


def _png(image: Any) -> bytes:
    import io

    held = io.BytesIO()
    image.save(held, "PNG")
    return held.getvalue()


def main() -> None:
    """`python -m rag.documents.page_image FILE PAGE LIMITS`, the passages as JSON on stdin."""
    path, number, limits = sys.argv[1], int(sys.argv[2]), Limits.model_validate_json(sys.argv[3])
    limit_myself(limits.memory, limits.cpu_seconds)
    sys.stdout.write(json.dumps(_drawn(path, number, json.load(sys.stdin))) + "\n")


if __name__ == "__main__":
    main()
