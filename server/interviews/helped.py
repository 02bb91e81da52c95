"""What came of a disclosure in the conversation: whether numbers to call were shown, and whether it is there now."""

from collections.abc import Iterable, Iterator

from agents.interview import events as ev
from agents.interviewer.port import Purpose


def answers_now(events: Iterable[ev.Event]) -> Iterator[ev.Said]:
    """What the patient answered when asked whether such thoughts were there right now."""
    asked = False
    for event in events:
        if isinstance(event, ev.Told):
            asked = event.purpose is Purpose.NOW
        elif isinstance(event, ev.Said) and asked and event.text.strip():
            asked = False
            yield event


def numbers_shown(events: Iterable[ev.Event]) -> bool:
    """Whether the patient was shown numbers to call."""
    return any(isinstance(event, ev.Told) and event.help is not None for event in events)
