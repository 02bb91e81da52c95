"""The alerts that nobody has acknowledged yet, from the log, each with the words that it rests on."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.interview import events as ev
from server.interviews.event_log import load

_STANDING = """
select e.interview_id, e.kind, e.body::text from event e
where e.interview_id = any(%s) and e.kind = 'alert' and e.seq > coalesce(
  (select max(seen.seq) from event seen where seen.interview_id = e.interview_id and seen.kind = 'acknowledged'), 0)
order by e.interview_id, e.seq desc
"""


async def standing(
    pool: AsyncConnectionPool[AsyncConnection], interviews: Iterable[UUID]
) -> Mapping[UUID, list[ev.Alerted]]:
    """The standing alerts of these interviews, the most serious first and of these the latest."""
    async with pool.connection() as connection:
        rows = await (await connection.execute(_STANDING, (list(interviews),))).fetchall()
    found: defaultdict[UUID, list[ev.Alerted]] = defaultdict(list)
    for interview, kind, body in rows:
        event = load(kind, body)
        if isinstance(event, ev.Alerted):
            found[interview].append(event)
    return {interview: sorted(alerts, key=lambda one: -one.level.rank) for interview, alerts in found.items()}
