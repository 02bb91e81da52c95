"""A worker process of the tests: the product's own, with handlers that leave marks in a table of the test's database.

Run as `python tests/server/jobs/job_worker.py DATABASE_URL REDIS_URL`; it prints a line when it works.
"""

import asyncio
import signal
import sys

from agents.errors import CorrectInput, TryAgain
from server.database import open_database
from server.jobs.queue import open_queue
from server.jobs.repository import JobTable
from server.jobs.running import JobParts, Work
from server.worker import working


async def main(database_url: str, redis_url: str) -> None:
    database, queue = await open_database(database_url, size=8), await open_queue(redis_url)

    async def mark(work: Work, what: str) -> None:
        async with database.pool.connection() as connection:
            await connection.execute(
                "insert into mark (key, what, attempt) values (%s, %s, %s)", (work.job.key, what, work.job.attempts)
            )

    async def steps(work: Work) -> None:
        await mark(work, "begun")
        for step in range(work.payload["steps"]):
            await asyncio.sleep(0.1)
            await work.progress({"step": step + 1})
        await mark(work, "finished")

    async def refused(work: Work) -> None:
        raise CorrectInput("the file has no header")

    async def passing(work: Work) -> None:
        if work.job.attempts <= work.payload["times"]:
            raise TryAgain("the model is out of reach")
        await mark(work, "finished")

    async def broken(work: Work) -> None:
        raise RuntimeError("a secret of the patient")

    handlers = {"steps": steps, "refused": refused, "passing": passing, "broken": broken}
    parts = JobParts(database, queue, JobTable(database.pool, queue), handlers)
    async with working(redis_url, parts):
        print("works", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it, and hands that on
    asyncio.run(main(*sys.argv[1:3]))
