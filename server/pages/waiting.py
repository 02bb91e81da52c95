"""What waits for a therapist, from the tables: answers to confirm, interviews that ended, interviews under way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from psycopg.errors import ReadOnlySqlTransaction
from sqlalchemy import func, or_
from sqlmodel import col, select

from agents.domain.level1 import items
from agents.domain.phase import Phase
from agents.domain.profile import SessionStatus
from agents.interview.safety.noted import plans, unanswered
from agents.reporter.doubts import WORDS
from server.accounts.tables import Account
from server.confirming.queue import Figure, Queue
from server.database import Database
from server.interviews.lists.outcomes import Doubt
from server.interviews.owed_calls import calls
from server.interviews.tables import OPENING, Interview, Outcome
from server.pages.after_alerts import (
    AfterAlert,
    Candidate,
    acknowledgements,
    after_alert,
    candidate,
    notes_since,
    nothing_written,
    unsettling,
)

MOST: Final = 8
"""Lines under each heading; the rest is a number and a link."""
MOST_AFTER: Final = 100
"""Acknowledged alerts at most where all are asked for."""
_SPARE: Final = 3
"""So many times the lines that are shown are read, since the call that a note plans may have been made since."""
_plans: Final = lru_cache(maxsize=8_192)(plans)
_unanswered: Final = lru_cache(maxsize=8_192)(unanswered)
A_VISIT: Final = timedelta(hours=1)
"""Whoever comes back after so long begins a new visit."""
UNDER_WAY: Final = timedelta(hours=24)
_VISIT: Final = """
insert into visit as v (account_id) values (%(account)s)
on conflict (account_id) do update set at = now(),
  before = case when v.at < now() - make_interval(secs => %(gap)s) then v.at else v.before end
returning before
"""


_WISHES: Final = """
select interview_id from event where kind = 'message' and interview_id = any(%s)
and body ->> 'act' = 'erase' and (body ->> 'sure')::boolean
"""
_BEFORE: Final = """
select i.id, p.id from interview i cross join lateral (
  select p.id from interview p where p.client_id = i.client_id and p.created_at < i.created_at
  and p.status = 'completed' and p.deleted_at is null order by p.created_at desc limit 1) p
