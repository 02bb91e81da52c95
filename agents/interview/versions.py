"""Entries of the log about the versions of a report: one was signed off, a new one begun or discarded."""

from datetime import datetime
from typing import Literal

from agents.domain.value import Value


class Signed(Value):
    """The clinician signed the report's version off: nothing of it changes from here on. `digest` is the SHA-256 of the
    stored report."""

    kind: Literal["signed"] = "signed"
    version: int
    digest: str
    by: str
    name: str = ""
    at: datetime

    @property
    def who(self) -> str:
        """The name, or the address where there is none."""
        return self.name or self.by


class Reopened(Value):
    """A new version of a signed report was begun; the signed one stays in the log."""

    kind: Literal["reopened"] = "reopened"
    by: str
    name: str = ""
    at: datetime


class Discarded(Value):
    """A new version in which nothing was changed was discarded: the signed one before it stands again."""

    kind: Literal["discarded"] = "discarded"
    by: str
    name: str = ""
    at: datetime
