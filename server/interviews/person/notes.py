"""Notes of staff on an interview: written once, never changed. They stay where what the patient said is erased."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from agents.errors import CorrectInput, NotFound, NotNow
from server.accounts.tables import Account
from server.database import Database
from server.interviews.lists.changed import tell
from server.interviews.person.screens import Given
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
        async with self._database.session() as session:
            return await _add(session, account, interview, body=text, screen=screen, result=result)

    async def take_back(self, account: Account, interview: UUID, note: UUID) -> UUID:
        """The suicide screen of this note was not given after all; both stay in the record. The number of the note
        that says so. Raises NotFound, NotNow."""
        named = select(InterviewNote).where(
            col(InterviewNote.id) == note,
            col(InterviewNote.interview_id) == interview,
            col(InterviewNote.screen).is_not(None),
        )
        gone = select(InterviewNote.id).where(col(InterviewNote.takes_back) == note)
        async with self._database.session() as session:
            found = (await session.exec(named.with_for_update())).one_or_none()  # whoever else does so waits
            if found is None:
                raise NotFound("There is no such note.")
            if (await session.exec(gone)).first():
                raise NotNow("This screen was taken back already.")
            given = found.written.splitlines()[-1]
            return await _add(session, account, interview, body=f"Taken back: {given}", takes_back=note)


async def _add(session: AsyncSession, account: Account, interview: UUID, **said: Any) -> UUID:
    number = uuid4()
    session.add(InterviewNote(id=number, interview_id=interview, author=account.email, name=account.name, **said))
    await tell(session, [interview])
    return number
