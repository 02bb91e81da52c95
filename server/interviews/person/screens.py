"""The suicide screens that staff gave. Each is chosen by name, and kept with its result in a note until somebody takes
it back; what a note says in its own words is not searched for one."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from agents.domain.value import Value
from agents.errors import CorrectInput
from server.interviews.tables import SCREENS, Interview, InterviewNote

NONE_YET: Final = "none"
"""What a form sends where no screen was given yet."""
LONGEST_RESULT: Final = 300
_WHICH: Final = "screen: none, c-ssrs, asq or other"
_RESULT: Final = {
    "other": "Name the screen that was given, and say what came of it.",
    "": "Say what came of the screen, for example “negative”, or “a wish not to wake up, no plan”.",
}
_NO_SCREEN: Final = "You wrote what came of a suicide screen. Choose which one was given."


class Given(NamedTuple):
    """A screen by its key in `SCREENS`, and what came of it."""

    screen: str
    result: str

    @property
    def words(self) -> str:
        """Which one, and what came of it."""
        return f"{SCREENS[self.screen]}: {self.result}"


class Screened(Value):
    """Who gave a screen, and when; which one and what came of it, in words. `note` is the one that says so."""

    note: UUID
    who: str
    at: datetime
    words: str


def given_in(screen: object, result: object) -> Given | None:
    """What a form or a program says of a screen; None where none was given yet. Raises CorrectInput."""
    told = " ".join(str(result or "").replace("\x00", "").split())
    if screen in (None, "", NONE_YET):
        if told:
            raise CorrectInput(_NO_SCREEN)
        return None
    if not isinstance(screen, str) or screen not in SCREENS:
        raise CorrectInput(_WHICH)
    if not any(map(str.isalnum, told)):
        raise CorrectInput(_RESULT.get(screen, _RESULT[""]))
    if len(told) > LONGEST_RESULT:
        raise CorrectInput(f"What came of the screen has at most {LONGEST_RESULT} characters; add the rest as a note.")
    return Given(screen, told)


def taken_back(notes: Iterable[InterviewNote]) -> frozenset[UUID]:
    """The notes whose screen somebody took back."""
    return frozenset(one.takes_back for one in notes if one.takes_back)


def screened_in(row: Interview, notes: Sequence[InterviewNote]) -> Screened | None:
    """The latest screen that stands; None where none was given since the last alert."""
    gone = taken_back(notes)
    found = [
        Screened(note=one.id, who=one.name or one.author, at=one.at, words=Given(one.screen, one.result).words)
        for one in notes
        if one.screen and one.id not in gone and (row.alerted_at is None or one.at > row.alerted_at)
    ]
    return found[-1] if found else None
