"""Events made so far in a turn, and the state after them: nothing is stored yet."""

from functools import cache

from agents.domain import level1
from agents.interview import events as ev
from agents.interview.answered import changed
from agents.interview.machine import advance
from agents.interview.state import State


class TurnDraft:
    """Events made so far in a turn, and the state after them."""

    def __init__(self, state: State) -> None:
        self.state = self._begun = state
        self.events: list[ev.Event] = []

    def add(self, event: ev.Event) -> None:
        """Append one event; raises NotNow when the phase does not allow it."""
        self.state = advance(self.state, event)
        self.events.append(event)

    def add_message(self, message: ev.Said | ev.Told) -> None:
        """Append one utterance, recorded with the phase and the progress that it leads to."""
        self.state = advance(self.state, message)
        led_to: dict[str, object] = {"phase": self.state.phase, "progress": progress(self.state)}
        if isinstance(message, ev.Told):
            led_to["answered"] = changed(self.state, self._begun)
        self.events.append(message.model_copy(update=led_to))


def progress(state: State) -> ev.Progress:
    """How far the interview has got."""
    done = state.completed
    return _progress(len(done), sum(not state.responses[item].known for item in done if item in state.responses))


@cache
def _progress(answered: int, left: int) -> ev.Progress:
    return ev.Progress(answered=answered, total=level1.ITEM_COUNT, open=left)
