"""Background jobs over HTTP: how far one is, live, and to end or repeat it. Its owner and admins only."""

import asyncio
import json
from collections.abc import AsyncIterator
from uuid import UUID

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage
from litestar.status_codes import HTTP_200_OK

from agents.errors import NotFound, NotNow, TryAgain
from server.accounts.tables import Account
from server.http.security import staff
from server.jobs.repository import Job, JobShown, JobTable
from server.openapi.contract import NOTHING, described, events_of, json_of

LOOK_SECONDS = 0.4
QUIET_SECONDS = 15.0
"""A comment goes out after so long without news, so that proxies keep the connection."""
LONGEST_SECONDS = 300.0
"""Then the stream ends; the browser comes back by itself and is asked who it is again."""
STILL_HERE = ServerSentEventMessage(comment="still here", data=None)
"""The comment. Without data, for a browser takes an empty line of data for an event."""


async def job_for(jobs: JobTable, account: Account, job_id: UUID) -> Job:
    """A job that this account may see. Raises NotFound."""
    job = await jobs.get(job_id)
    if account.role != "admin" and job.owner_id != account.id:
        raise NotFound("There is no such job.")
    return job


@get(
    "/jobs/{job_id:uuid}",
    guards=[staff],
    **described("read_job", "Read a job", gives=json_of(JobShown), errors=(NotFound,), stable=True),
)
async def read_job(
    job_id: FromPath[UUID], account: NamedDependency[Account], jobs: NamedDependency[JobTable]
) -> dict[str, object]:
    """One job as it is now. Raises NotFound."""
    return (await job_for(jobs, account, job_id)).shown()


@get(
    "/jobs/{job_id:uuid}/events",
    guards=[staff],
    **described("follow_job", "Follow a job live", gives=events_of("job", JobShown), errors=(NotFound,), stable=True),
)
async def follow_job(
    job_id: FromPath[UUID], account: NamedDependency[Account], jobs: NamedDependency[JobTable]
) -> ServerSentEvent:
    """The same as server-sent events named `job`, whenever it changes, until it has ended; pages read them with job.js.
    Raises NotFound."""
    return ServerSentEvent(_changes(await job_for(jobs, account, job_id), jobs))


async def _changes(job: Job, jobs: JobTable) -> AsyncIterator[ServerSentEventMessage]:
    loop = asyncio.get_running_loop()
    begun = said = loop.time()
    yield _event(job)
    while not job.ended and loop.time() - begun < LONGEST_SECONDS:
        await asyncio.sleep(LOOK_SECONDS)
        before, job = job, await jobs.get(job.id)
        if job != before:
            said = loop.time()
            yield _event(job)
        elif loop.time() - said > QUIET_SECONDS:
            said = loop.time()
            yield STILL_HERE


def _event(job: Job) -> ServerSentEventMessage:
    return ServerSentEventMessage(event="job", data=json.dumps(job.shown()))


@post(
    "/jobs/{job_id:uuid}/cancel",
    guards=[staff],
    status_code=HTTP_200_OK,
    **described("cancel_job", "Cancel a job", takes=NOTHING, gives=json_of(JobShown), errors=(NotFound,), stable=True),
)
async def cancel_job(
    job_id: FromPath[UUID], account: NamedDependency[Account], jobs: NamedDependency[JobTable]
) -> dict[str, object]:
    """End a job that is queued or running. Raises NotFound."""
    await job_for(jobs, account, job_id)
    return (await jobs.cancel(job_id)).shown()


@post(
    "/jobs/{job_id:uuid}/retry",
    guards=[staff],
    status_code=HTTP_200_OK,
    **described(
        "retry_job",
        "Try a job again",
        takes=NOTHING,
        gives=json_of(JobShown),
        errors=(NotFound, NotNow, TryAgain),
        stable=True,
    ),
)
async def retry_job(
    job_id: FromPath[UUID], account: NamedDependency[Account], jobs: NamedDependency[JobTable]
) -> dict[str, object]:
    """Queue a failed or cancelled job again. Raises NotFound, and NotNow for one that is done."""
    await job_for(jobs, account, job_id)
    return (await jobs.retry(job_id)).shown()


HANDLERS = (read_job, follow_job, cancel_job, retry_job)
