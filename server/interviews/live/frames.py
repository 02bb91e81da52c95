"""How an entry of the log looks on the wire: one frame for staff, one for the patient (docs/socket.md)."""

from dataclasses import dataclass
from datetime import datetime

from agents.interview import events as ev
from agents.interview.presence import Held, Released

VERSION = 1
_PRIVATE = frozenset(
    {
        "tool",
        "risk",
        "alert",
        "acknowledged",
        "rated",
        "unrated",
        "signed",
        "reopened",
        "discarded",
        "notice",
        "in_person",
        "reread",
        "report",
    }
)
_STAFF_ONLY = {"kind", "act", "then", "sure", "about", "also", "revises", "pauses", "risk", "by"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One stored event. `body` is its JSON without the kind."""

    seq: int
    kind: str
    body: str
    at: datetime
    shown: str | None
    """The body as the patient may see it; None where the entry is private."""

    def for_staff(self) -> str:
        """The frame with everything in it."""
        return _frame(self.seq, self.kind, self.body, self.at)

    def for_patient(self) -> str:
        """The frame with what the patient may see; the sequence has no gap, but private entries are empty."""
        if self.shown is None:
            return _frame(self.seq, "private", "{}", self.at)
        return _frame(self.seq, self.kind, self.shown, self.at)


def entry(seq: int, event: ev.Event, at: datetime) -> Entry:
    """An event with its place in the log."""
    body = event.model_dump_json(exclude={"kind"})
    return Entry(seq, event.kind, body, at, _shown(event, body))


def _shown(event: ev.Event, body: str) -> str | None:
    if event.kind in _PRIVATE or (isinstance(event, ev.Told) and event.in_person):
        return None
    if event.kind == "started":
        return "{}"
    if isinstance(event, ev.Said):
        return None if event.by else event.model_dump_json(exclude=_STAFF_ONLY)
    if isinstance(event, Held | Released):
        return event.model_dump_json(include={"why", "at"})
    if isinstance(event, ev.Ended):
        return event.model_dump_json(exclude={"kind", "who"})
    return body


def _frame(seq: int, kind: str, body: str, at: datetime) -> str:
    return f'{{"v":{VERSION},"type":"event","seq":{seq},"kind":"{kind}","body":{body},"at":"{at.isoformat()}"}}'
