"""Read a PDF into the reference library: from then on it is searched and cited.

It is a book of its own, under --title or the title found in the file; or, with --edition-of, the new edition of a book
that is there, which is kept, but not searched any more. If another book has the name and neither option is given,
nothing is done. A file that is already in the library is left as it is.

The file stays on this machine, or in the bucket that STORAGE_URL names. Progress goes to stderr, one JSON object about
the edition to stdout.
"""

import argparse
import asyncio
import json
import shlex
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.errors import AnamnesisError, CorrectInput, NotNow
from rag.book_names import NameTaken, Wish
from server.cli.batch.lines import say

if TYPE_CHECKING:
    from rag.editions import Edition
    from server.library.reference import Reference

BAD_FILE = 1
CANNOT_START = 2
PART = 1 << 20
REMEDY = (
    "Say which you mean: --edition-of {book} (searched in place of the one before, which is kept), "
    "or --title with another name (a book of its own)."
)
REPLACED = (
    "This file is already in the library, as an earlier edition of \u201c{book}\u201d that is kept, not "
    "searched. Nothing was changed. To search it again: --edition-of {quoted}."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The file, and which book it is."""
    parser.add_argument("file", metavar="FILE", help="a PDF with text, not scanned")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--title",
        metavar="NAME",
        help="a book of its own: the name that citations begin with (default: the title in the file, else its name)",
    )
    which.add_argument(
        "--edition-of", metavar="NAME", help="a new edition of this book, searched in place of the one before"
    )


def execute(options: argparse.Namespace) -> int:
    """Ingest: 0 done, 1 the file is not right, 2 the database or the storage cannot be used."""
    try:
        told = asyncio.run(_ingest(Path(options.file), Wish.of(options.title, options.edition_of)))
    except NameTaken as taken:
        say(f"{options.file}: {NameTaken(taken.book, REMEDY.format(book=shlex.quote(taken.book)))}")
        return BAD_FILE
    except (CorrectInput, NotNow) as wrong:
        say(f"{options.file}: {wrong}")
        return BAD_FILE
    except AnamnesisError as failed:
        say(str(failed))
        return CANNOT_START
    sys.stdout.write(f"{json.dumps(told, ensure_ascii=False)}\n")
    return 0


async def _ingest(path: Path, wish: Wish) -> dict[str, Any]:
    from rag.document_store import received
    from rag.ingestion.intake import take_in
    from server.cli.batch.library import Told, reference

    async with reference() as (settings, parts), received(_parts(path), settings.data / "uploads") as file:
        known = await parts.document_store.known(file.sha256)
        document = await take_in(parts.document_store, file, path.name, wish)
        done = await parts.ingestion.done(document)
        if done is None and not wish.edition_of and (done := await parts.ingestion.replaced(document)):
            say(f"{path}: {REPLACED.format(book=document.book, quoted=shlex.quote(document.book))}")
        if done is not None:
            return await _described(parts, done, already=True)
        try:
            edition = await parts.ingestion.run(document.id, Told(path.name))
        except CorrectInput:
            if known is None:
                await parts.document_store.remove(document)
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
    from rag.ingestion.coverage import coverage_of

    sections = await parts.library.editions.sections(edition.id)
    told = coverage_of(edition.pages, sections)
    say(f"{edition.book}: {told.said}")
    return {
        "document": str(edition.document_id),
        "edition": str(edition.id),
        "book": edition.book,
        "pages": edition.pages,
        "sections": len(sections),
        "kept": sum(section.kept for section in sections),
        "pagesKept": told.pages_kept,
        "pagesLeftOut": told.pages_left_out,
        "pagesSilent": told.pages_silent,
        "textKept": round(told.share, 3),
        "chunks": edition.chunks,
        "embedder": edition.embedder,
        "already": already,
    }
