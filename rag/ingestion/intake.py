"""Takes in a file that has arrived: it is already known, or is kept and named as the admin asked."""

import asyncio
from uuid import UUID

from agents.errors import CorrectInput, NotNow
from rag.book_names import Wish
from rag.document_store import DocumentFile, DocumentStore, Received, name_from
from rag.documents.reading import title_of


async def take_in(
    store: DocumentStore, file: Received, name: str, wish: Wish, owner: UUID | None = None, *, ask: bool = False
) -> DocumentFile:
    """The document of these bytes. A new one gets the requested name, else the title found in the file, else the file's
    name; with `ask` and no request it waits without a name.

    Raises NameTaken where another book has that name, NotNow for known bytes under another name, CorrectInput for a
    file that cannot be opened; nothing has changed then."""
    known = await store.known(file.sha256)
    document = known or await store.add(file, name, await _title(file, name), owner)
    if document.book:
        if not wish.met_by(document.book):
            raise NotNow(
                f"This file is already in the library, as \u201c{document.book}\u201d. Nothing was changed. "
                "To keep it under another name, remove it there first."
            )
        return document
    if ask and not wish.name:
        return document
    try:
        return await store.name(document, wish.or_title(document.title))
    except (NotNow, CorrectInput):
        if known is None:
            await store.remove(document)
        raise


async def _title(file: Received, name: str) -> str:
    return await asyncio.to_thread(title_of, file.path) or name_from(name)
