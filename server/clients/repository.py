"""Clients as rows. A therapist sees their own, an admin all, nobody else any. Interviews go with their client."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, func, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, desc, select
from sqlmodel.sql.expression import SelectOfScalar

from agents.errors import CorrectInput, NotFound
from server.accounts.tables import Account
from server.clients.tables import Note, Plan
from server.database import Database
from server.digits import number
from server.interviews.tables import Client, Interview, Outcome
from server.undo import UNDO

CODE: Final = re.compile(r"[\w.\-/]{1,24}")
FIRST_YEAR: Final = 1900
MOST_WEEKS: Final = 52
LONGEST_NOTE: Final = 4_000
SOON: Final = timedelta(days=7)
"""What is due within so many days is listed, and an interview started so early counts as the one that is due."""
MOST: Final = 500
_RUNS: Final = col(Plan.ended_at).is_(None)
_ENDED: Final = col(Plan.ended_at) > func.now() - UNDO


@dataclass(frozen=True, slots=True)
class Due:
    """A planned interview, and how many days it is late; below 0, it is that many days ahead."""

    client: Client
    plan: Plan

    @property
    def days_late(self) -> int:
        """By the server's day."""
        return (today() - self.plan.next_on).days


def today() -> date:
    """The server's day, in UTC as every time that it keeps."""
    return datetime.now(UTC).date()


def code_of(given: str) -> str:
    """The code as it is kept. Raises CorrectInput."""
    code = given.strip()
    if not CODE.fullmatch(code):
        raise CorrectInput("A code has 1 to 24 letters, figures, dots, dashes or slashes, and no spaces: K-17, say.")
    return code


def year_of(given: str) -> int | None:
    """The year of birth, None when the field is empty. Raises CorrectInput."""
    if not given.strip():
        return None
    year = number(given.strip(), today().year)
    if year is None or year < FIRST_YEAR:
        raise CorrectInput(f"The year of birth is a year from {FIRST_YEAR} to {today().year}, or empty.")
    return year


def plan_of(every_weeks: str, next_on: str) -> tuple[int, date]:
    """Every how many weeks, 1 to 52, and the first day, today or later. Raises CorrectInput."""
    weeks = number(every_weeks.strip(), MOST_WEEKS)
    if not weeks:
        raise CorrectInput(f"Repeats come every 1 to {MOST_WEEKS} weeks.")
    try:
        day = date.fromisoformat(next_on.strip())
    except ValueError as no_day:
        raise CorrectInput("Choose the day on which the next interview is due.") from no_day
    if day < today():
        raise CorrectInput("The next interview is due today or later.")
    return weeks, day


