"""Background jobs through the door: pressed twice, killed, flushed, cancelled, repeated, and never somebody else's."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from uuid import UUID, uuid4

import httpx
import pytest
from arq import ArqRedis
from litestar import Litestar

from agents.errors import NotFound, NotNow
from agents.resources import CHECKOUT as ROOT
from server.database import Database
from server.jobs.repository import Job, JobTable
from server.jobs.routes import STILL_HERE
from server.settings import Settings
from tests.conftest import browser, new_account, sign_in

PATIENCE = 60
Spawn = Callable[[], subprocess.Popen[str]]


@pytest.fixture(scope="module")
async def jobs(app: Litestar, database: Database, queue: ArqRedis) -> JobTable:
    async with database.pool.connection() as connection:
        await connection.execute("create table mark (key text, what text, attempt int)")
    return JobTable(database.pool, queue)


@pytest.fixture
def spawn(jobs: JobTable, settings: Settings) -> Iterator[Spawn]:
    """Starts worker processes; they end with the test."""
    begun: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        command = [
            sys.executable,
            "tests/server/jobs/job_worker.py",
            settings.database_url or "",
            settings.redis_url or "",
        ]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        begun.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "works\n"
        return process

    yield start
    for process in begun:
        process.kill()
        process.communicate()


async def until(jobs: JobTable, job: Job, held: Callable[[Job], bool]) -> Job:
    """The job as soon as something holds of it."""
    async with asyncio.timeout(PATIENCE):
        while not held(job := await jobs.get(job.id)):  # noqa: ASYNC110  # what ends it happens in another process
            await asyncio.sleep(0.05)
    return job


async def marks(database: Database, key: str) -> list[tuple[str, int]]:
    async with database.pool.connection() as connection:
        rows = await connection.execute("select what, attempt from mark where key = %s order by attempt, what", (key,))
        return [(what, attempt) for what, attempt in await rows.fetchall()]


async def test_pressing_twice_is_one_job_and_afterwards_a_new_one(
    jobs: JobTable, spawn: Spawn, database: Database
) -> None:
    pressed = await asyncio.gather(*(jobs.add("steps", "twice", {"steps": 2}) for _ in range(8)))
    assert len({job.id for job in pressed}) == 1
    await asyncio.to_thread(spawn)
    done = await until(jobs, pressed[0], lambda job: job.ended)
    assert (done.state, done.progress, done.attempts) == ("done", {"step": 2}, 1)
    assert await marks(database, "twice") == [("begun", 1), ("finished", 1)]
    again = await jobs.add("steps", "twice", {"steps": 1})
    assert again.id != done.id
    assert await jobs.find("steps", "twice") == await jobs.get(again.id)
    with pytest.raises(NotNow):
        await jobs.retry(done.id)


async def test_a_killed_worker_and_a_flushed_redis_lose_nothing(
    jobs: JobTable, spawn: Spawn, database: Database, queue: ArqRedis
) -> None:
    first = await asyncio.to_thread(spawn)
    long = await jobs.add("steps", "long", {"steps": 40})
    await until(jobs, long, lambda job: job.progress.get("step", 0) >= 3)
    first.kill()
    waiting = await jobs.add("steps", "waiting", {"steps": 1})
    await queue.flushdb()
    await asyncio.to_thread(spawn)
    async with asyncio.timeout(30):
        begun = await until(jobs, long, lambda job: job.attempts == 2)
        assert begun.progress["step"] >= 3
        assert (await until(jobs, waiting, lambda job: job.ended)).state == "done"
    assert (await until(jobs, long, lambda job: job.ended)).state == "done"
    assert await marks(database, "long") == [("begun", 1), ("begun", 2), ("finished", 2)]
    assert await marks(database, "waiting") == [("begun", 1), ("finished", 1)]


async def test_a_worker_that_is_asked_to_end_hands_its_job_on(jobs: JobTable, spawn: Spawn, database: Database) -> None:
    first = await asyncio.to_thread(spawn)
    job = await jobs.add("steps", "handed on", {"steps": 8})
    await until(jobs, job, lambda job: job.progress.get("step", 0) >= 2)
    first.send_signal(signal.SIGINT)
    await asyncio.to_thread(first.wait, 20)
    assert (await jobs.get(job.id)).state == "queued"
    await asyncio.to_thread(spawn)
    done = await until(jobs, job, lambda job: job.ended)
    assert (done.state, done.attempts) == ("done", 2)


async def test_what_handlers_raise_ends_or_repeats(jobs: JobTable, spawn: Spawn, database: Database) -> None:
    await asyncio.to_thread(spawn)
    refused = await jobs.add("refused", "r", {})
    passing = await jobs.add("passing", "p", {"times": 2})
    broken = await jobs.add("broken", "b", {})
    refused = await until(jobs, refused, lambda job: job.ended)
    assert (refused.state, refused.error, refused.attempts) == ("failed", "the file has no header", 1)
    passing = await until(jobs, passing, lambda job: job.ended)
    assert (passing.state, passing.error, passing.attempts) == ("done", None, 3)
    broken = await until(jobs, broken, lambda job: job.ended)
    assert (broken.state, broken.attempts) == ("failed", 5)
    assert "secret" not in (broken.error or "")


async def test_a_cancelled_job_stops_and_can_be_started_again(jobs: JobTable, spawn: Spawn, database: Database) -> None:
    await asyncio.to_thread(spawn)
    job = await jobs.add("steps", "cancelled", {"steps": 60})
    await until(jobs, job, lambda job: job.progress.get("step", 0) >= 1)
    cancelled = await jobs.cancel(job.id)
    assert cancelled.state == "cancelled"
    await asyncio.sleep(3)
    stopped = await jobs.get(job.id)
    assert stopped == cancelled
    assert await marks(database, "cancelled") == [("begun", 1)]
    again = await jobs.retry(job.id)
    assert (again.id, again.state) == (job.id, "queued")
    await until(jobs, job, lambda job: job.state == "running")
    assert (await jobs.add("steps", "cancelled", {"steps": 1})).id == job.id


async def test_no_such_job(jobs: JobTable) -> None:
    for ask in (jobs.get, jobs.cancel, jobs.retry):
        with pytest.raises(NotFound):
            await ask(uuid4())


@pytest.fixture
async def therapist(
    app: Litestar, database: Database, settings: Settings
) -> AsyncIterator[tuple[UUID, httpx.AsyncClient]]:
    account = await new_account(database)
    async with browser(app) as opened:
        await sign_in(opened, account, database, settings)
        opened.headers["accept"] = "application/json"
        yield account.id, opened


async def test_its_owner_sees_and_ends_it(
    jobs: JobTable, therapist: tuple[UUID, httpx.AsyncClient], database: Database
) -> None:
    owner, client = therapist
    job = await jobs.add("nobody does this", "mine", {"text": "private"}, owner)
    shown = (await client.get(f"/jobs/{job.id}")).json()
    assert {"id", "kind", "key", "state", "progress", "error", "attempts", "createdAt"} <= set(shown)
    assert "private" not in json.dumps(shown)
    assert (await client.post(f"/jobs/{job.id}/cancel")).json()["state"] == "cancelled"
    assert (await client.post(f"/jobs/{job.id}/cancel")).json()["state"] == "cancelled"
    assert (await client.post(f"/jobs/{job.id}/retry")).json()["state"] == "queued"
    await jobs.cancel(job.id)
    events = await client.get(f"/jobs/{job.id}/events")
    assert events.headers["content-type"].startswith("text/event-stream")
    told = [json.loads(line[6:]) for line in events.text.splitlines() if line.startswith("data: ")]
    assert [one["state"] for one in told] == ["cancelled"]


async def test_events_follow_every_change_to_the_end(
    jobs: JobTable, therapist: tuple[UUID, httpx.AsyncClient], spawn: Spawn
) -> None:
    owner, client = therapist
    job = await jobs.add("steps", "followed", {"steps": 15}, owner)
    following = asyncio.create_task(client.get(f"/jobs/{job.id}/events", timeout=PATIENCE))
    await asyncio.to_thread(spawn)
    lines = (await following).text.splitlines()
    told = [json.loads(line[6:]) for line in lines if line.startswith("data: ")]
    assert told[0]["state"] in ("queued", "running")
    assert told[-1]["state"] == "done"
    steps = [one["progress"].get("step", 0) for one in told]
    assert steps == sorted(steps)
    assert len(set(steps)) > 2


def test_a_sign_of_life_is_no_event() -> None:
    assert STILL_HERE.encode() == b": still here\r\n\r\n"


async def test_somebody_elses_job_is_not_there(
    jobs: JobTable, therapist: tuple[UUID, httpx.AsyncClient], database: Database
) -> None:
    _, client = therapist
    other = await new_account(database)
    for owner in (other.id, None):
        job = await jobs.add("nobody does this", f"of {owner}", {}, owner)
        assert (await client.get(f"/jobs/{job.id}")).status_code == 404
        assert (await client.get(f"/jobs/{job.id}/events")).status_code == 404
        assert (await client.post(f"/jobs/{job.id}/cancel")).status_code == 404
        assert (await client.post(f"/jobs/{job.id}/retry")).status_code == 404
        assert (await jobs.get(job.id)).state == "queued"


async def test_nobody_without_a_login(client: httpx.AsyncClient) -> None:
    answer = await client.get(f"/jobs/{uuid4()}", headers={"accept": "application/json"})
    assert answer.status_code == 401
