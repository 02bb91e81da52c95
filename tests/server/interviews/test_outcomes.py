"""What lists show of completed interviews is kept up with their logs, those that cannot be read aside."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import httpx
from sqlmodel import col, insert, select, update

from server.accounts.sessions import STAFF_COOKIE, StaffSessions
from server.database import Database
from server.interviews.lists.outcomes import AT_ONCE
from server.interviews.tables import Event, Interview, Outcome
from server.settings import Settings

EARLY = datetime(2026, 1, 1, tzinfo=UTC)
STARTED = {"session_id": "s", "mode": "screening", "locale": "en-US", "model": "rules", "prompt_version": "1"}


async def kept(staff: httpx.AsyncClient, database: Database) -> dict[UUID, int]:
    """The outcomes after the list was looked at twice."""
    for _ in range(2):
        assert (await staff.get("/interviews")).status_code == 200
    async with database.session() as session:
        return {one.interview_id: one.seq for one in (await session.exec(select(Outcome))).all()}


async def test_logs_that_cannot_be_read_hold_no_older_ones_up(
    staff: httpx.AsyncClient, database: Database, settings: Settings
) -> None:
    me = await StaffSessions(database.pool, settings.session_lifetime).find(staff.cookies[STAFF_COOKIE])
    assert me is not None
    ids = [uuid4() for _ in range(AT_ONCE + 1)]
    readable, mended = ids[0], ids[1]
    owned = {"owner_id": me.id, "mode": "screening", "locale": "en-US", "driver": "rules", "last_seq": 1}
    done = {"status": "completed", "phase": "DONE"}
    rows = [
        {**owned, **done, "id": one, "label": str(place), "completed_at": EARLY + timedelta(hours=place)}
        for place, one in enumerate(ids)
    ]
    entries = [
        {"interview_id": one, "seq": 1, "kind": "started", "body": STARTED if one == readable else {}} for one in ids
    ]
    async with database.session() as session:
        await session.exec(insert(Interview).values(rows))
        await session.exec(insert(Event).values(entries))
    assert await kept(staff, database) == {readable: 1}

    of_mended = col(Event.interview_id) == mended
    async with database.session() as session:
        await session.exec(update(Event).where(of_mended).values(body=STARTED))
        await session.exec(update(Interview).where(col(Interview.id) == mended).values(last_seq=2))
    assert await kept(staff, database) == {readable: 1, mended: 2}, "a log that changed is tried anew"