where i.id = any(%s)
"""
_ENDED: Final = "select interview_id, max(at) from event where kind = 'ended' and interview_id = any(%s) group by 1"


@dataclass(frozen=True, slots=True)
class ToConfirm:
    """A finished interview with answers that the clinician should confirm."""

    interview: Interview
    doubts: tuple[Doubt, ...]

    @property
    def asked(self) -> str:
        """The items in doubt, by their short names, three at most."""
        names = [items()[doubt.item].short for doubt in self.doubts]
        return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")

    @property
    def why(self) -> str:
        """How many for which reason."""
        reasons = [doubt.why for doubt in self.doubts]
        return ", ".join(f"{reasons.count(key)} {word}" for key, word in WORDS.items() if key in reasons)


@dataclass(frozen=True, slots=True)
class Waiting:
    """The start page's lists, each cut after `MOST`, with its whole length; `ended` says when a finished one was
    over, `before` what the client's completed interview before it came to; `unsigned_count` is how many reports nobody
    has signed off; `wishes` are the interviews whose patient ended them with the wish to have everything deleted."""

    to_confirm: Sequence[ToConfirm]
    figure: Figure
    finished: Sequence[tuple[Interview, Outcome | None]]
    finished_count: int
    ended: Mapping[UUID, datetime]
    running: Sequence[Interview]
    before: Mapping[UUID, Outcome]
    after_alerts: Sequence[AfterAlert] = ()
    after_alerts_count: int = 0
    unsigned_count: int = 0
    wishes: frozenset[UUID] = frozenset()


class Desk:
    """Reads the start page for an account: a therapist's own interviews, all of them for an admin."""

    def __init__(self, database: Database, queue: Queue) -> None:
        self._database, self._queue = database, queue

    async def arrive(self, account: Account) -> datetime | None:
        """Somebody looks at the page; when their visit before this one ended, None on the first. A database that takes
        no writes keeps nobody from looking."""
        try:
            async with self._database.pool.connection() as connection:
                row = await connection.execute(_VISIT, {"account": account.id, "gap": A_VISIT.total_seconds()})
                found = await row.fetchone()
        except ReadOnlySqlTransaction:
            return await self.left(account.id)
        before: datetime | None = found[0] if found else None
        return before

    async def left(self, account: UUID) -> datetime | None:
        """The same without looking."""
        async with self._database.pool.connection() as connection:
            row = await connection.execute("select before from visit where account_id = %s", (account,))
            found = await row.fetchone()
        before: datetime | None = found[0] if found else None
        return before

    async def waiting(self, account: Account, since: datetime | None, most_after: int = MOST) -> Waiting:
        """What there is to do, and what has ended since then: within a week where nothing is known of before. With
        `most_after` alerts at most that were acknowledged."""
        begun = since or datetime.now(UTC) - timedelta(days=7)
        over = func.coalesce(col(Interview.completed_at), col(Interview.updated_at))
        ended = _seen(account, over > begun, col(Interview.status) != SessionStatus.ACTIVE)
        doubts = await self._queue.interviews(account, MOST)
        alive = datetime.now(UTC) - UNDER_WAY
        moving = _seen(
            account,
            col(Interview.status) == SessionStatus.ACTIVE,
            or_(col(Interview.phase) != Phase.INTRO, col(Interview.last_seq) > OPENING),
            col(Interview.updated_at) > alive,
        )
        after, after_count = await self._after_alerts(account, most_after)
        unsigned = _seen(account, col(Interview.status) == SessionStatus.COMPLETED, col(Outcome.signed_at).is_(None))
        counted = [one.with_only_columns(col(Interview.id)) for one in (ended, unsigned)]
        async with self._database.session() as session:
            finished = (await session.exec(ended.order_by(over.desc()).limit(MOST))).all()
            running = (await session.exec(moving.order_by(col(Interview.updated_at).desc()).limit(MOST))).all()
            many = [(await session.exec(select(func.count()).select_from(one.subquery()))).one() for one in counted]
        async with self._database.pool.connection() as connection:
            ended_at = await connection.execute(_ENDED, ([row.id for row, _ in finished],))
            ends: dict[UUID, datetime] = dict(await ended_at.fetchall())
            listed = [*(row.id for row, _ in finished), *(one.interview.id for one in after)]
            wishes = await (await connection.execute(_WISHES, (listed,))).fetchall()
            pairs = await connection.execute(_BEFORE, ([row.id for row, _ in finished],))
            earlier: dict[UUID, UUID] = dict(await pairs.fetchall())
        async with self._database.session() as session:
            told = select(Outcome).where(col(Outcome.interview_id).in_(earlier.values()))
            outcomes = {one.interview_id: one for one in (await session.exec(told)).all()}
        return Waiting(
            to_confirm=[ToConfirm(row, tuple(map(Doubt.model_validate, out.doubts))) for row, out in doubts],
            figure=await self._queue.figure(account),
            finished=[(row, out) for row, out in finished],
            finished_count=many[0],
            ended=ends,
            running=[row for row, _ in running],
            before={row: outcomes[last] for row, last in earlier.items() if last in outcomes},
            after_alerts=after,
            after_alerts_count=after_count,
            unsigned_count=many[1],
            wishes=frozenset(interview for (interview,) in wishes),
        )

    async def _after_alerts(self, account: Account, most: int) -> tuple[Sequence[AfterAlert], int]:
        """So many of them, the most pressing first, and how many there are. Only the logs of these are read."""
        async with self._database.session() as session:
            since = (await session.exec(notes_since())).all()
            light = _seen(account, nothing_written(unsettling(since, _unanswered))).with_only_columns(*candidate())
            found = [Candidate(*one) for one in (await session.exec(light)).all()]
            said = (await session.exec(acknowledgements([one.interview for one in found]))).all()
            planned = {interview for interview, note in said if _plans(note or "")}
            first = {one.interview for one in sorted(found, key=lambda one: one.urgency(planned))[: _SPARE * most]}
            first |= {one.interview_id for one in since if one.screen} & {one.interview for one in found}
            rows = (await session.exec(_seen(account, col(Interview.id).in_(first)))).all()
        logged = await calls(self._database.pool, [row.id for row, _ in rows])
        notes = {row.id: [one for one in since if one.interview_id == row.id] for row, _ in rows}
        every = [after_alert(row, logged[row.id], notes[row.id]) for row, _ in rows]
        listed = sorted((one for one in every if one.next), key=lambda one: one.urgency)
        return listed[:most], len(found) - (len(every) - len(listed))


def _seen(account: Account, *conditions: Any) -> Any:
    here = col(Interview.deleted_at).is_(None), col(Interview.archived_at).is_(None)
    asked = (
        select(Interview, Outcome)
        .outerjoin(Outcome, col(Outcome.interview_id) == Interview.id)
        .where(*here, *conditions)
    )
    return asked if account.role == "admin" else asked.where(col(Interview.owner_id) == account.id)
