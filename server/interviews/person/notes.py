"""Notes of staff on an interview: written once, never changed. They stay where what the patient said is erased."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from sqlmodel import col, select

from agents.errors import CorrectInput, NotFound, NotNow
from server.accounts.tables import Account
from server.database import Database
from server.interviews.lists.changed import tell
from server.interviews.person.screens import Given, taken_back
from server.interviews.tables import InterviewNote

LONGEST_NOTE = 4_000


class InterviewNotes:
    """The repository of notes. The caller has asked for the interview with the account."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, interview: UUID) -> Sequence[InterviewNote]:
        """The notes, the oldest first."""
        async with self._database.session() as session:
            every = select(InterviewNote).where(col(InterviewNote.interview_id) == interview)
            return (await session.exec(every.order_by(col(InterviewNote.at)))).all()

    async def write(self, account: Account, interview: UUID, body: str, given: Given | None = None) -> UUID:
        """Add a note, which may be of a suicide screen alone: its number. Raises CorrectInput."""
        text = body.replace("\x00", "").strip()
        if not (1 if given is None else 0) <= len(text) <= LONGEST_NOTE:
            raise CorrectInput(f"A note has 1 to {LONGEST_NOTE:,} characters.")
        screen, result = given or (None, "")
        return await self._add(account, interview, body=text, screen=screen, result=result)

    async def take_back(self, account: Account, interview: UUID, note: UUID) -> UUID:
        """The suicide screen of this note was not given after all; both stay in the record. The number of the note
        that says so. Raises NotFound, NotNow."""
        notes = await self.of(interview)
        found = next((one for one in notes if one.id == note and one.screen), None)
        if found is None:
            raise NotFound("There is no such note.")
        if note in taken_back(notes):
            raise NotNow("This screen was taken back already.")
        given = found.written.splitlines()[-1]
        return await self._add(account, interview, body=f"Taken back: {given}", takes_back=note)

    async def _add(self, account: Account, interview: UUID, **said: Any) -> UUID:
        number = uuid4()
        note = InterviewNote(id=number, interview_id=interview, author=account.email, name=account.name, **said)
        async with self._database.session() as session:
            session.add(note)
            await tell(session, [interview])
        return number
