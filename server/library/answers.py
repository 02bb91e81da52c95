"""The answers about documents of the library, and the forms that upload them."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from agents.domain.value import Value
from server.jobs.repository import JobShown


class Naming(Value):
    """Which book a document is: `title` for one of its own, `edition_of` for a new edition of that book; where a form
    sends both, `as` says which one counts."""

    title: str | None = None
    edition_of: Annotated[str | None, Field(alias="edition_of")] = None
    counts: Annotated[Literal["own", "edition"] | None, Field(alias="as")] = None


class Upload(Naming):
    """A PDF as the file of a form. `ask` lets it wait to be named."""

    file: Annotated[str, Field(json_schema_extra={"contentMediaType": "application/pdf"})]
    ask: str | None = None


class Kept(Value):
    """The names of the sections that stay."""

    kept: tuple[str, ...] = ()


class HandedIn(Value):
    """A document that came in. `waits`: somebody has to say which book it is; `already`: it was there before."""

    document: UUID
    book: str
    title: str
    job: JobShown | None
    waits: bool
    already: bool


class Changed(Value):
    """A document after a change, with the job that reads it; `changed` says whether there was anything to do."""

    document: UUID
    job: JobShown | None
    changed: bool


class Removed(Value):
    """The document is no longer there; for half an hour that can be undone."""

    removed: Literal[True] = True
