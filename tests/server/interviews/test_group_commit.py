"""Appends that share a commit: each is whole or not there, in order, whatever befalls its neighbours."""

import asyncio
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from psycopg import DataError, OperationalError
from psycopg.errors import UniqueViolation
from psycopg_pool import AsyncConnectionPool

from agents.diagnostician.port import Mode
from agents.rules_team import rules_team
from server.database import Database
from server.interviews.event_log import EventLog
from server.interviews.group_commit import Block, GroupCommit, Head, Row
from server.interviews.live.rooms import Rooms
from server.interviews.repository import Interviews
from tests.conftest import new_account

MANY = 12


@pytest.fixture(scope="module")
async def interviews(database: Database) -> list[tuple[UUID, int]]:
    """Interviews that have begun, each with the number of its last entry."""

    async def no_report(interview: UUID) -> None:
        raise AssertionError(interview)

    rooms = Rooms(
        lambda driver: rules_team(lambda locale: "script"),
        EventLog(database.pool),
        lambda interview, entries: None,
        no_report,
    )
    owner = await new_account(database)
    started = [await Interviews(database, rooms).start(owner, "", Mode.SCREENING, "en-US") for _ in range(MANY)]
    return [(row.id, await last_seq(database, row.id)) for row in started]


@pytest.fixture
def commits(database: Database) -> GroupCommit:
    return GroupCommit(database.pool)


async def last_seq(database: Database, interview: UUID) -> int:
    async with database.pool.connection() as connection:
        found = await connection.execute("select last_seq from interview where id = %s", (interview,))
        row = await found.fetchone()
    assert row is not None
    return int(row[0])


async def stored(database: Database, interview: UUID, after: int) -> list[tuple[int, str, str | None]]:
    async with database.pool.connection() as connection:
        found = await connection.execute(
            "select seq, body->>'text', client_id from event where interview_id = %s and seq > %s order by seq",
            (interview, after),
        )
        return await found.fetchall()


async def transactions(database: Database, interviews: list[UUID]) -> int:
    """How many transactions wrote the heads of these interviews as they stand."""
    async with database.pool.connection() as connection:
        found = await connection.execute(
            "select count(distinct xmin::text) from interview where id = any(%s)", (interviews,)
        )
        row = await found.fetchone()
    assert row is not None
    return int(row[0])


def block(interview: UUID, before: int, *texts: str, client: str | None = None) -> Block:
    head = Head(
        phase="ASK_ITEM",
        status="active",
        paused=False,
        answered=1,
        tier="none",
        alert=0,
        seen=False,
        completed=None,
        at=datetime.now(UTC),
    )
    rows = tuple(
        Row("notice", f'{{"code":"test","text":"{text}"}}', client if not n else None) for n, text in enumerate(texts)
    )
    return Block(interview, before, head, rows)


async def test_what_waits_goes_in_one_commit(
    database: Database, commits: GroupCommit, interviews: list[tuple[UUID, int]]
) -> None:
    blocks = [block(one, await last_seq(database, one), "a", "b") for one, _ in interviews]
    assert await asyncio.gather(*map(commits.store, blocks)) == [True] * MANY
    for one in blocks:
        assert [(seq, text) for seq, text, _ in await stored(database, one.interview, one.before)] == [
            (one.before + 1, "a"),
            (one.before + 2, "b"),
        ]
        assert await last_seq(database, one.interview) == one.before + 2
    assert await transactions(database, [one for one, _ in interviews]) == 1


async def test_a_head_that_moved_keeps_its_own_block_out_and_no_other(
    database: Database, commits: GroupCommit, interviews: list[tuple[UUID, int]]
) -> None:
    (first, _), (second, _) = interviews[:2]
    at = {one: await last_seq(database, one) for one in (first, second)}
    outcome = await asyncio.gather(
        commits.store(block(first, at[first] - 1, "too late")), commits.store(block(second, at[second], "in time"))
    )
    assert outcome == [False, True]
    assert await stored(database, first, at[first]) == []
    assert [text for _, text, _ in await stored(database, second, at[second])] == ["in time"]


async def test_a_client_id_known_already_befalls_its_sender_alone(
    database: Database, commits: GroupCommit, interviews: list[tuple[UUID, int]]
) -> None:
    (first, _), (second, _), (third, _) = interviews[:3]
    at = {one: await last_seq(database, one) for one in (first, second, third)}
    assert await commits.store(block(first, at[first], "once", client="twice"))
    outcome = await asyncio.gather(
        commits.store(block(second, at[second], "before")),
        commits.store(block(first, at[first] + 1, "again", client="twice")),
        commits.store(block(third, at[third], "after")),
        return_exceptions=True,
    )
    assert isinstance(outcome[1], UniqueViolation)
    assert [outcome[0], outcome[2]] == [True, True]
    assert [text for _, text, _ in await stored(database, first, at[first])] == ["once"]
    assert await last_seq(database, first) == at[first] + 1
    assert [text for _, text, _ in await stored(database, third, at[third])] == ["after"]


async def test_a_body_that_postgres_refuses_befalls_its_sender_alone(
    database: Database, commits: GroupCommit, interviews: list[tuple[UUID, int]]
) -> None:
    (first, _), (second, _) = interviews[:2]
    at = {one: await last_seq(database, one) for one in (first, second)}
    outcome = await asyncio.gather(
        commits.store(block(first, at[first], "a\\u0000b")),
        commits.store(block(second, at[second], "sound")),
        return_exceptions=True,
    )
    assert isinstance(outcome[0], DataError)
    assert outcome[1] is True
    assert await last_seq(database, first) == at[first]


async def test_two_blocks_of_one_interview_are_stored_one_after_the_other(
    database: Database, commits: GroupCommit, interviews: list[tuple[UUID, int]]
) -> None:
    one, _ = interviews[0]
    at = await last_seq(database, one)
    outcome = await asyncio.gather(
        commits.store(block(one, at, "first")),
        commits.store(block(one, at, "would tread on it")),
        commits.store(block(one, at + 1, "second")),
    )
    assert outcome == [True, False, True]
    assert [text for _, text, _ in await stored(database, one, at)] == ["first", "second"]


async def test_an_unknown_interview_is_not_stored(commits: GroupCommit) -> None:
    assert not await commits.store(block(uuid4(), 0, "nobody"))


async def test_one_who_no_longer_waits_stops_nobody(
    database: Database, commits: GroupCommit, interviews: list[tuple[UUID, int]]
) -> None:
    (first, _), (second, _) = interviews[:2]
    at = {one: await last_seq(database, one) for one in (first, second)}
    leaving = asyncio.create_task(commits.store(block(first, at[first], "left")))
    staying = asyncio.create_task(commits.store(block(second, at[second], "stayed")))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying
    with pytest.raises(asyncio.CancelledError):
        await leaving


async def test_without_a_database_everybody_is_told_at_once(database: Database) -> None:
    pool = AsyncConnectionPool("postgresql://nobody@127.0.0.1:1/none", min_size=0, max_size=2, open=False, timeout=0.2)
    await pool.open()
    commits = GroupCommit(pool)
    async with asyncio.timeout(2):
        outcome = await asyncio.gather(
            *(commits.store(block(uuid4(), 0, "lost")) for _ in range(MANY)), return_exceptions=True
        )
    assert all(isinstance(one, OperationalError) for one in outcome)
    await pool.close()
