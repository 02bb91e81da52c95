"""A book read into the library while the worker that reads it is killed 30 times: nobody ever sees a part of it.

    python tests/load/killed_ingestion.py [--kills 30] [--copies 120]

`anamnesis worker` is a process of its own; vectors come from the scripted provider over HTTP. SIGKILL comes at a random
moment of the job, whichever step it is at; then the worker is started again. An edition that is published before the
next kill is followed by a new one of the same book. All the while the library is looked at: `partial` counts the looks
at which more than one edition was live, or one with fewer passages than it has. The last line is one JSON object; it
exits with 1 when something partial was seen, a job did not finish, or anything is left over.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from agents.resources import CHECKOUT as ROOT
from rag.book_names import Wish
from rag.document_store import received
from server.database import Database, open_database
from server.embedded import Postgres, Redis
from server.engines.models import providers
from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread
from server.jobs.queue import open_queue
from server.jobs.repository import Job, JobTable
from server.library.documents import Documents
from server.library.reference import open_reference
from server.schema import migrate
from server.settings import Settings

BOOK = "The Book"
PATIENCE = 900.0
DELAY = 0.7
"""Seconds that the scripted provider takes for a batch of vectors."""
LOOK = """
select count(*), coalesce(bool_and(chunks > 0 and chunks = there), true) from (
  select chunks, (select count(*) from chunk where edition_id = e.id) there from edition e where state = 'live') live
"""
LEFT = """
select (select count(*) from edition where state = 'building') + (select count(*) from pg_tables
  where tablename ~ '^chunk_[0-9a-f]{32}$' and not exists (select 1 from edition e
    where 'chunk_' || replace(e.id::text, '-', '') = tablename))
