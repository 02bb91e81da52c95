"""What came of a disclosure in the conversation: which numbers to call were shown, and whether it is there now."""

from collections.abc import Iterable, Iterator

from agents.domain.help import to_call
from agents.interview import events as ev
from agents.interview.safety.to_do import in_the_room
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


def _shown(events: Iterable[ev.Event]) -> Iterator[ev.Told]:
    """What the patient was shown. An entry that does not say so itself counts as shown unless it is of what was said to
    the clinician."""
    for event, there in in_the_room(events):
        if isinstance(event, ev.Told) and not (there if event.in_person is None else event.in_person):
            yield event


def numbers_shown(events: Iterable[ev.Event]) -> tuple[str, ...]:
    """The numbers to call that the patient was shown in the conversation."""
    helped = [event.help for event in _shown(events) if event.help]
    return tuple(dict.fromkeys(number for one in helped for number in to_call(one.lines)))


def script_shown(events: Iterable[ev.Event]) -> tuple[str, ...]:
    """What the safety message that ended the interview told the patient to do: whom to call, line by line."""
    told = [event.text for event in _shown(events) if event.purpose is Purpose.SCRIPT]
    lines = [line for text in told for line in text.splitlines() if line.startswith("- ")]
    return tuple(line[2:].replace("**", "").strip() for line in lines)
