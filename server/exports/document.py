"""An interview as one JSON document: profile and report, alerts and findings."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from agents.domain.profile import PatientProfile, SessionStatus
from agents.domain.risk import AlertLevel, Finding
from agents.domain.value import Value
from server.exports.material import Alert, Material
from server.interviews.answers import WrittenReport
from server.interviews.person.screens import taken_back
from server.interviews.tables import InterviewNote


class InterviewHead(Value):
    """Whose interview it is and how it was held. `label` is the therapist's own mark for it, `reference` a record
    system's."""

    id: UUID
    label: str
    reference: str | None
    mode: str
    locale: str
    driver: str
    started_at: datetime


class AlertShown(Value):
    """An alert, the sentences that it rests on, and who acknowledged it when, with the note of what was done."""

    level: AlertLevel
    at: datetime
    turn: int
    quotes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    acknowledged_by: str | None = None
    acknowledged_at: datetime | None = None
    note: str | None = None


class SignOff(Value):
    """Who signed the report off, and when."""

    by: str
    name: str
    at: datetime


class NoteShown(Value):
    """A note of staff: who wrote it, and when. `screen` is the suicide screen that was given then, `result` what came
    of it; `taken_back`, that it was not given after all."""

    by: str
    name: str
    at: datetime
    text: str
    screen: str | None = None
    result: str | None = None
    taken_back: bool = False


class InterviewFile(Value):
    """Everything that an interview found. `report`, its digest and version are there only where it was
    completed; otherwise the profile has no domain's aggregate either. `signed_off` is None where nobody has signed this
    version."""

    status: SessionStatus
    interview: InterviewHead
    alerts: tuple[AlertShown, ...]
    findings: tuple[Finding, ...]
    profile: PatientProfile
    report: WrittenReport | None = None
    report_digest: str | None = None
    report_version: int | None = None
    signed_off: SignOff | None = None
    notes: tuple[NoteShown, ...] = ()


def document_of(material: Material) -> InterviewFile:
    """The document of an interview in any state."""
    row, done = material.row, material.completed
    return InterviewFile(
        status=material.profile.session_status,
        interview=InterviewHead(
            id=row.id,
            label=row.label,
            reference=row.reference,
            mode=row.mode,
            locale=row.locale,
            driver=row.driver,
            started_at=row.created_at,
        ),
        alerts=tuple(map(_shown, material.alerts)),
        findings=material.findings,
        profile=material.profile,
        report=WrittenReport(markdown=material.stored, sections=material.sections) if done else None,
        report_digest=material.digest if done else None,
        report_version=material.version if done else None,
        signed_off=_signed(material),
        notes=tuple(_notes(material.notes)),
    )


def _notes(notes: Sequence[InterviewNote]) -> Iterator[NoteShown]:
    gone = taken_back(notes)
    for one in notes:
        given = {"screen": one.screen, "result": one.result or None, "taken_back": one.id in gone}
        yield NoteShown(by=one.author, name=one.name, at=one.at, text=one.body, **given)


def _signed(material: Material) -> SignOff | None:
    signed = material.signed
    return SignOff(by=signed.by, name=signed.name, at=signed.at) if signed else None


def _shown(one: Alert) -> AlertShown:
    return AlertShown(
        level=one.said.level,
        at=one.at,
        turn=one.said.turn,
        quotes=tuple("".join(part.text for part in quote) for quote in one.said.quotes),
        findings=one.said.findings,
        acknowledged_by=one.by,
        acknowledged_at=one.seen_at,
        note=one.note or None,
    )