"""


@dataclass
class Seen:
    """What the watcher saw."""

    looks: int = 0
    partial: int = 0
    first: asyncio.Event = field(default_factory=asyncio.Event)


def main() -> int:
    """Run it in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--copies", type=int, default=120, help="how often the book repeats its chapters")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="anamnesis-"))
    postgres, redis = Postgres(folder / "postgres"), Redis(folder / "redis")
    try:
        postgres.start()
        redis.start()
        migrate(postgres.url)
        with in_thread(StubProvider(Pace(delay=DELAY))) as url:
            os.environ |= {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": "any"}
            settings = Settings(database_url=postgres.url, redis_url=redis.url, data=folder, open_reference=False)
            figures = asyncio.run(killing(settings, options.kills, options.copies))
    finally:
        postgres.stop()
        redis.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print(json.dumps(figures))
    return int(bool(figures["partial"] or figures["left"] or figures["done"] != figures["jobs"]))


async def killing(settings: Settings, kills: int, copies: int) -> dict[str, Any]:
    """Hand books in, kill while they are read, look all the time."""
    database, queue = await open_database(settings.database_url or "", 8), await open_queue(settings.redis_url or "")
    reference, jobs = open_reference(settings, database.pool, providers(settings)), JobTable(database.pool, queue)
    documents, seen, stages = Documents(reference, jobs), Seen(), Counter[str]()
    watching = asyncio.create_task(watch(database, seen))
    started, worker = time.monotonic(), start(settings)
    try:
        job, whole = await first(documents, jobs, settings, copies)
        handed = [job.id]
        for kill in range(kills):
            while (hit := await struck(jobs, job, random.uniform(0, whole))).ended:
                whole = min(whole, lasted(hit))
                job = await hand_in(documents, settings, copies, f"edition {len(handed) + 1}")
                handed.append(job.id)
            job = hit
            stages[str(job.progress.get("stage", "begun"))] += 1
            worker.kill()
            worker.wait()
            worker = start(settings)
            print(f"kill {kill + 1} of {kills}: {dict(stages)}", file=sys.stderr, flush=True)
        done = sum([(await ended(jobs, number)).state == "done" for number in handed])
    finally:
        worker.kill()
        worker.wait()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
    async with database.pool.connection() as connection:
        row = await (await connection.execute(LEFT)).fetchone()
    edition = (await reference.library.editions.live())[0]
    attempts = [(await jobs.get(number)).attempts for number in handed]
    await database.close()
    await queue.aclose()
    return {
        "benchmark": "killed_ingestion",
        "kills": kills,
        "stages": dict(stages),
        "jobs": len(handed),
        "done": done,
        "mostStartsOfOneJob": max(attempts),
        "passages": edition.chunks,
        "looks": seen.looks,
        "partial": seen.partial,
        "left": row[0] if row else None,
        "seconds": round(time.monotonic() - started, 1),
    }


async def first(documents: Documents, jobs: JobTable, settings: Settings, copies: int) -> tuple[Job, float]:
    """The book's first edition, read without a kill, and how many seconds that took."""
    job = await ended(jobs, (await hand_in(documents, settings, copies, "edition 1")).id)
    assert job.state == "done", job.error
    return job, lasted(job)


def lasted(job: Job) -> float:
    """Seconds from a job's first start to its end."""
    assert job.started_at is not None
    assert job.finished_at is not None
    return (job.finished_at - job.started_at).total_seconds()


async def watch(database: Database, seen: Seen) -> None:
    """Look at what is live, over and over, each time in one snapshot."""
    async with database.pool.connection() as connection:
        while True:
            row = await (await connection.execute(LOOK)).fetchone()
            assert row is not None
            if row[0]:
                seen.first.set()
            seen.looks += 1
            seen.partial += row[0] > 1 or not row[1] or (seen.first.is_set() and row[0] == 0)
            await asyncio.sleep(0.01)


async def hand_in(documents: Documents, settings: Settings, copies: int, note: str) -> Job:
    """A new edition of the book, none of whose passages is known; its job."""

    from runpy import run_path

    # `tests` is no package here: a dependency has one of that name.
    pdfs = run_path(str(ROOT / "tests" / "rag" / "pdfs.py"))
    own = {f"{chapter}, {note}": disorders for chapter, disorders in pdfs["BOOK"].items()}

    async def once() -> AsyncIterator[bytes]:
        yield await asyncio.to_thread(pdfs["pdf"], own, copies)

    async with received(once(), settings.data / "uploads") as file:
        wish = Wish(edition_of=BOOK) if BOOK in await documents.books() else Wish(title=BOOK)
        _, job = await documents.hand_in(file, "book.pdf", wish, None)
    assert job is not None
    return job


async def struck(jobs: JobTable, before: Job, seconds: float) -> Job:
    """Wait until a worker has begun the job again and been at it for so long; the job then, perhaps at its end."""
    async with asyncio.timeout(PATIENCE):
        while not (job := await jobs.get(before.id)).ended and (  # noqa: ASYNC110  # a worker elsewhere changes it
            job.state == "queued" or (before.state == "running" and job.attempts == before.attempts)
        ):
            await asyncio.sleep(0.05)
    until = time.monotonic() + seconds
    while not job.ended and time.monotonic() < until:
        await asyncio.sleep(min(0.1, max(0.0, until - time.monotonic())))
        job = await jobs.get(before.id)
    return job


async def ended(jobs: JobTable, number: UUID) -> Job:
    """The job when it is over."""
    async with asyncio.timeout(PATIENCE):
        while not (job := await jobs.get(number)).ended:  # noqa: ASYNC110  # a worker elsewhere changes it
            await asyncio.sleep(0.2)
    return job


def start(settings: Settings) -> subprocess.Popen[bytes]:
    """A worker process."""
    given = {"DATABASE_URL": settings.database_url or "", "REDIS_URL": settings.redis_url or ""}
    given |= {"ANAMNESIS_DATA": str(settings.data), "ANAMNESIS_OPEN_REFERENCE": "false"}
    command = [sys.executable, "-m", "server.cli", "worker"]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **given}, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
