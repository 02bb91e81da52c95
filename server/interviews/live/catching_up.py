"""Has a model read again what it missed as soon as it is back: an answer of the same role, in any interview and any
process, says that it is, and ends its rest.

Which interviews lack something is asked of their logs; the job itself is added once (server/interviews/rereading.py).
One that failed is not added anew until the model has been away once more, one that somebody cancelled never.
"""

import asyncio
import logging
from typing import Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.errors import NotNow, TryAgain
from agents.interview.missed import NEVER
from server.background_tasks import AWAY
from server.interviews.live.rooms import Rooms
from server.interviews.rereading import REREAD, due
from server.jobs.repository import JobTable

logger = logging.getLogger(__name__)
EVERY_SECONDS: Final = 5.0
DAYS: Final = 7
"""For so long after its silence began, a model that is back is asked by itself; later only where somebody wants it."""
_PASSING: Final = (*AWAY, TryAgain)
_LACKING: Final = """
with silent as (
  select interview_id, body->>'engine' as model, body->>'role' as role, max(at) as at from event
  where kind = 'notice' and body->>'role' in ('scorer', 'risk') and not (body->>'over')::boolean
    and at > now() - make_interval(days => %(days)s)
  group by 1, 2, 3)
select distinct i.id, i.last_seq, i.owner_id from silent
join interview i on i.id = silent.interview_id
left join lateral (select state, finished_at from job where kind = %(kind)s and key = i.id::text
                   order by created_at desc limit 1) job on true
where i.status <> all(%(never)s) and i.erased_at is null and i.deleted_at is null
  and exists (select from model_hour h where h.model = silent.model and h.role = silent.role
              and h.answered_at > silent.at)
  and not exists (select from model_outage o where o.model = silent.model and o.until is null)
  and (job.state is null or job.state = 'done'
       or job.state = 'failed' and exists (select from model_outage o where o.model = silent.model
                                           and o.until > job.finished_at))
"""


async def catch_up_for_ever(pool: AsyncConnectionPool[AsyncConnection], rooms: Rooms, jobs: JobTable) -> None:
    """Look every few seconds. Any number of processes may do so at once."""
    read: dict[UUID, int] = {}
    while True:
        try:
            read = await _look(pool, rooms, jobs, read)
        except _PASSING as passing:
            logger.warning("what models missed: %s; looking again", type(passing).__name__)
        await asyncio.sleep(EVERY_SECONDS)


async def _look(
    pool: AsyncConnectionPool[AsyncConnection], rooms: Rooms, jobs: JobTable, read: dict[UUID, int]
) -> dict[UUID, int]:
    """Add what is due. `read` says of each interview up to which entry nothing is missed; so does what is returned, of
    those that could still lack something."""
    values = {"days": DAYS, "kind": REREAD, "never": [status.value for status in NEVER]}
    async with pool.connection() as connection:
        found: list[tuple[UUID, int, UUID]] = await (await connection.execute(_LACKING, values)).fetchall()
    for interview, last, owner in found:
        if read.get(interview) == last:
            continue
        try:
            await due(jobs, rooms, interview, owner)
        except NotNow:
            read[interview] = last
    return {interview: read[interview] for interview, _, _ in found if interview in read}
