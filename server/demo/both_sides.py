"""A stopped interview from both sides: the words as the patient reads them, and the message that would go out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from markdown_it import MarkdownIt

from agents.domain.transcript import Role
from agents.interview import events as ev
from agents.interviewer.port import Purpose
from server.alerts.notice import Notice, email
from server.settings import Settings

_SENDER = "anamnesis@localhost"
_READER = MarkdownIt("commonmark", {"html": False})


@dataclass(frozen=True, slots=True)
class Line:
    """One message of the conversation."""

    by_patient: bool
    text: str


@dataclass(frozen=True, slots=True)
class BothSides:
    """`lines` lead up to the stop; `script` is the safety message as HTML, `at` its time. `subject` and `mail` are the
    e-mail that an alert of a patient's would send, its link without the interview's number; `acknowledged` is who saw
    the alert, once somebody has."""

    lines: Sequence[Line]
    script: str
    at: datetime
    subject: str
    mail: str
    acknowledged: ev.Acknowledged | None


def both_sides(log: Sequence[tuple[ev.Event, datetime]], settings: Settings, interview: UUID, to: str) -> BothSides:
    """Of a log that ends with a safety stop."""
    said = [event for event, _ in log if isinstance(event, ev.Said | ev.Told)]
    alert, at = next((one, at) for one, at in reversed(log) if isinstance(one, ev.Alerted))
    script = next(one.text for one in said if isinstance(one, ev.Told) and one.purpose is Purpose.SCRIPT)
    quotes = tuple("".join(part.text for part in quote) for quote in alert.quotes)
    notice = Notice(
        id=interview,
        level=alert.level,
        at=at,
        session_id=str(interview),
        interview=f"{settings.address()}/interviews/…",
        second=False,
        quotes=quotes if settings.alert_quotes else (),
    )
    mail = email(notice, settings.alert_from or _SENDER, to, at)
    seen = [event for event, _ in log if isinstance(event, ev.Acknowledged)]
    return BothSides(
        lines=[
            Line(one.role is Role.PATIENT, one.text)
            for one in said
            if isinstance(one, ev.Said) or one.purpose is not Purpose.SCRIPT
        ],
        script=_READER.render(script),
        at=at,
        subject=str(mail["Subject"]),
        mail=str(mail.get_content()).strip(),
        acknowledged=seen[-1] if seen else None,
    )
