"""An alert is acknowledged with what was done, and with the suicide screen that was given, if one was."""

from typing import Final
from uuid import UUID

from agents.errors import CorrectInput, NotNow
from agents.interview import events as ev
from agents.interview.safety.noted import unanswered
from server.accounts.tables import Account
from server.interviews.person.notes import InterviewNotes
from server.interviews.person.screens import Given
from server.interviews.repository import Interviews

_NOT_REACHED: Final = (
    "Your note says that the patient is still to be reached, so no screen can have been given. Choose “None yet”, or "
    "change the note."
)
_NOT_KEPT: Final = "{} The suicide screen is not kept ({}). Write it down on the interview's page, under Notes."


async def acknowledge(
    interviews: Interviews, notes: InterviewNotes, account: Account, interview: UUID, note: object, given: Given | None
) -> ev.Acknowledged:
    """The screen is kept in a note of its own, right after the acknowledgement. Raises NotFound, CorrectInput, NotNow,
    TryAgain."""
    if given and isinstance(note, str) and unanswered(note):
        raise CorrectInput(_NOT_REACHED)
    try:
        seen = await interviews.acknowledge(account, interview, note)
    except NotNow as late:
        if given is None:
            raise
        raise NotNow(_NOT_KEPT.format(late, given.words)) from late
    if given:
        await notes.write(account, interview, "", given)
    return seen
