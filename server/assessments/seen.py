"""Danger in a transcript, once somebody has read it: it leaves Today."""

from uuid import UUID

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from agents.errors import NotFound
from server.accounts.tables import Account
from server.assessments.repository import Assessments
from server.http.security import staff
from server.openapi.contract import NOTHING, described


@post(
    "/transcripts/{number:uuid}/seen",
    guards=[staff],
    **described("see_danger", "Say that its danger was read", takes=NOTHING, gives={303: ()}, errors=(NotFound,)),
)
async def see_danger(
    number: FromPath[UUID], account: NamedDependency[Account], assessments: NamedDependency[Assessments]
) -> Redirect:
    """Whoever says so first is kept with the time. Raises NotFound."""
    await assessments.see(account, number)
    return Redirect(f"/transcripts/{number}#seen", status_code=303)
