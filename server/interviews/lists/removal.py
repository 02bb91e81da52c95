"""Interviews that are put away: archived, or deleted, which can be taken back for a while and is then for good."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from sqlalchemy import and_, func, update
from sqlmodel import col, select

from agents.errors import NotFound, NotNow
from server.accounts.tables import Account
from server.background_tasks import AWAY, in_background
from server.database import Database
from server.interviews.access import InterviewAccess
from server.interviews.lists.changed import tell
from server.interviews.repository import waits
from server.interviews.tables import Interview
from server.undo import UNDO

logger = logging.getLogger(__name__)
EVERY_SECONDS: Final = 5.0
_AT_ONCE: Final = 100
FOR_GOOD: Final = """
named as (
  select id::text as key from gone
  union all select s.digest from snapshot s join gone on gone.id = s.interview_id
  union all select a.id::text from assessment a join gone on gone.id = a.interview_id),
jobs as (delete from job using named where job.key = named.key)
delete from interview using gone where interview.id = gone.id
"""
"""Removes the interviews of `with gone as (select id ..),`. Every table that keeps something of an interview refers to
it and goes with it, except for jobs, which name what they worked on by their key."""
_REMOVE: Final = f"""
with gone as (
  select id from interview where deleted_at < now() - make_interval(secs => %s)
  order by deleted_at limit %s for update skip locked),
{FOR_GOOD}"""  # noqa: S608


class Removal:
    """Puts interviews away and takes them back. Of several, all or none: each must be this account's."""

    def __init__(self, database: Database, access: InterviewAccess) -> None:
        self._database, self._access = database, access

    async def archive(self, account: Account, interviews: Collection[UUID]) -> None:
        """Take them off the list; they stay under "Archived", and their alerts stand. Raises NotFound."""
        await self._change(account, interviews, {"archived_at": func.now()})

    async def unarchive(self, account: Account, interviews: Collection[UUID]) -> None:
        """Back onto the list. Raises NotFound."""
        await self._change(account, interviews, {"archived_at": None})

    async def delete(self, account: Account, interviews: Collection[UUID]) -> None:
        """Out of sight at once, its patient's link too. Raises NotFound; NotNow where an alert stands."""
        await self._change(account, interviews, {"deleted_at": func.now()}, calm=True)
        for interview in interviews:
            self._access.recheck(interview)

    async def restore(self, account: Account, interviews: Collection[UUID]) -> None:
        """Undo a deletion. Raises NotFound, also when it is too late."""
        await self._change(account, interviews, {"deleted_at": None}, deleted=True)

    async def rename(self, account: Account, interview: UUID, label: str) -> None:
        """Another label. Raises NotFound."""
        await self._change(account, [interview], {"label": label})

    async def _change(
        self,
        account: Account,
        interviews: Collection[UUID],
        values: dict[str, Any],
        deleted: bool = False,
        calm: bool = False,
    ) -> None:
        gone = col(Interview.deleted_at).is_not(None) if deleted else col(Interview.deleted_at).is_(None)
        asked = and_(col(Interview.id).in_(interviews), gone)
        if account.role != "admin":
            asked = and_(asked, col(Interview.owner_id) == account.id)
        async with self._database.session() as session:
            rows = (await session.exec(select(Interview.id, waits()).where(asked).with_for_update())).all()
            if len(rows) < len(set(interviews)):
                raise NotFound("One of these interviews is not there.")
            if calm and any(waiting for _, waiting in rows):
                raise NotNow("An alert stands in one of these interviews. Read and acknowledge it first, then delete.")
            await session.exec(update(Interview).where(col(Interview.id).in_(interviews)).values(values))
            await tell(session, interviews)


@asynccontextmanager
async def removing(pool: AsyncConnectionPool[AsyncConnection]) -> AsyncIterator[None]:
    """While the block runs, what was deleted long enough ago and patients' sessions that ran out go for good."""
    async with in_background(partial(_remove_for_ever, pool)):
        yield


async def _remove_for_ever(pool: AsyncConnectionPool[AsyncConnection]) -> None:
    while True:
        try:
            await remove(pool)
        except AWAY as passing:
            logger.warning("removal: %s; trying again", type(passing).__name__)
        await asyncio.sleep(EVERY_SECONDS)


async def remove(pool: AsyncConnectionPool[AsyncConnection]) -> int:
    """Remove what was deleted longer ago than `UNDO` from every table, and sessions of patients that ran out; how many
    interviews that were."""
    async with pool.connection() as connection:
        await connection.execute("delete from patient_session where expires_at < now()")
        done = await connection.execute(_REMOVE, (UNDO.total_seconds(), _AT_ONCE))
        return done.rowcount
