"""What became of an interview's alerts, for its page."""

from uuid import UUID

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK

from agents.errors import NotFound
from server.accounts.tables import Account
from server.alerts.view import opened, told
from server.database import Database
from server.interviews.repository import Interviews
from server.openapi.contract import NOTHING, PAGE, described
from server.security import staff


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
    return Template("alert_messages.html.j2", context={"told": await told(database.pool, interview_id)})


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
    return Template("alert_messages.html.j2", context={"told": await told(database.pool, interview_id)})


HANDLERS = (alert_messages, alert_opened)
