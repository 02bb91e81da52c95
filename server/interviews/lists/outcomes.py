"""What lists and trends show of completed interviews, kept beside their logs: scores, answers to be confirmed, and
whether the report is signed off."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.errors import ReadOnlySqlTransaction
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool
from sqlalchemy import ColumnElement, and_, func
from sqlmodel import col

from agents.domain.profile import PatientProfile, SessionStatus
from agents.domain.value import Value
from agents.errors import Unreadable
from agents.interview import events as ev
from agents.interview.machine import replay
from agents.interview.profile import profile_of
from agents.reporter.doubts import Why, open_doubts
from server.accounts.tables import Account
from server.background_tasks import AWAY, in_background
from server.interviews.event_log import EventLog
from server.interviews.tables import Interview, Outcome

logger = logging.getLogger(__name__)
EVERY_SECONDS: Final = 5.0
AT_ONCE: Final = 20
_BEHIND: Final = """
select i.id, i.last_seq from interview i left join interview_outcome o on o.interview_id = i.id
where i.status = 'completed' and i.deleted_at is null and i.last_seq > 0 and (o.seq is null or o.seq < i.last_seq)
  and (%(owner)s::uuid is null or i.owner_id = %(owner)s)
  and (i.id, i.last_seq) not in (select * from unnest(%(unreadable)s::uuid[], %(at)s::bigint[]))
order by i.completed_at desc limit %(most)s
"""
_KEEP: Final = """
insert into interview_outcome (interview_id, seq, scores, machine, doubts, doubt_count, signed_at)
select i.id, %(seq)s, %(scores)s, %(machine)s, %(doubts)s, %(count)s, %(signed)s
from interview i where i.id = %(interview)s
on conflict (interview_id) do update set seq = excluded.seq, scores = excluded.scores, machine = excluded.machine,
  doubts = excluded.doubts, doubt_count = excluded.doubt_count, signed_at = excluded.signed_at
where interview_outcome.seq <= excluded.seq
"""


class Doubt(Value):
    """An answer that the clinician should confirm, and why."""

    item: int
    why: Why


def doubts_of(profile: PatientProfile) -> tuple[Doubt, ...]:
    """The answers still to confirm, in the form's order."""
    return tuple(Doubt(item=item, why=why) for item, why in open_doubts(profile))


def to_confirm() -> ColumnElement[bool]:
    """A completed interview with answers that wait to be confirmed; once its report is signed off, none waits."""
    return and_(_open(), col(Outcome.signed_at).is_(None))


def left_open() -> ColumnElement[bool]:
    """A completed interview whose report was signed off with answers that nobody had settled."""
    return and_(_open(), col(Outcome.signed_at).is_not(None))


def _open() -> ColumnElement[bool]:
    return and_(col(Interview.status) == SessionStatus.COMPLETED, func.coalesce(col(Outcome.doubt_count), 0) > 0)


class Outcomes:
    """Keeps the outcomes up with the logs."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], log: EventLog) -> None:
        self._pool, self._log = pool, log
        self._unreadable: dict[UUID, int] = {}

    async def settle(self, account: Account | None = None) -> int:
        """Write the outcomes that are missing or behind, the latest first, at most `AT_ONCE`; how many that were. With
        an account, of the interviews that it sees. A log that cannot be read is left out until it changes: lists show
        the others. A database that takes no writes leaves them as they were."""
        owner = None if account is None or account.role == "admin" else account.id
        left_out = {"unreadable": list(self._unreadable), "at": list(self._unreadable.values())}
        async with self._pool.connection() as connection:
            behind = await connection.execute(_BEHIND, {"owner": owner, "most": AT_ONCE, **left_out})
            found = await behind.fetchall()
        kept = [await self._kept_up(interview, seq) for interview, seq in found]
        return sum(kept)

    async def _kept_up(self, interview: UUID, seq: int) -> bool:
        try:
            await self._keep(interview, seq)
        except Unreadable as unreadable:
            self._unreadable[interview] = seq
            logger.error("interview %s: its log cannot be read", interview, exc_info=unreadable)
            return False
        except ReadOnlySqlTransaction:
            return False
        return True

    async def _keep(self, interview: UUID, seq: int) -> None:
        log = [event for _, event, _ in await self._log.read(interview)]
        state = replay(log)
        profile = profile_of(state)
        signed = [event.at for event in log if isinstance(event, ev.Signed)] if state.signed else [None]
        doubts = doubts_of(profile)
        values = {
            "interview": interview,
            "seq": seq,
            "scores": Jsonb({str(item): score for item, score in profile.scores.items()}),
            "machine": Jsonb({str(one.item_id): one.machine for one in profile.ratings if one.changes}),
            "doubts": Jsonb([doubt.model_dump(mode="json") for doubt in doubts]),
            "count": len(doubts),
            "signed": signed[-1],
        }
        async with self._pool.connection() as connection:
            await connection.execute(_KEEP, values)

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """While the block runs, look every few seconds."""
        async with in_background(self._settle_for_ever):
            yield

    async def _settle_for_ever(self) -> None:
        while True:
            try:
                more = await self.settle() == AT_ONCE
            except AWAY as passing:
                logger.warning("outcomes: %s; trying again", type(passing).__name__)
                more = False
            await asyncio.sleep(0.1 if more else EVERY_SECONDS)
