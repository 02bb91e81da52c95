"""Notes of staff on an interview: written once, never changed. They stay where what the patient said is erased."""

from collections.abc import Sequence
from uuid import UUID, uuid4

from sqlmodel import col, select

from agents.errors import CorrectInput
from server.accounts.tables import Account
from server.database import Database
from server.interviews.lists.changed import tell
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

    async def write(self, account: Account, interview: UUID, body: str) -> UUID:
        """Add a note: its number. Raises CorrectInput."""
        text = body.replace("\x00", "").strip()
        if not 0 < len(text) <= LONGEST_NOTE:
            raise CorrectInput(f"A note has 1 to {LONGEST_NOTE:,} characters.")
        number = uuid4()
        note = InterviewNote(id=number, interview_id=interview, author=account.email, name=account.name, body=text)
        async with self._database.session() as session:
            session.add(note)
            await tell(session, [interview])
        return number
