"""The queue of answers to confirm, over all finished interviews that an account sees; those left open when signed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, case, cast, func, or_
from sqlalchemy.dialects.postgresql import JSONPATH
from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from agents.domain.level1 import HARM_ITEM, items
from agents.reporter.doubts import WORDS, Why
from server.accounts.tables import Account
from server.database import Database
from server.interviews.lists.outcomes import Doubt, left_open, to_confirm
from server.interviews.tables import Interview, Outcome

MOST: Final = 40
"""Interviews in the queue at once; further ones move up as these are settled."""
_MORE: Final = f'$[*] ? (@.why != "{Why.IN_PERSON}")'


def most_urgent(asked: Select[Interview, Outcome], most: int) -> Select[Interview, Outcome]:
    """The first of these rows: a real interview before an invented one, then one with a danger (an alert was raised, or
    the answer about self-harm is in doubt), then one with more to confirm than what is to be asked in person, then the
    one that has waited longest. Their numbers are picked before the rows are read, which takes half as long with
    thousands."""
    danger = or_(col(Interview.alert_level) > 0, col(Outcome.doubts).contains([{"item": HARM_ITEM}]))
    more = func.jsonb_path_exists(col(Outcome.doubts), cast(_MORE, JSONPATH))
    rank = case((col(Interview.persona_id).is_not(None), 3), (danger, 0), (more, 1), else_=2)
    order = rank, col(Interview.completed_at).asc()
    picked = asked.with_only_columns(col(Interview.id)).order_by(*order).limit(most)
    return asked.where(col(Interview.id).in_(picked)).order_by(*order)


@dataclass(frozen=True, slots=True)
class Open:
    """One answer to confirm; `asked` where the clinician left it to ask in person."""

    interview: UUID
    label: str
    invented: bool
    item: int
    short: str
    why: str
    asked: bool
    ended: datetime | None


class Figure(NamedTuple):
    """What waits to be confirmed: so many answers in so many interviews, those left to ask in person among them."""

    answers: int
    interviews: int

    def __str__(self) -> str:
        many = f"{self.answers or 'no'} answer{'' if self.answers == 1 else 's'}"
        return f"{many} in {self.interviews} interview{'' if self.interviews == 1 else 's'}" if self.answers else many


class Queue:
    """Reads the queue from the outcomes that lists show, too."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, account: Account) -> tuple[Open, ...]:
        """The open answers, the most urgent interview's first; within one, self-harm, then the form's order. Those that
        are left to ask in person come last."""
        found = await self.interviews(account, MOST)
        opened = [one for row, outcome in found for one in _opened(row, outcome)]
        return tuple(sorted(opened, key=lambda one: one.asked))

    async def interviews(self, account: Account, most: int) -> Sequence[tuple[Interview, Outcome]]:
        """The most urgent interviews with open answers."""
        async with self._database.session() as session:
            return (await session.exec(most_urgent(_seen(account, to_confirm()), most))).all()

    async def left(self, account: Account) -> tuple[Open, ...]:
        """The answers that were open when their report was signed off, and still are: the last signed first."""
        asked = _seen(account, left_open()).order_by(col(Outcome.signed_at).desc()).limit(MOST)
        async with self._database.session() as session:
            found = (await session.exec(asked)).all()
        return tuple(one for row, outcome in found for one in _opened(row, outcome))

    async def figure(self, account: Account) -> Figure:
        """How much there is to confirm."""
        many = func.coalesce(func.sum(col(Outcome.doubt_count)), 0), func.count()
        asked = _seen(account, to_confirm()).with_only_columns(*many)
        async with self._database.session() as session:
            answers, interviews = (await session.exec(asked)).one()
        return Figure(int(answers), int(interviews))


def _seen(account: Account, wanted_are: ColumnElement[bool]) -> Any:
    here = col(Interview.deleted_at).is_(None), col(Interview.archived_at).is_(None)
    wanted = select(Interview, Outcome).join(Outcome, col(Outcome.interview_id) == Interview.id)
    wanted = wanted.where(wanted_are, *here)
    return wanted if account.role == "admin" else wanted.where(col(Interview.owner_id) == account.id)


def _opened(row: Interview, outcome: Outcome) -> Sequence[Open]:
    doubts = sorted(map(Doubt.model_validate, outcome.doubts), key=lambda one: _place(one.item))
    return [
        Open(
            row.id,
            row.label,
            row.invented,
            one.item,
            items()[one.item].short,
            WORDS[one.why],
            one.why is Why.IN_PERSON,
            row.completed_at,
        )
        for one in doubts
    ]


def _place(item: int) -> tuple[bool, int]:
    return item != HARM_ITEM, item


def following(queue: Sequence[Open], interview: UUID | None, after: int | None = None) -> Open | None:
    """The next answer of this interview after an item of it, else its first, else the first of all; None where none
    is left but what is to be asked in person."""
    ready = [one for one in queue if not one.asked]
    here = [one for one in ready if one.interview == interview]
    later = [one for one in here if after is not None and _place(one.item) > _place(after)]
    return next(iter((*later, *here, *ready)), None)


def later(queue: Sequence[Open], interview: UUID, item: int) -> Open | None:
    """What stands after an answer in the queue; None at its end, and for an answer that is not in it."""
    pairs = pairwise(queue)
    return next((two for one, two in pairs if (one.interview, one.item) == (interview, item)), None)
