"""Clients handed from one therapist to another, with all that is theirs; it can be taken back for a while."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import Text, cast, func, union_all, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased
from sqlmodel import col, desc, select
from sqlmodel.ext.asyncio.session import AsyncSession

from agents.errors import CorrectInput, NotFound
from server.accounts.tables import Account
from server.assessments.tables import AssessmentRow
from server.cards.tables import SnapshotRow
from server.clients.tables import Handover
from server.database import Database
from server.interviews.lists.changed import tell
from server.interviews.tables import Client, Interview
from server.jobs.tables import Job
from server.undo import UNDO

NEWS_FOR: Final = timedelta(days=7)
"""So long the start page tells of a client who came from a colleague."""
_GONE: Final = "It cannot be taken back any more: load the page again to see whose client it is now."


@dataclass(frozen=True, slots=True)
class Passed:
    """A client who went from one colleague to another: `by` and `taker` are their names, or else their addresses."""

    client: Client
    by: str
    taker: str
    interviews: int
    at: datetime


class Went(NamedTuple):
    """A hand-over, and when it was taken back, where it was."""

    one: Handover
    undone_at: datetime | None = None


def went(handovers: Sequence[Handover]) -> Sequence[Went]:
    """The hand-overs of one client, the newest first as they are given; a taking back stands with what it took back."""
    found: list[Went] = []
    back: Handover | None = None
    for one, before in zip_longest(handovers, handovers[1:]):
        if back is None and before is not None and _takes_back(one, before):
            back = one
        else:
            found.append(Went(one, back.at if back else None))
            back = None
    return found


def _takes_back(one: Handover, before: Handover) -> bool:
    same = (one.by, one.giver, one.taker) == (before.by, before.taker, before.giver)
    return same and one.at - before.at <= UNDO


class Handing:
    """The repository of hand-overs. Callers have asked for the client with the account, but for `take_back`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def takers(self, client: Client) -> Sequence[Account]:
        """To whom the client can be handed over: everybody else who may sign in."""
        others = select(Account).where(col(Account.disabled).is_(False), col(Account.id) != client.owner_id)
        async with self._database.session() as session:
            return (await session.exec(others.order_by(col(Account.email)))).all()

    async def of(self, client: UUID) -> Sequence[Handover]:
        """Every hand-over of this client, the newest first."""
        async with self._database.session() as session:
            newest = select(Handover).where(col(Handover.client_id) == client).order_by(desc(col(Handover.at)))
            return (await session.exec(newest)).all()

    async def received(self, account: Account) -> Sequence[Passed]:
        """The clients that others handed to this account in the last days and who are still its own, the newest
        first."""
        mine = col(Handover.taker) == account.email, col(Client.owner_id) == account.id
        return await self._passed(*mine, col(Handover.by) != account.email, col(Handover.at) > func.now() - NEWS_FOR)

    async def given(self, account: Account) -> Sequence[Passed]:
        """The clients that this account has just handed over and can still take back, the newest first."""
        return await self._passed(*_undoable(account))

    async def hand_over(self, account: Account, client: Client, taker: UUID) -> None:
        """The client becomes a colleague's, with every interview and transcript and the jobs on them, and the one who
        had it sees them no more; who did so is kept. Raises CorrectInput."""
        to = next((one for one in await self.takers(client) if one.id == taker), None)
        if to is None:
            raise CorrectInput("Choose the colleague who takes over.")
        await self._move(account, client, to)

    async def take_back(self, account: Account, client: UUID) -> None:
        """The client is whose it was before this account's last hand-over; that both happened is kept. Raises NotFound
        where it is too late, or somebody has handed it on; CorrectInput."""
        giver = aliased(Account)
        last = (
            select(Client, giver)
            .join(Handover, col(Handover.client_id) == Client.id)
            .join(giver, col(giver.email) == Handover.giver)
            .where(col(Client.id) == client, *_undoable(account))
        )
        async with self._database.session() as session:
            found = (await session.exec(last)).one_or_none()
        if found is None:
            raise NotFound(_GONE)
        await self._move(account, *found)

    async def _move(self, account: Account, client: Client, to: Account) -> None:
        try:
            async with self._database.session() as session:
                await _moved(session, account, client, to)
        except IntegrityError as taken:
            raise CorrectInput(
                f"{to.email} has a client {client.code} already. Give this one another code first."
            ) from taken

    async def _passed(self, *conditions: Any) -> Sequence[Passed]:
        by, to = aliased(Account), aliased(Account)
        rows = (
            select(Client, by, to, Handover)
            .join(Handover, col(Handover.client_id) == Client.id)
            .outerjoin(by, col(by.email) == Handover.by)
            .outerjoin(to, col(to.email) == Handover.taker)
            .where(*conditions, _newest())
            .order_by(desc(col(Handover.at)))
            .limit(50)
        )
        async with self._database.session() as session:
            return [
                Passed(client, _name(by, one.by), _name(to, one.taker), one.interviews, one.at)
                for client, by, to, one in (await session.exec(rows)).all()
            ]


def _name(account: Account | None, address: str) -> str:
    return account.name if account and account.name else address


def _newest() -> Any:
    later = aliased(Handover)
    after = select(later.id).where(col(later.client_id) == col(Handover.client_id), col(later.at) > col(Handover.at))
    return ~after.exists()


def _undoable(account: Account) -> tuple[Any, ...]:
    """This account handed the client over a moment ago, and it is still the taker's; a taking back is none."""
    one = aliased(Account)
    holder = select(one.id).where(col(one.email) == col(Handover.taker), col(one.id) == col(Client.owner_id))
    apart = col(Handover.by) == account.email, col(Handover.taker) != account.email
    return (*apart, col(Handover.at) > func.now() - UNDO, _newest(), holder.exists())


async def _moved(session: AsyncSession, account: Account, client: Client, to: Account) -> None:
    giver = await session.get(Account, client.owner_id)
    held = col(Interview.client_id) == client.id
    of_client = select(Interview.id).where(held)
    theirs = col(AssessmentRow.interview_id).in_(of_client) | (col(AssessmentRow.client_id) == client.id)
    worked_on = (
        select(cast(col(Interview.id), Text)).where(held),
        select(cast(col(AssessmentRow.id), Text)).where(theirs),
        select(SnapshotRow.digest).where(col(SnapshotRow.interview_id).in_(of_client)),
    )
    asked = update(Job).where(col(Job.owner_id) == client.owner_id, col(Job.key).in_(union_all(*worked_on)))
    had = col(Client.id) == client.id, col(Client.owner_id) == client.owner_id
    moved = await session.exec(update(Client).where(*had).values(owner_id=to.id))
    if not moved.rowcount or giver is None:
        raise CorrectInput("Somebody else has just handed this client over. Load the page again.")
    went = (await session.exec(update(Interview).where(held).values(owner_id=to.id).returning(col(Interview.id)))).all()
    await session.exec(update(AssessmentRow).where(theirs).values(owner_id=to.id, digest=None))
    await session.exec(asked.values(owner_id=to.id))
    session.add(
        Handover(
            id=uuid4(),
            client_id=client.id,
            by=account.email,
            giver=giver.email,
            taker=to.email,
            interviews=len(went),
        )
    )
    await tell(session, [interview for (interview,) in went])
