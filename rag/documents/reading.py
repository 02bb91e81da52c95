"""Reads one PDF into a document, in a separate process."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from agents.errors import CorrectInput, TryAgain
from rag.documents.file_checks import check, is_bomb
from rag.documents.sandbox import OVERLOADS, answers
from rag.documents.values import Document, Limits, Progress

_BYTES_A_CHARACTER = 8
"""Bytes allowed per character of text, JSON included, which limits the length of the child's answer."""

_MOST_TITLE_BYTES = 10_000

DOCUMENT = b"="
"""The first byte of the line with the document; every other line is an object."""

_REFUSALS = {
    "encrypted": "The PDF is locked with a password. Save a copy without the password and upload that.",
    "damaged": "The PDF is damaged: its pages cannot be found. Fetch it again from where you have it.",
    "overloads": OVERLOADS,
    "scanned": (
        "The PDF has no text, only images of pages: a scan. Run text recognition (OCR) over it, or get the publisher's"
        " own PDF."
    ),
}


def read_document(
    path: Path, limits: Limits | None = None, on_progress: Callable[[Progress], None] = lambda _: None
) -> Document:
    """The document in a PDF file. Blocks for seconds (call it in a thread); the memory is used in the child.

    Raises CorrectInput with a message for the admin when the file is too large, not a PDF, cut off, damaged, locked, a
    scan or over a limit, and TryAgain when the child failed for another reason. An exception from `on_progress` ends
    the child and is passed on."""
    limits = limits or Limits()
    check(path, limits)
    arguments = [str(path.resolve()), limits.model_dump_json()]
    with closing(
        answers("rag.documents.extraction", arguments, limits, limits.characters * _BYTES_A_CHARACTER)
    ) as lines:
        for line in lines:
            if line.startswith(DOCUMENT):
                return Document.model_validate_json(line[len(DOCUMENT) :])
            said = json.loads(line)
            if "refused" in said:
                raise CorrectInput(_refusal(said["refused"], path, limits))
            on_progress(Progress(pages_done=said["pages"], pages_total=said["of"]))
    raise TryAgain("The reading process ended without an answer.")


def title_of(path: Path, limits: Limits | None = None) -> str:
    """The file's title from its properties or its first pages, empty where there is none. Blocks like `read_document`,
    for less than a second.

    Raises CorrectInput for a file that cannot be opened, with a message for the admin."""
    limits = limits or Limits()
    check(path, limits)
    arguments = [str(path.resolve()), limits.model_dump_json()]
    with closing(answers("rag.documents.titles", arguments, limits, _MOST_TITLE_BYTES)) as lines:
        for line in lines:
            said = json.loads(line)
            if "refused" in said:
                raise CorrectInput(_refusal(said["refused"], path, limits))
            return str(said["title"])
    raise TryAgain("The reading process ended without an answer.")


def _refusal(word: str, path: Path, limits: Limits) -> str:
    if word == "long":
        return f"The PDF has more than {limits.pages} pages. Upload the book's volumes one by one."
    if word == "scanned" and is_bomb(path):
        return OVERLOADS
    return _REFUSALS[word]
