"""Whether staff hold an interview, in the words in which every page says so."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.errors import Unreadable
from agents.interview.presence import Held, Why
from server.accounts.tables import Account
from server.interviews.event_log import load
from server.interviews.tables import Interview

_LATEST: Final = """
select distinct on (interview_id) interview_id, kind, body::text from event
where interview_id = any(%s) and kind in ('held', 'released') order by interview_id, seq desc
"""


def held_words(held: Held | None, reader: Account) -> str:
    """How an interview stands for this reader while staff hold it; empty while nobody does."""
    if held is None:
        return ""
    if held.why is Why.IN_PERSON:
        return "Held in person"
    return "Paused by you" if held.by == reader.email else "Paused by staff"


async def holds(
    pool: AsyncConnectionPool[AsyncConnection], reader: Account, rows: Iterable[Interview]
) -> Mapping[UUID, str]:
    """The same of each of these interviews that goes on and is held."""
    active = [row.id for row in rows if row.status == "active"]
    if not active:
        return {}
    async with pool.connection() as connection:
        found = await (await connection.execute(_LATEST, (active,))).fetchall()
    words = dict[UUID, str]()
    for interview, kind, body in found:
        with suppress(Unreadable):
            event = load(kind, body)
            if isinstance(event, Held):
                words[interview] = held_words(event, reader)
    return words
