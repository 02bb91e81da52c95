"""What a record system is told when an interview is over: which one, how it ended, when, and where to read it. Nothing
that was said, and nothing that was found."""

from datetime import UTC
from typing import Literal
from uuid import UUID

from pydantic import AwareDatetime

from agents.domain.profile import SessionStatus
from agents.domain.value import Value
from agents.interview import events as ev
from server.alerts.outbox import Due
from server.interviews.event_log import load
from server.settings import Settings


class EndNotice(Value):
    """The body of the webhook. `id` stays the same when it is sent again; `reference` is what the interview was started
    with; a completed interview's report is there when this arrives. An interview that was ended for safety after it was
    completed is told of twice, the second time as such."""

    id: UUID
    event: Literal["interview.ended"] = "interview.ended"
    session_id: str
    reference: str | None
    status: SessionStatus
    at: AwareDatetime
    interview: str


def end_notice(settings: Settings, due: Due) -> EndNotice:
    """The message that is due."""
    end = load("ended", due.entry)
    assert isinstance(end, ev.Ended)
    return EndNotice(
        id=due.id,
        session_id=str(due.interview),
        reference=due.reference,
        status=end.status,
        at=due.at.astimezone(UTC),
        interview=f"{settings.address()}/interviews/{due.interview}",
    )
