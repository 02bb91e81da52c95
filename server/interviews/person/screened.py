"""Whether staff noted that they administered a suicide screen since the last alert: the step is then done."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from agents.domain.level1 import HARM_ITEM
from agents.domain.value import Value
from agents.interview import events as ev
from agents.interview.presence import InPerson
from agents.interview.safety.noted import screened
from server.interviews.tables import Interview, InterviewNote


class Screened(Value):
    """Who noted it, when, and in which words. `named` says whether these name the screen; else they are what was noted
    where item 11, answered in person, asked for one."""

    who: str
    at: datetime | None
    words: str
    named: bool = True


def screened_in(row: Interview, events: Sequence[ev.Event], notes: Iterable[InterviewNote]) -> Screened | None:
    """The latest such note; None where nobody wrote one since the last alert."""
    since = [
        Screened(who=one.name or one.author, at=one.at, words=one.body)
        for one in notes
        if (row.alerted_at is None or one.at > row.alerted_at) and screened(one.body)
    ]
    found = [*_acknowledged(events), *since]
    return next((one for one in reversed(found) if one.named), found[-1] if found else None)


def _acknowledged(events: Sequence[ev.Event]) -> Iterator[Screened]:
    """What acknowledgements of the last alerts say."""
    alerts = [place for place, event in enumerate(events) if isinstance(event, ev.Alerted)]
    last = alerts[-1] if alerts else 0
    before = events[last - 1] if last else None
    asked = isinstance(before, InPerson) and before.response.item_id == HARM_ITEM
    for event in events[last:]:
        if isinstance(event, ev.Acknowledged) and (asked or screened(event.note)):
            named = screened(event.note)
            yield Screened(who=event.name or event.by, at=event.at, words=event.note, named=named)
