"""What became of an interview's alerts, for its page."""

from functools import partial
from typing import Any
from uuid import UUID

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK

from agents.domain.value import Value
from agents.errors import NotFound
from agents.risk.help.helplines import told as told_texts
from server.accounts.tables import Account
from server.alerts.patient import Telling, known, words
from server.alerts.view import opened, told
from server.clinic.store import ClinicStore
from server.database import Database
from server.http.security import staff
from server.interviews.access import InterviewAccess
from server.interviews.repository import Interviews
from server.openapi.contract import NOTHING, PAGE, described, json_of
from server.settings import Settings


@get(
    "/interviews/{interview_id:uuid}/alerts",
    guards=[staff],
    **described("alert_messages", "Part of a page: what became of the alerts", gives=PAGE, errors=(NotFound,)),
)
async def alert_messages(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    database: NamedDependency[Database],
) -> Template:
    """Every message about this interview's alerts with its tries, who opened the page, who acknowledged."""
    await interviews.get_for(account, interview_id)
    return await _messages(interviews, database, interview_id)


@post(
    "/interviews/{interview_id:uuid}/alerts/opened",
    guards=[staff],
    status_code=HTTP_200_OK,
    **described(
        "alert_opened",
        "Note that a page shows the alerts, and get that part of it",
        takes=NOTHING,
        gives=PAGE,
        errors=(NotFound,),
    ),
)
async def alert_opened(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    database: NamedDependency[Database],
) -> Template:
    """The page says that it shows the alerts that stand; the first time of each account and alert is kept."""
    await interviews.get_for(account, interview_id)
    await opened(database.pool, interview_id, account.email)
    return await _messages(interviews, database, interview_id)


async def _messages(interviews: Interviews, database: Database, interview: UUID) -> Template:
    found = {"told": await told(database.pool, interview), "owed": await interviews.call_owed(interview)}
    return Template("alert_messages.html.j2", context=found)


class WhoWasTold(Value):
    """How far a message about the latest alert has come, and the sentence about it."""

    telling: Telling
    words: str


@get(
    "/chat/{interview_id:uuid}/told",
    **described("who_was_told", "For the patient's page: who was told", gives=json_of(WhoWasTold), errors=(NotFound,)),
)
async def who_was_told(
    request: Request[Any, Any, Any],
    interview_id: FromPath[UUID],
    access: NamedDependency[InterviewAccess],
    database: NamedDependency[Database],
    settings: NamedDependency[Settings],
    clinic: NamedDependency[ClinicStore],
) -> dict[str, Any]:
    """What is known now about a message to the therapist. Raises NotFound where no alert stands, and for strangers."""
    viewer = await access.viewer(interview_id, request.cookies, as_patient=True)
    found = await known(database.pool, settings, interview_id) if viewer else None
    if found is None:
        raise NotFound("There is no alert.")
    texts = partial(told_texts, folder=settings.safety)
    said = words(found, texts, await clinic.told(interview_id, found.locale))
    return WhoWasTold(telling=found.telling, words=said).model_dump(mode="json")


HANDLERS = (alert_messages, alert_opened, who_was_told)
