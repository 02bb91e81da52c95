"""Events made so far in a turn, and the state after them: nothing is stored yet."""

from functools import cache

from agents.domain import level1
from agents.interview import events as ev
from agents.interview.machine import advance
from agents.interview.state import State


class TurnDraft:
    """Events made so far in a turn, and the state after them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    def add(self, event: ev.Event) -> None:
        """Append one event; raises NotNow when the phase does not allow it."""
        self.state = advance(self.state, event)
        self.events.append(event)

    def add_message(self, message: ev.Said | ev.Told) -> None:
        """Append one utterance, recorded with the phase and the progress that it leads to."""
        self.state = advance(self.state, message)
        led_to = {"phase": self.state.phase, "progress": progress(self.state)}
        self.events.append(message.model_copy(update=led_to))


def progress(state: State) -> ev.Progress:
    """How far the interview has got."""
    return _progress(len(state.completed))


@cache
def _progress(answered: int) -> ev.Progress:
    return ev.Progress(answered=answered, total=level1.ITEM_COUNT)
