"""The patient's link over HTTP: the one that works, or a fresh one that shuts out the one before."""

from typing import Any, Final, NamedTuple
from uuid import UUID

from litestar import Request, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from agents.domain.phase import Phase
from agents.errors import NotFound, NotNow
from server.accounts.tables import Account
from server.http.security import staff
from server.interviews.answers import Link
from server.interviews.patient_links import PatientLink, PatientLinks
from server.interviews.repository import Interviews
from server.openapi.contract import NOTHING, described, json_of
from server.settings import Settings


class Linking(NamedTuple):
    """An interview to which a patient may have a link, and the address that the link begins with."""

    links: PatientLinks
    interview: UUID
    base: str


async def linking_to(
    request: Request[Any, Any, Any],
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    links: NamedDependency[PatientLinks],
    settings: NamedDependency[Settings],
) -> Linking:
    """What the two handlers below begin with. Raises NotFound, NotNow."""
    row = await interviews.get_for(account, interview_id)
    if row.phase in {Phase.DONE, Phase.SAFETY_STOP}:
        raise NotNow("This interview has ended; start a new one.")
    if row.scripted:
        raise NotNow("A script answers in this interview, so no patient gets a link to it.")
    return Linking(links, interview_id, settings.public_url or str(request.base_url))


LINKING: Final = {"linking": Provide(linking_to)}
GIVES_LINK: Final[dict[str, Any]] = {
    "takes": NOTHING,
    "gives": json_of(Link),
    "errors": (NotFound, NotNow),
    "stable": True,
    "scope": "interviews:create",
}


@post(
    "/interviews/{interview_id:uuid}/link",
    dependencies=LINKING,
    guards=[staff],
    status_code=HTTP_200_OK,
    **described("patient_link", "Get the patient's link", **GIVES_LINK),
)
async def patient_link(linking: NamedDependency[Linking]) -> dict[str, Any]:
    """The patient's living link, made where there is none: nobody is shut out."""
    return _shown(await linking.links.living(linking.interview), linking.base)


@post(
    "/interviews/{interview_id:uuid}/link/new",
    dependencies=LINKING,
    guards=[staff],
    status_code=HTTP_200_OK,
    **described("new_patient_link", "Make a new link for the patient", **GIVES_LINK),
)
async def new_patient_link(linking: NamedDependency[Linking]) -> dict[str, Any]:
    """A fresh link for the patient; the one before stops working, and whoever came by it is out."""
    return _shown(await linking.links.new(linking.interview), linking.base)


def _shown(link: PatientLink, base: str) -> dict[str, Any]:
    url = f"{base.rstrip('/')}/p/{link.token}"
    return Link(url=url, expires_at=link.expires_at.isoformat(), made=link.made).model_dump(mode="json")


HANDLERS = (patient_link, new_patient_link)
