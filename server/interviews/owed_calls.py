"""What the logs of interviews say of their alerts and of calls still to be made, though some of it cannot be read."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.errors import Unreadable
from agents.interview import events as ev
from agents.interview.safety.to_do import REACH, still_to_call
from server.interviews.event_log import load

_LOGGED: Final = """
select interview_id, kind, body::text from event
where interview_id = any(%s) and kind in ('alert', 'acknowledged', 'held', 'released', 'message', 'in_person')
order by interview_id, seq
"""


@dataclass(slots=True)
class Calls:
    """The entries of one log that bear on its alerts; `broken` where some could not be read."""

    events: list[ev.Event] = field(default_factory=list)
    broken: bool = False

    @property
    def owed(self) -> str:
        """The call that is still to be made, empty where none is. Where some entry cannot be read, one is."""
        return next(iter(still_to_call(self.events)), REACH if self.broken else "")


async def calls(pool: AsyncConnectionPool[AsyncConnection], interviews: Collection[UUID]) -> defaultdict[UUID, Calls]:
    """Of each of these interviews."""
    async with pool.connection() as connection:
        rows = await (await connection.execute(_LOGGED, (list(interviews),))).fetchall()
    found: defaultdict[UUID, Calls] = defaultdict(Calls)
    for interview, kind, body in rows:
        try:
            found[interview].events.append(load(kind, body))
        except Unreadable:
            found[interview].broken = True
    return found
