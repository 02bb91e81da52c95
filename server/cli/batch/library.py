"""The reference library for commands: the database, migrated, and the parts that stand on it."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from server.library.reference import Reference
    from server.settings import Settings


@asynccontextmanager
async def reference() -> "AsyncIterator[tuple[Settings, Reference]]":
    """The settings and the library, open for the block. Raises TryAgain when the database cannot be reached."""
    from server.engines.models import providers
    from server.installation import migrated_database
    from server.library.reference import open_reference
    from server.settings import Settings

    settings = Settings()
    models = providers(settings)
    async with migrated_database(settings) as database:
        try:
            yield settings, open_reference(settings, database.pool, models)
        finally:
            await models.close()


async def stocked(settings: "Settings", parts: "Reference") -> None:
    """A library without any book gets the open reference, unless the settings say otherwise."""
    from server.library.reference import first_book

    document = await first_book(settings, parts)
    if document is not None:
        await parts.ingestion.run(document.id, Told(document.name))


class Told:
    """Progress on stderr: one line that changes where a person looks, a line for each stage elsewhere."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._known: dict[str, Any] = {}
        self._live = sys.stderr.isatty()

    async def progress(self, news: dict[str, Any]) -> None:
        """See `rag.ingestion.progress.Report`."""
        fresh = news.get("stage", self._known.get("stage")) != self._known.get("stage")
        self._known |= news
        if self._live:
            sys.stderr.write(f"\r\x1b[K{self._name}: {self._line()}")
            sys.stderr.flush()
        elif fresh:
            sys.stderr.write(f"{self._name}: {self._line()}\n")

    async def cancelled(self) -> bool:
        """Ctrl-C ends the whole command."""
        return False

    def _line(self) -> str:
        known = self._known
        match known.get("stage"):
            case "waiting":
                return "another document is being read; waiting"
            case "reading":
                return f"reading, page {known.get('pages', 0)} of {known.get('pagesTotal') or '?'}{_left(known)}"
            case "vectors":
                return f"passage {known.get('vectors', 0)} of {known.get('chunks', '?')}{_left(known)}"
            case _:
                return "building the index"


def _left(known: dict[str, Any]) -> str:
    return f", {known['secondsLeft']} s left" if known.get("secondsLeft") is not None else ""
