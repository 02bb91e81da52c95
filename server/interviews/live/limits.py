"""How much one interview accepts, and how fast. What exceeds a limit is still read for risk: a stop always acts.

Nobody who answers questions comes near these. What comes too fast is refused with `too_fast` and may be sent again as
it is; what no longer fits is refused with `too_many`. A page keeps the words either way.
"""

import time
from collections.abc import Callable
from typing import Final

from agents.domain.transcript import Role
from agents.interview.patient_input import Input, Words
from agents.interview.state import State
from server.interviews.live.protocol import Refused

MOST_TURNS: Final = 1_200
"""Turns of both in one interview: twenty times what an interview takes."""
MOST_SAID: Final = 300_000
"""Characters that a patient may say in one interview; beyond them answers are short."""
SHORT: Final = 1_000
LONGEST_WAIT: Final = 5.0
"""Seconds for which what comes too fast is put off at most."""
_FULL: Final = (
    "This conversation has become too long to go on. Your therapist has all that was sent; please tell them the rest."
)
_WORDY: Final = f"This conversation has become very long. Please say this in at most {SHORT:,} characters."
_EDITS: Final = "That is a lot of changes in a short time. Please wait a few seconds and send it again."
_FAST: Final = "That is more than can be kept at once. Please wait a few seconds and send it again."

Clock = Callable[[], float]


class Bucket:
    """A token bucket: so many at once, and so many more a second."""

    def __init__(self, at_once: int, per_second: float, clock: Clock = time.monotonic) -> None:
        self._most, self._rate, self._clock = float(at_once), per_second, clock
        self._left, self._seen = self._most, clock()

    def take(self) -> bool:
        """Take one. False if none is left."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait(self) -> float:
        """Take one that may still have to come; the seconds until it does."""
        self._fill()
        self._left = max(self._left - 1, -LONGEST_WAIT * self._rate)
        return max(0.0, -self._left / self._rate)

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._seen) * self._rate)
        self._seen = now


def frames(clock: Clock = time.monotonic) -> Bucket:
    """The frames of one connection: what comes faster is read later, and nothing is lost."""
    return Bucket(200, 20, clock)


class Limits:
    """Those of one interview, for all its connections in this process together."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.resumes = Bucket(60, 2, clock)
        self._inputs = Bucket(200, 2, clock)
        self._edits = Bucket(20, 1 / 6, clock)
        self._alarming = Bucket(10, 1 / 10, clock)

    def check(self, received: Input, state: State) -> None:
        """Count what was sent. Raises Refused where it is over a limit."""
        words = received if isinstance(received, Words) else None
        if len(state.transcript) >= MOST_TURNS:
            raise Refused("too_many", _FULL, received.client_id)
        if words is not None and len(words.text) > SHORT and _said(state) + len(words.text) > MOST_SAID:
            raise Refused("too_many", _WORDY, received.client_id)
        if words is not None and words.item is not None and not self._edits.take():
            raise Refused("too_fast", _EDITS, received.client_id)
        if not self._inputs.take():
            raise Refused("too_fast", _FAST, received.client_id)

    def alarm(self) -> bool:
        """Whether one more message that the therapist is to be told of may pass, though it is over a limit."""
        return self._alarming.take()


def _said(state: State) -> int:
    return sum(len(turn.text) for turn in state.transcript if turn.role is Role.PATIENT)
