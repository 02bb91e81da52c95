"""The admin's side of the reference library: documents handed in, their editions, and the jobs that build them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from agents.errors import CorrectInput, NotFound, NotNow
from rag.book_names import Wish
from rag.document_store import DocumentFile, Received
from rag.documents.values import SEPARATOR
from rag.editions import Edition, SectionRow
from rag.ingestion.intake import take_in
from rag.ingestion.progress import Cancelled
from server.jobs.repository import Job, JobTable
from server.jobs.running import Handler, Work
from server.library.reference import Reference
from server.undo import UNDO

INGEST: Final = "ingest"


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """A document with its editions, newest first, without what a build that has ended left unfinished; and the last job
    that was to build one."""

    document: DocumentFile
    editions: Sequence[Edition]
    job: Job | None

    @property
    def live(self) -> Edition | None:
        """The edition that is searched, if one is."""
        return next((edition for edition in self.editions if edition.state == "live"), None)

    @property
    def waits(self) -> bool:
        """Whether somebody has to say which book it is."""
        return not self.document.book

    @property
    def busy(self) -> bool:
        """Whether a job is waiting or running."""
        return self.job is not None and not self.job.ended


class Documents:
    """What an admin may do with the library."""

    def __init__(self, reference: Reference, jobs: JobTable) -> None:
        self._store: Final = reference.document_store
        self._editions: Final = reference.library.editions
        self._ingestion: Final = reference.ingestion
        self._jobs: Final = jobs

    async def hand_in(
        self, file: Received, name: str, wish: Wish, owner: UUID | None, *, ask: bool = False
    ) -> tuple[DocumentFile, Job | None]:
        """Keep a file and have it read; no job where it is in the library already, or still has to be named.

        Raises NameTaken and NotNow where a name is another book's, CorrectInput; then nothing has changed."""
        document = await take_in(self._store, file, name, wish, owner, ask=ask)
        if not document.book or (not wish.edition_of and await self._ingestion.replaced(document)):
            return document, None
        return document, await self.build(document, owner)

    async def name(self, document: UUID, wish: Wish, owner: UUID) -> Job | None:
        """Say which book a waiting document is, and have it read. Raises NotFound, NameTaken, NotNow, CorrectInput."""
        waiting = await self._store.get(document)
        if waiting.book:
            raise NotNow(f"This document has been named already: it is \u201c{waiting.book}\u201d.")
        return await self.build(await self._store.name(waiting, wish), owner)

    async def books(self) -> list[str]:
        """The names of the books that were handed in."""
        return await self._store.books()

    async def build(self, document: DocumentFile, owner: UUID | None) -> Job | None:
        """Have the document's edition built; no job where that would change nothing.

        Raises NotNow for one that waits to be named."""
        if not document.book:
            raise NotNow("Nobody has said yet which book this is: name it first.")
        if await self._ingestion.done(document) is not None:
            return None
        return await self._jobs.add(INGEST, str(document.id), {"document": str(document.id)}, owner)

    async def listed(self) -> list[ListedDocument]:
        """Every document that was uploaded."""
        return [await self._listed_document(document) for document in await self._store.all()]

    async def one(self, document: UUID) -> ListedDocument:
        """One document. Raises NotFound."""
        return await self._listed_document(await self._store.get(document))

    async def sections(self, edition: UUID) -> list[SectionRow]:
        """The sections of an edition, kept and dropped."""
        return await self._editions.sections(edition)

    async def choose(self, document: UUID, kept: frozenset[str], owner: UUID) -> Job | None:
        """Keep just these sections of the newest edition, by name, and build the document again. Raises NotFound."""
        entry = await self.one(document)
        if not entry.editions:
            raise NotNow("The document has not been read yet.")
        rows = await self.sections(entry.editions[0].id)
        await self._store.choose(document, chosen(entry.document.choices, rows, kept))
        return await self.build(await self._store.get(document), owner)

    async def bring_back(self, edition: UUID) -> UUID:
        """Search a retired edition again instead of the one searched now; its document. Raises NotFound."""
        await self._editions.bring_back(edition)
        return (await self._editions.get(edition)).document_id

    async def remove(self, document: UUID) -> None:
        """Take a document away with all of its editions; what it replaced is searched again. For a while that can be
        undone. Raises NotFound; NotNow while it is being read."""
        entry = await self.one(document)
        if entry.busy:
            raise NotNow("The document is being read: cancel that first.")
        if entry.document.open:
            raise CorrectInput("The open reference stays: it steps back by itself as soon as another manual is in.")
        await self._ingestion.leave_nothing(document)
        await self._store.set_aside(document)
        await self._open_again()

    async def restore(self, document: UUID) -> None:
        """Undo the removal of a document. Raises NotFound, also when it is too late; NotNow where its file has been
        handed in again since."""
        await self._store.take_back(document)

    async def gone(self) -> list[DocumentFile]:
        """Documents whose removal can be undone."""
        return await self._store.removed()

    async def remove_edition(self, edition: UUID) -> UUID:
        """Take one of several editions of a document away; the one that it replaced is searched again. For a while that
        can be undone. The document.

        Raises NotFound; NotNow for the only one, which goes with its document."""
        entry = await self.one((await self._editions.get(edition)).document_id)
        if entry.busy or len(entry.editions) < 2:
            raise NotNow("The document is being read, or has no other edition: then remove the document as a whole.")
        await self._editions.remove(edition)
        await self._open_again()
        return entry.document.id

    async def restore_edition(self, edition: UUID) -> UUID:
        """Undo the removal of an edition, one that is there stays as it is; its document. Raises NotFound, also when it
        is too late."""
        await self._editions.restore(edition)
        return (await self._editions.get(edition)).document_id

    async def removed(self, document: UUID) -> list[Edition]:
        """Editions of a document whose removal can be undone."""
        return await self._editions.removed(document)

    async def tidy(self) -> None:
        """Remove the remains of abandoned builds, for example of a worker that was killed while it was stopping; forget
        documents and editions whose removal can't be undone any more; and leave no library without a manual that has
        one."""

        async def wanted(document: UUID) -> bool:
            job = await self._jobs.find(INGEST, str(document))
            return job is not None and not job.ended

        await self._ingestion.tidy(wanted)
        await self._store.forget(UNDO)
        await self._editions.forget(UNDO)
        await self._open_again()

    async def _open_again(self) -> None:
        """With the last manual gone the open reference is searched again."""
        if any(edition.manual for edition in await self._editions.live()):
            return
        for entry in await self.listed():
            retired = [one.id for one in entry.editions if one.state == "retired"]
            if entry.document.open and retired:
                with suppress(NotFound):  # somebody else was faster
                    await self._editions.bring_back(retired[0])

    async def _listed_document(self, document: DocumentFile) -> ListedDocument:
        job = await self._jobs.find(INGEST, str(document.id))
        editions = await self._editions.of(document.id)
        if job is not None and job.ended:  # what a cancelled build leaves is about to go, and is nothing to look at
            editions = [edition for edition in editions if edition.state != "building"]
        return ListedDocument(document, editions, job)


def chosen(before: Mapping[str, bool], rows: Sequence[SectionRow], kept: frozenset[str]) -> dict[str, bool]:
    """An admin's choices from what is ticked. A choice holds for all below its section, so what lies there gets one of
    its own."""
    choices = dict(before)
    for row in rows:
        wanted = row.name in kept
        below = any(row.name.startswith(f"{name}{SEPARATOR}") for name in choices)
        if row.kept != wanted or row.name in choices or below:
            choices[row.name] = wanted
    return choices


def ingesting(reference: Reference, jobs: JobTable) -> Handler:
    """The handler of jobs of the kind `ingest`."""

    async def ingest(work: Work) -> None:
        document = UUID(work.payload["document"])
        await Documents(reference, jobs).tidy()
        try:
            edition = await reference.ingestion.run(document, work)
        except Cancelled:
            return
        except BaseException:
            if (await jobs.get(work.job.id)).state == "cancelled":
                await reference.ingestion.leave_nothing(document)
            raise
        await work.progress({"stage": "done", "edition": str(edition.id), "chunks": edition.chunks})

    return ingest
