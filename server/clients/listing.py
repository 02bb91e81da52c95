"""The list of clients: searched, filtered, sorted, a page at a time, with how many there are under each filter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, func, nulls_last, true
from sqlmodel import col, desc, select

from server.accounts.tables import Account
from server.assessments.tables import AssessmentRow
from server.clients.repository import SOON, today
from server.clients.tables import Plan
from server.database import Database
from server.interviews.tables import Client, Interview

PAGE: Final = 50
"""Clients on one page of the list."""
LONGEST_SEARCH: Final = 120
MOST_PAGES: Final = 100_000


class Show(StrEnum):
    """Which clients the list shows."""

    ALL = "all"
    DUE = "due"
    PLANNED = "planned"
    NEW = "new"


class Order(StrEnum):
    """How the list is sorted."""

    CODE = "code"
    LATEST = "latest"
    DUE = "due"
    NEWEST = "newest"


FILTERS: Final = {
    Show.ALL: "All",
    Show.DUE: "Due within a week",
    Show.PLANNED: "With repeats",
    Show.NEW: "No interview yet",
}
ORDERS: Final = {
    Order.CODE: "By code",
    Order.LATEST: "Last ended first",
    Order.DUE: "Next due first",
    Order.NEWEST: "Newest first",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody asked the list for. `words` are looked for in the code."""

    words: str = ""
    show: Show = Show.ALL
    order: Order = Order.CODE
    page: int = 1


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the list: how many interviews, when the last of them was completed, and the repeats."""

    client: Client
    interviews: int
    latest: datetime | None
    plan: Plan | None
    transcripts: int


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of what was asked for, whether there are more, and how many there are under each filter in all."""

    rows: Sequence[Line]
    more: bool
    counts: Mapping[Show, int]


class ClientList:
    """Reads the list for an account: a therapist's own clients, all of them for an admin."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, account: Account, wanted: Wanted) -> Listing:
        """One page of the list."""
        own = true() if account.role == "admin" else col(Client.owner_id) == account.id
        said = col(Client.code).icontains(wanted.words, autoescape=True) if wanted.words else true()
        columns: Any = (Client, _held(func.count()), _held(func.max(col(Interview.completed_at))), Plan, _given())
        rows = (
            _with_plan(select(*columns))
            .where(own, said, _under(wanted.show))
            .order_by(*_sorted(wanted.order), func.lower(col(Client.code)), col(Client.id))
            .offset((wanted.page - 1) * PAGE)
            .limit(PAGE + 1)
        )
        counted = _with_plan(select(*(func.count().filter(_under(show)) for show in Show))).where(own)
        async with self._database.session() as session:
            found = [Line(*row) for row in (await session.exec(rows)).all()]
            many = (await session.exec(counted)).one()
        return Listing(found[:PAGE], len(found) > PAGE, dict(zip(Show, many, strict=True)))


def _with_plan(asked: Any) -> Any:
    runs = and_(col(Plan.client_id) == Client.id, col(Plan.ended_at).is_(None))
    return asked.select_from(Client).outerjoin(Plan, runs)


def _held(what: Any) -> Any:
    here = col(Interview.client_id) == col(Client.id), col(Interview.deleted_at).is_(None)
    return select(what).where(*here).correlate(Client).scalar_subquery()


def _given() -> Any:
    return (
        select(func.count()).where(col(AssessmentRow.client_id) == col(Client.id)).correlate(Client).scalar_subquery()
    )


def _under(show: Show) -> ColumnElement[bool]:
    match show:
        case Show.ALL:
            return true()
        case Show.DUE:
            return col(Plan.next_on) <= today() + SOON
        case Show.PLANNED:
            return col(Plan.client_id).is_not(None)
        case Show.NEW:
            held = select(Interview.id).where(col(Interview.client_id) == col(Client.id))
            return ~held.where(col(Interview.deleted_at).is_(None)).exists()


def _sorted(order: Order) -> tuple[Any, ...]:
    match order:
        case Order.CODE:
            return ()
        case Order.LATEST:
            return (nulls_last(desc(_held(func.max(col(Interview.completed_at))))),)
        case Order.DUE:
            return (nulls_last(col(Plan.next_on)),)
        case Order.NEWEST:
            return (desc(col(Client.created_at)),)
