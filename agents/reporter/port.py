"""The reporter's contract: turns profile and diagnosis into the therapist's report."""

from collections.abc import AsyncIterator
from typing import Protocol

from agents.diagnostician.port import Diagnosis
from agents.domain.draft import Drafts
from agents.domain.profile import PatientProfile
from agents.domain.risk import Finding
from agents.domain.value import Value
from agents.language import ENGLISH, Language


class Section(Value):
    """One part of the report; `markdown` starts with its `## ` heading. `note` says what the therapist should know
    about how it was written (for example that a model failed and the rule engine replaced it)."""

    key: str
    markdown: str
    note: str | None = None


class Brief(Value):
    """The material for a report. `findings` are all risk findings of the interview with tier flag or above, `language`
    is that in which it was held."""

    profile: PatientProfile
    diagnosis: Diagnosis
    findings: tuple[Finding, ...] = ()
    label: str = ""
    language: Language = ENGLISH


class Reporter(Protocol):
    """Any engine that writes the report."""

    @property
    def name(self) -> str:
        """`rules` or `provider/model`."""
        ...

    def write(self, brief: Brief, drafts: Drafts | None = None) -> AsyncIterator[Section]:
        """The five sections in order: executive_summary, domains, items, impressions, limitations. `drafts` is told
        what may be shown of one before it is complete.

        Raises NotNow for a profile that is not completed or was ended for safety."""
        ...
