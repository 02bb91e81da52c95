"""Erases what a patient said, on their wish: one transaction, after which no word of theirs is in any table.

What stays: that there was an interview, when it began and ended, and that it was erased and when; of each alert its
level, time and what became of it; the notes of staff. Every other entry of the log becomes `removed`, so that its
numbers have no gap.
"""

from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection

from server.interviews.group_commit import CHANNEL

_LAST: Final = """
select i.last_seq, e.kind = 'ended' and coalesce((e.body ->> 'erases')::boolean, false) from interview i
join event e on e.interview_id = i.id and e.seq = i.last_seq where i.id = %s for update of i
"""
_STEPS: Final = (
    """
update event set kind = 'removed', body = '{}', client_id = null
where interview_id = %(interview)s and kind not in ('started', 'alert', 'acknowledged', 'ended')
""",
    """
update event
set body = body || '{"findings": [], "quotes": [], "before": [], "unlocated": [], "itemId": null, "score": null}'
where interview_id = %(interview)s and kind = 'alert'
""",
    "delete from job where key in (select id::text from assessment where interview_id = %(interview)s)",
    "delete from assessment where interview_id = %(interview)s",
    """
insert into event (interview_id, seq, kind, body) values
  (%(interview)s, %(seq)s, 'erased', jsonb_build_object('at', to_jsonb(now())))
""",
    """
update interview set last_seq = %(seq)s, answered = 0, tier = 'none', erased_at = now(), updated_at = now()
where id = %(interview)s
""",
)


async def erase(connection: AsyncConnection[Any], interview: UUID, node: str) -> None:
    """Erase an interview whose last entry says that it is to be; nothing otherwise, so that it may run twice. The other
    processes are told."""
    async with connection.transaction():
        last = await (await connection.execute(_LAST, (interview,))).fetchone()
        if last is None or not last[1]:
            return
        for step in _STEPS:
            await connection.execute(step, {"interview": interview, "seq": last[0] + 1})
        await connection.execute("select pg_notify(%s, %s)", (CHANNEL, f"{node} {interview}"))
