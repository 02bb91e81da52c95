"""The line about a model that gives no usable answer, and the request to have what it missed read again."""

from typing import Any
from uuid import UUID

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK

from agents.errors import NotFound, NotNow, TryAgain
from server.accounts.tables import Account
from server.http.security import staff
from server.interviews.event_log import EventLog
from server.interviews.live.rooms import Rooms
from server.interviews.repository import Interviews
from server.interviews.rereading import due
from server.interviews.silence import silence_of
from server.jobs.repository import JobShown, JobTable
from server.openapi.contract import NOTHING, PAGE, described, json_of


@get(
    "/interviews/{interview_id:uuid}/model",
    guards=[staff],
    **described("model_line", "Part of a page: whether the model answers", gives=PAGE, errors=(NotFound,)),
)
async def model_line(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    log: NamedDependency[EventLog],
    jobs: NamedDependency[JobTable],
) -> Template:
    """Since when a model has given no usable answer in this interview, who answers instead, what can be read again."""
    await interviews.get_for(account, interview_id)
    return Template("silence.html.j2", context={"silence": await silence_of(log, jobs, interview_id)})


@post(
    "/interviews/{interview_id:uuid}/reread",
    guards=[staff],
    status_code=HTTP_200_OK,
    **described(
        "reread_interview",
        "Have the model read again what it missed",
        takes=NOTHING,
        gives=json_of(JobShown),
        errors=(NotFound, NotNow, TryAgain),
        stable=True,
    ),
)
async def reread_interview(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    rooms: NamedDependency[Rooms],
    jobs: NamedDependency[JobTable],
) -> dict[str, Any]:
    """As a background job. Scores that differ are listed to be confirmed, a danger raises an alert, and nothing else
    changes. Answers 409 where nothing was missed, and for an interview that was stopped or ended by the patient."""
    row = await interviews.get_for(account, interview_id)
    return (await due(jobs, rooms, row.id, row.owner_id)).shown()


HANDLERS = (model_line, reread_interview)
