"""The report while it is being written: whoever waits no longer for a model has the rules write it."""

from uuid import UUID

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER

from agents.domain.phase import Phase
from agents.errors import NotFound, NotNow
from server.accounts.tables import Account
from server.http.security import staff
from server.interviews.jobs import without_model
from server.interviews.repository import Interviews
from server.jobs.repository import JobTable
from server.openapi.contract import NOTHING, described


@post(
    "/interviews/{interview_id:uuid}/report/rules",
    guards=[staff],
    **described(
        "write_report_by_rules", "Write the report without the model", takes=NOTHING, gives={303: ()},
        errors=(NotFound, NotNow),
    ),
)  # fmt: skip
async def write_report_by_rules(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    jobs: NamedDependency[JobTable],
) -> Redirect:
    """Stop waiting for a model, whose request is given up; the rules write what is missing. Raises NotFound, and NotNow
    where no report is being written."""
    if (await interviews.get_for(account, interview_id)).phase != Phase.REPORT:
        raise NotNow("No report is being written.")
    await without_model(jobs, interview_id)
    return Redirect(f"/interviews/{interview_id}", status_code=HTTP_303_SEE_OTHER)


HANDLERS = (write_report_by_rules,)