class Clients:
    """The repository. Every question by a member of staff goes through `_visible`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, owner: Account, code: str, birth_year: int | None) -> Client:
        """A new client. Raises CorrectInput for a code that the owner has given already."""
        client = Client(id=uuid4(), owner_id=owner.id, code=code, birth_year=birth_year)
        try:
            async with self._database.session() as session:
                session.add(client)
        except IntegrityError as taken:
            raise CorrectInput(f"You have a client {code} already.") from taken
        return client

    async def coded(self, owner: Account, code: str) -> UUID:
        """The owner's client of this code, made where there is none. Raises CorrectInput."""
        new = insert(Client).values(id=uuid4(), owner_id=owner.id, code=code_of(code))
        same = new.on_conflict_do_update(constraint="client_code", set_={"code": new.excluded.code})
        async with self._database.session() as session:
            return UUID(str((await session.exec(same.returning(col(Client.id)))).scalar_one()))

    async def change(self, account: Account, client: UUID, code: str, birth_year: int | None) -> None:
        """Another code or year of birth. Raises NotFound, CorrectInput."""
        await self.get_for(account, client)
        values = {"code": code, "birth_year": birth_year}
        try:
            async with self._database.session() as session:
                await session.exec(update(Client).where(col(Client.id) == client).values(values))
        except IntegrityError as taken:
            raise CorrectInput(f"There is a client {code} already.") from taken

    async def get_for(self, account: Account, client: UUID) -> Client:
        """One client. Raises NotFound when it is not there or somebody else's."""
        async with self._database.session() as session:
            found = (await session.exec(_visible(account).where(col(Client.id) == client))).one_or_none()
        if found is None:
            raise NotFound("There is no such client.")
        return found

    async def interviews(self, client: UUID) -> Sequence[tuple[Interview, Outcome | None]]:
        """The client's interviews, the newest first, each with what it came to where it is completed."""
        rows = (
            select(Interview, Outcome)
            .outerjoin(Outcome, col(Outcome.interview_id) == Interview.id)
            .where(col(Interview.client_id) == client, col(Interview.deleted_at).is_(None))
            .order_by(desc(col(Interview.created_at)))
            .limit(MOST)
        )
        async with self._database.session() as session:
            return [(interview, outcome) for interview, outcome in (await session.exec(rows)).all()]

    async def notes(self, client: UUID) -> Sequence[Note]:
        """The notes, the newest first."""
        async with self._database.session() as session:
            newest = select(Note).where(col(Note.client_id) == client).order_by(desc(col(Note.at))).limit(MOST)
            return (await session.exec(newest)).all()

    async def write(self, account: Account, client: UUID, body: str) -> UUID:
        """Add a note: its number. Raises NotFound, CorrectInput."""
        await self.get_for(account, client)
        if not 0 < len(body.strip()) <= LONGEST_NOTE:
            raise CorrectInput(f"A note has 1 to {LONGEST_NOTE:,} characters.")
        number = uuid4()
        async with self._database.session() as session:
            session.add(Note(id=number, client_id=client, author=account.email, body=body.strip()))
        return number

    async def plan(self, client: UUID) -> Plan | None:
        """How the client's interviews repeat, if they do."""
        return await self._plan(client, _RUNS)

    async def ended_plan(self, client: UUID) -> Plan | None:
        """How they repeated until a while ago, for as long as that can be taken back."""
        return await self._plan(client, _ENDED)

    async def repeat(self, account: Account, client: UUID, every_weeks: int, next_on: date) -> None:
        """Plan repeats, in place of those that were planned. Raises NotFound."""
        await self.get_for(account, client)
        values = {"every_weeks": every_weeks, "next_on": next_on, "ended_at": None}
        kept = insert(Plan).values(client_id=client, **values)
        async with self._database.session() as session:
            await session.exec(kept.on_conflict_do_update(index_elements=["client_id"], set_=values))

    async def end_repeats(self, account: Account, client: UUID) -> None:
        """No more repeats. Raises NotFound."""
        await self._set_end(account, client, _RUNS, func.now())

    async def resume_repeats(self, account: Account, client: UUID) -> None:
        """They go on as they were; those that run do so already. Raises NotFound, also when it is too late."""
        await self._set_end(account, client, _ENDED, None)
        if await self.plan(client) is None:
            raise NotFound("There are no repeats that have just ended: plan them anew.")

    async def started(self, client: UUID) -> None:
        """An interview of the client was started: if one was due about now, the next is due in so many weeks."""
        due = select(Plan).where(col(Plan.client_id) == client, col(Plan.next_on) <= today() + SOON, _RUNS)
        async with self._database.session() as session:
            for plan in (await session.exec(due.with_for_update())).all():
                plan.next_on = max(plan.next_on, today()) + timedelta(weeks=plan.every_weeks)
                session.add(plan)

    async def due(self, account: Account) -> list[Due]:
        """What is due within a week, the most overdue first."""
        rows = select(Client, Plan).join(Plan, col(Plan.client_id) == Client.id)
        soon = rows.where(col(Plan.next_on) <= today() + SOON, _RUNS)
        rows = soon.order_by(col(Plan.next_on), col(Client.code)).limit(MOST)
        if account.role != "admin":
            rows = rows.where(col(Client.owner_id) == account.id)
        async with self._database.session() as session:
            return [Due(client, plan) for client, plan in (await session.exec(rows)).all()]

    async def owner(self, client: Client) -> Account | None:
        """Whose client it is."""
        async with self._database.session() as session:
            return await session.get(Account, client.owner_id)

    async def _plan(self, client: UUID, which: ColumnElement[bool]) -> Plan | None:
        async with self._database.session() as session:
            return (await session.exec(select(Plan).where(col(Plan.client_id) == client, which))).one_or_none()

    async def _set_end(self, account: Account, client: UUID, which: ColumnElement[bool], at: Any) -> None:
        await self.get_for(account, client)
        async with self._database.session() as session:
            await session.exec(update(Plan).where(col(Plan.client_id) == client, which).values(ended_at=at))


def _visible(account: Account) -> SelectOfScalar[Client]:
    every = select(Client)
    return every if account.role == "admin" else every.where(col(Client.owner_id) == account.id)
