"""The list of interviews: searched, filtered, sorted, a page at a time, with how many there are under each filter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, case, false, func, or_, true
from sqlmodel import col, select

from agents.domain.profile import SessionStatus
from server.accounts.tables import Account
from server.database import Database
from server.interviews.lists.outcomes import to_confirm
from server.interviews.repository import waits
from server.interviews.tables import Client, Interview, Outcome

PAGE: Final = 50
"""Interviews on one page of the list."""
LONGEST_SEARCH: Final = 120


class Show(StrEnum):
    """Which interviews the list shows. Only `archived` and `deleted` show what was put away."""

    ALL = "all"
    REVIEW = "review"
    ACTIVE = "active"
    COMPLETED = "completed"
    UNSIGNED = "unsigned"
    STOPPED = "stopped"
    LEFT = "left"
    ARCHIVED = "archived"
    DELETED = "deleted"


class Order(StrEnum):
    """How the list is sorted."""

    NEWEST = "newest"
    OLDEST = "oldest"
    CHANGED = "changed"
    LABEL = "label"
    ALERTS = "alerts"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody asked the list for. `words` are looked for in the label and in the client's code."""

    words: str = ""
    show: Show = Show.ALL
    order: Order = Order.NEWEST
    page: int = 1


@dataclass(frozen=True, slots=True)
class Listed:
    """One row of the list. `scores` is None until the interview is completed."""

    interview: Interview
    code: str | None
    scores: Mapping[int, int] | None
    doubts: int


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of what was asked for, whether there are more, and how many there are under each filter in all."""

    rows: Sequence[Listed]
    more: bool
    counts: Mapping[Show, int]


class Listings:
    """Reads the list for an account: a therapist's own interviews, all of them for an admin."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, account: Account, wanted: Wanted) -> Listing:
        """One page of the list."""
        asked = and_(_own(account), _under(wanted.show), _said(wanted.words))
        rows = (
            select(Interview, col(Client.code), Outcome)
            .select_from(Interview)
            .outerjoin(Client, col(Client.id) == Interview.client_id)
            .outerjoin(Outcome, col(Outcome.interview_id) == Interview.id)
            .where(asked)
            .order_by(*_sorted(wanted.order), col(Interview.id))
            .offset((wanted.page - 1) * PAGE)
            .limit(PAGE + 1)
        )
        async with self._database.session() as session:
            found = [_listed(*row) for row in (await session.exec(rows)).all()]
            counted = (await session.exec(_counts(account))).one()
        return Listing(found[:PAGE], len(found) > PAGE, dict(zip(Show, counted, strict=True)))


def _listed(interview: Interview, code: str | None, outcome: Outcome | None) -> Listed:
    if outcome is None or interview.status != SessionStatus.COMPLETED:
        return Listed(interview, code, None, 0)
    return Listed(interview, code, outcome.numbered, 0 if outcome.signed_at else outcome.doubt_count)


def _own(account: Account) -> ColumnElement[bool]:
    return true() if account.role == "admin" else col(Interview.owner_id) == account.id


def _under(show: Show) -> ColumnElement[bool]:
    there = col(Interview.deleted_at).is_(None)
    here = and_(there, col(Interview.archived_at).is_(None))
    status = col(Interview.status)
    match show:
        case Show.ALL:
            return here
        case Show.REVIEW:
            return and_(here, or_(waits(), to_confirm()))
        case Show.ACTIVE:
            return and_(here, status == SessionStatus.ACTIVE)
        case Show.COMPLETED:
            return and_(here, status == SessionStatus.COMPLETED)
        case Show.UNSIGNED:
            return and_(here, status == SessionStatus.COMPLETED, col(Outcome.signed_at).is_(None))
        case Show.STOPPED:
            return and_(here, status == SessionStatus.TERMINATED_FOR_SAFETY)
        case Show.LEFT:
            return and_(here, status.in_((SessionStatus.ENDED_BY_PATIENT, SessionStatus.ENDED_BY_CLINICIAN)))
        case Show.ARCHIVED:
            return and_(there, col(Interview.archived_at).is_not(None))
        case Show.DELETED:
            return col(Interview.deleted_at).is_not(None)


def _said(words: str) -> ColumnElement[bool]:
    if not words:
        return true()
    return or_(
        col(Interview.label).icontains(words, autoescape=True),
        func.coalesce(col(Client.code).icontains(words, autoescape=True), false()),
    )


def _sorted(order: Order) -> tuple[Any, ...]:
    newest = col(Interview.created_at).desc()
    match order:
        case Order.NEWEST:
            return (newest,)
        case Order.OLDEST:
            return (col(Interview.created_at).asc(),)
        case Order.CHANGED:
            return (col(Interview.updated_at).desc(),)
        case Order.LABEL:
            return func.lower(col(Interview.label)), newest
        case Order.ALERTS:
            return case((waits(), col(Interview.alert_level)), else_=-1).desc(), newest


def _counts(account: Account) -> Any:
    each = [func.count().filter(_under(show)) for show in Show]
    joined = select(*each).select_from(Interview).outerjoin(Outcome, col(Outcome.interview_id) == Interview.id)
    return joined.where(_own(account))
