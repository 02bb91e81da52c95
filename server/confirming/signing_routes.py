"""The report's versions over HTTP: signed off, begun anew, discarded, and read as they were signed."""

from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template

from agents.domain.level1 import ITEM_COUNT
from agents.errors import NotFound, NotNow
from server.accounts.tables import Account
from server.confirming.repository import Confirming
from server.digits import number
from server.http.security import staff
from server.openapi.contract import NOTHING, PAGE, described, form_of

Asked = Request[Any, Any, Any]
Form = Body(media_type=RequestEncodingType.URL_ENCODED)


@dataclass(frozen=True, slots=True)
class SignForm:
    """The report's version that is signed off, and its digest as the page showed it."""

    version: int
    digest: str


@post(
    "/interviews/{interview_id:uuid}/sign-off",
    guards=[staff],
    **described(
        "sign_report_off", "Sign the report off", takes=form_of(SignForm), gives={303: ()}, errors=(NotFound, NotNow)
    ),
)
async def sign_report_off(
    interview_id: FromPath[UUID],
    data: Annotated[SignForm, Form],
    account: NamedDependency[Account],
    confirming: NamedDependency[Confirming],
) -> Redirect:
    """Lock the version that the clinician read. Answers 409 where it has changed since or an alert stands."""
    await confirming.sign(account, interview_id, data.version, data.digest)
    return Redirect(f"/interviews/{interview_id}#sign-off-open", status_code=303)


@post(
    "/interviews/{interview_id:uuid}/new-version",
    guards=[staff],
    **described(
        "begin_new_version",
        "Begin a new version of the report",
        takes=NOTHING,
        gives={303: ()},
        errors=(NotFound, NotNow),
        query={"item": "the item to score in it: its page comes next"},
    ),
)
async def begin_new_version(
    request: Asked,
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    confirming: NamedDependency[Confirming],
) -> Redirect:
    """Answers may be changed again; the signed version stays in the log. Answers 409 where none is signed."""
    await confirming.reopen(account, interview_id)
    item = number(request.query_params.get("item"), ITEM_COUNT)
    onto = f"/confirm?interview={interview_id}&item={item}" if item else f"/interviews/{interview_id}#sign-off-open"
    return Redirect(onto, status_code=303)


@post(
    "/interviews/{interview_id:uuid}/discard-version",
    guards=[staff],
    **described(
        "discard_new_version",
        "Discard a new version of the report",
        takes=NOTHING,
        gives={303: ()},
        errors=(NotFound, NotNow),
    ),
)
async def discard_new_version(
    interview_id: FromPath[UUID], account: NamedDependency[Account], confirming: NamedDependency[Confirming]
) -> Redirect:
    """The version that was signed last stands again. Answers 409 once something was changed in the new one."""
    await confirming.discard(account, interview_id)
    return Redirect(f"/interviews/{interview_id}#sign-off-open", status_code=303)


@get(
    "/interviews/{interview_id:uuid}/versions/{version:int}",
    guards=[staff],
    **described("signed_version", "Page of a version that was signed off", gives=PAGE, errors=(NotFound,)),
)
async def signed_version(
    interview_id: FromPath[UUID],
    version: FromPath[int],
    account: NamedDependency[Account],
    confirming: NamedDependency[Confirming],
) -> Template:
    """The report word for word as it was signed, whatever has changed since. Raises NotFound."""
    row, versions = await confirming.versions(account, interview_id)
    found = next((one for one in versions if one.signed.version == version), None)
    if found is None:
        raise NotFound("No such version of this report was signed off.")
    return Template("signed_version.html.j2", context={"interview": row, "version": found, "versions": versions})


HANDLERS = (sign_report_off, begin_new_version, discard_new_version, signed_version)
