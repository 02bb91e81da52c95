"""The answers about an interview, beside its profile."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from agents.domain.value import Value
from agents.reporter.port import Section


class Started(Value):
    """The number of a new interview."""

    id: UUID


class Link(Value):
    """The patient's link. `made` says that it did not stand before it was asked for."""

    url: str
    expires_at: Annotated[str, Field(json_schema_extra={"format": "date-time"})]
    made: bool


class Acknowledged(Value):
    """The alert was seen: by whom (their e-mail address, and their name), when, and what was done."""

    acknowledged: Literal[True] = True
    by: str
    name: str
    at: Annotated[str, Field(json_schema_extra={"format": "date-time"})]
    note: str


class WrittenReport(Value):
    """The whole report as Markdown, and section by section."""

    markdown: str
    sections: tuple[Section, ...]
