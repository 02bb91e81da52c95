"""`anamnesis worker` on its own: does what is queued, survives the loss of its queue, ends when asked."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from agents.resources import CHECKOUT as ROOT
from server.database import Database
from server.embedded import Redis
from server.jobs.queue import open_queue
from server.jobs.repository import REPORT, JobTable
from server.settings import Settings


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[Redis]:
    service = Redis(tmp_path / "redis")
    service.start()
    yield service
    service.stop()


@pytest.fixture
def worker(settings: Settings, own_redis: Redis) -> Iterator[subprocess.Popen[str]]:
    given = {"DATABASE_URL": settings.database_url or "", "REDIS_URL": own_redis.url}
    process = subprocess.Popen(
        [sys.executable, "-m", "server.cli", "worker"],
        cwd=ROOT,
        env={**os.environ, **given},
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


async def done(jobs: JobTable) -> bool:
    """Whether a job put in now is taken and finished within a minute."""
    job = await jobs.add(REPORT, str(uuid4()), {})
    for _ in range(600):
        if (await jobs.get(job.id)).state == "done":
            return True
        await asyncio.sleep(0.1)
    return False


async def test_it_works_on_after_redis_was_gone_and_ends_when_asked(
    worker: subprocess.Popen[str], own_redis: Redis, database: Database
) -> None:
    queue = await open_queue(own_redis.url)
    jobs = JobTable(database.pool, queue)
    assert await done(jobs)
    await asyncio.to_thread(own_redis.stop)
    await asyncio.sleep(0.5)
    await asyncio.to_thread(own_redis.start)
    assert await done(jobs)
    await queue.aclose()
    worker.send_signal(signal.SIGINT)
    _, said = await asyncio.to_thread(worker.communicate, None, 30)
    assert worker.returncode == 0, said
    assert "Traceback" not in said
