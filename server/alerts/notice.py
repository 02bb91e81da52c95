"""What a message about an alert says: its level, its time, where to read it; the patient's words only by the clinic's
own decision."""

from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Final
from uuid import UUID

from pydantic import AwareDatetime

from agents.domain.risk import AlertLevel
from agents.domain.value import Value
from agents.interview import events as ev
from agents.interview.safety.to_do import after
from server.alerts.outbox import Due
from server.clinic.clock import IN_UTC, Clock
from server.interviews.event_log import load
from server.settings import Settings

_SUBJECTS: Final = {
    AlertLevel.STOP: "safety alert, act now",
    AlertLevel.URGENT: "urgent safety alert",
    AlertLevel.ATTENTION: "safety alert, needs attention",
}
_SECOND = "Nobody has acknowledged this alert yet. You are told as the second person.\n"
_TODO = "Sign in, read what was said, act, then acknowledge the alert there."


class Notice(Value):
    """A message, and the body of a webhook. `id` stays the same when it is sent again; `second`: it goes to a second
    person, because nobody has acknowledged the alert. `quotes` is empty unless the clinic allows it."""

    id: UUID
    level: AlertLevel
    at: AwareDatetime
    session_id: str
    interview: str
    second: bool
    quotes: tuple[str, ...] = ()


def notice(settings: Settings, due: Due) -> Notice:
    """The message that is due."""
    alert = load("alert", due.entry)
    assert isinstance(alert, ev.Alerted)
    quotes = tuple("".join(part.text for part in quote) for quote in alert.quotes)
    quotes = tuple(filter(None, (after(alert), *quotes)))
    return Notice(
        id=due.id,
        level=alert.level,
        at=due.at.astimezone(UTC),
        session_id=str(due.interview),
        interview=f"{settings.address()}/interviews/{due.interview}",
        second=due.second,
        quotes=quotes if settings.alert_quotes else (),
    )


def email(one: Notice, sender: str, to: str, now: datetime, clock: Clock = IN_UTC) -> EmailMessage:
    """The message as an e-mail, which tells the time by this clock. Sent again, it has the same Message-ID, so that a
    mailbox may show it once."""
    mail = EmailMessage()
    mail["Subject"] = f"Anamnesis: {_SUBJECTS[one.level]}" + (", not acknowledged" if one.second else "")
    mail["From"], mail["To"], mail["Date"] = sender, to, format_datetime(now)
    mail["Message-ID"] = f"<{one.id}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-Priority"] = "1"
    mail.set_content("\n".join(_lines(one, clock)) + "\n")
    return mail


def _lines(one: Notice, clock: Clock) -> Iterator[str]:
    if one.second:
        yield _SECOND
    yield "A safety alert was raised in an interview.\n"
    yield f"Level: {one.level}"
    yield f"Time: {clock.of(one.at)}" + (f" ({clock.name})" if clock.name else "")
    yield f"Interview: {one.interview}\n"
    yield from (f"> {line}" for quote in one.quotes for line in (*quote.splitlines(), ""))
    yield _TODO
