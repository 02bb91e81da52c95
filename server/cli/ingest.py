"""Read a PDF into the reference library: from then on it is searched and cited, in place of an earlier edition.

The file stays on this machine, or in the bucket that STORAGE_URL names. A file that is in the library already is no
work. Progress goes to stderr, one JSON object about the edition to stdout.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.errors import AnamnesisError, CorrectInput

if TYPE_CHECKING:
    from rag.editions import Edition
    from server.library import Reference

BAD_FILE = 1
CANNOT_START = 2
PART = 1 << 20


def configure(parser: argparse.ArgumentParser) -> None:
    """The file and the book's name."""
    parser.add_argument("file", metavar="FILE", help="a PDF with text, not scanned")
    parser.add_argument("--book", help="the name that citations begin with (default: from the file's name)")


def execute(options: argparse.Namespace) -> int:
    """Ingest: 0 done, 1 the file is not right, 2 the database or the storage cannot be used."""
    try:
        told = asyncio.run(_ingest(Path(options.file), options.book))
    except CorrectInput as wrong:
        sys.stderr.write(f"anamnesis: {options.file}: {wrong}\n")
        return BAD_FILE
    except AnamnesisError as failed:
        sys.stderr.write(f"anamnesis: {failed}\n")
        return CANNOT_START
    sys.stdout.write(f"{json.dumps(told, ensure_ascii=False)}\n")
    return 0


async def _ingest(path: Path, book: str | None) -> dict[str, Any]:
    from rag.shelf import book_of, received
    from server.cli.reference import Told, reference

    async with reference() as (settings, parts), received(_parts(path), settings.data / "uploads") as file:
        known = await parts.shelf.known(file.sha256)
        document = await parts.shelf.add(file, path.name, book or book_of(path.name))
        if book and document.book != book:
            await parts.shelf.rename(document.id, book)
            document = await parts.shelf.get(document.id)
        done = await parts.ingestion.done(document)
        if done is not None:
            return await _described(parts, done, already=True)
        try:
            edition = await parts.ingestion.run(document.id, Told(path.name))
        except CorrectInput:
            if known is None:
                await parts.shelf.remove(document)
            raise
        return await _described(parts, edition, already=False)


async def _parts(path: Path) -> AsyncIterator[bytes]:
    try:
        file = await asyncio.to_thread(path.open, "rb")
    except OSError as failed:
        raise CorrectInput((failed.strerror or str(failed)).lower()) from None
    with file:
        while part := await asyncio.to_thread(file.read, PART):
            yield part


async def _described(parts: "Reference", edition: "Edition", already: bool) -> dict[str, Any]:
    sections = await parts.library.editions.sections(edition.id)
    return {
        "document": str(edition.document_id),
        "edition": str(edition.id),
        "book": edition.book,
        "pages": edition.pages,
        "sections": len(sections),
        "kept": sum(section.kept for section in sections),
        "chunks": edition.chunks,
        "embedder": edition.embedder,
        "already": already,
    }
