"""The report of an interview as a background job: asked for after the last question, written under a lease."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from server.interviews.live.rooms import Rooms
from server.interviews.repository import Interviews
from server.jobs.repository import REPORT, Job, JobTable
from server.jobs.running import Handler, Work

REST = timedelta(minutes=5)
"""For which a report that failed again and again is left alone."""
BY_RULES: Final = {"rules": True}
"""The payload of a report that waits for no model."""


def reports(jobs: JobTable) -> Callable[[UUID], Awaitable[None]]:
    """A function that has an interview's report written; asked twice, it is written once. One whose writing was stopped
    is written by the rules. Raises psycopg's errors."""

    async def due(interview: UUID) -> None:
        job = await jobs.find(REPORT, str(interview))
        if job is None or job.state == "done":
            await jobs.add(REPORT, str(interview), {})
        elif job.state == "cancelled":
            await jobs.add(REPORT, str(interview), BY_RULES)
        elif _rested(job):
            await jobs.retry(job.id)

    return due


async def without_model(jobs: JobTable, interview: UUID) -> None:
    """Stop waiting for a model: what it was asked is given up within about two seconds, and the rules write what is
    missing of the report. Does nothing where they already do."""
    job = await jobs.find(REPORT, str(interview))
    if job is not None and not job.ended:
        if job.payload.get("rules"):
            return
        await jobs.cancel(job.id)
    await jobs.add(REPORT, str(interview), BY_RULES)


def _rested(job: Job) -> bool:
    return job.finished_at is not None and job.finished_at < datetime.now(UTC) - REST


def writing(rooms: Rooms, interviews: Interviews) -> Handler:
    """Writes the report of an interview whose last question is answered; nothing where it is written already."""

    async def write(work: Work) -> None:
        interview = UUID(work.job.key)
        label, rules = await interviews.label_of(interview), bool(work.payload.get("rules"))
        await rooms.room(interview).write_report(label, rules=rules)

    return write
