"""The queue of answers to confirm, over all finished interviews that an account sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlmodel import col, select

from agents.domain.level1 import items
from agents.domain.profile import SessionStatus
from agents.reporter.doubts import WORDS
from server.accounts.tables import Account
from server.database import Database
from server.interviews.lists.outcomes import Doubt
from server.interviews.tables import Interview, Outcome

MOST: Final = 40
"""Interviews in the queue at once; further ones move up as these are settled."""


@dataclass(frozen=True, slots=True)
class Open:
    """One answer to confirm."""

    interview: UUID
    label: str
    invented: bool
    item: int
    short: str
    why: str


class Queue:
    """Reads the queue from the outcomes that lists show, too."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, account: Account) -> tuple[Open, ...]:
        """The open answers, those of the interview that ended last first, within one in the form's order."""
        wanted = (
            select(Interview, Outcome)
            .join(Outcome, col(Outcome.interview_id) == Interview.id)
            .where(
                col(Interview.status) == SessionStatus.COMPLETED,
                col(Outcome.doubt_count) > 0,
                col(Interview.deleted_at).is_(None),
                col(Interview.archived_at).is_(None),
            )
            .order_by(col(Interview.completed_at).desc())
            .limit(MOST)
        )
        if account.role != "admin":
            wanted = wanted.where(col(Interview.owner_id) == account.id)
        async with self._database.session() as session:
            found = (await session.exec(wanted)).all()
        return tuple(one for row, outcome in found for one in _opened(row, outcome))


def _opened(row: Interview, outcome: Outcome) -> Sequence[Open]:
    doubts = map(Doubt.model_validate, outcome.doubts)
    return [Open(row.id, row.label, row.invented, one.item, items()[one.item].short, WORDS[one.why]) for one in doubts]


def following(queue: Sequence[Open], interview: UUID | None, item: int) -> Open | None:
    """The next answer of this interview after that item, else its first, else the first of all; None where none is
    left."""
    here = [one for one in queue if one.interview == interview]
    later = [one for one in here if one.item > item]
    return next(iter((*later, *here, *queue)), None)
