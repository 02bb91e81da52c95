"""The patient's page. Everything live comes over the socket."""

from typing import Any
from uuid import UUID

from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_404_NOT_FOUND

from agents.domain import level1
from agents.domain.help import in_danger, numbers_of
from server.interviews.access import InterviewAccess
from server.interviews.live.rooms import Rooms
from server.interviews.patient_links import LINK_DAYS
from server.interviews.repository import Interviews
from server.openapi.contract import PAGE, described
from server.patient_page import Marks, patient_page, place_of
from server.settings import Settings

USUAL_MINUTES = "15"
"""What patients read where the clinic names no minutes."""


@get(
    "/chat/{interview_id:uuid}",
    **described("chat_page", "The patient's page", gives={200: (PAGE,), 404: (PAGE,)}),
)
async def chat_page(
    request: Request[Any, Any, Any],
    interview_id: FromPath[UUID],
    access: NamedDependency[InterviewAccess],
    interviews: NamedDependency[Interviews],
    rooms: NamedDependency[Rooms],
    logos: NamedDependency[Marks],
    settings: NamedDependency[Settings],
) -> Template:
    """The patient's page, for a browser that came in by the patient link; any other is told to ask for a link."""
    told = await interviews.for_patient(interview_id)
    page = patient_page(settings, told.locale if told else place_of(request, settings))
    if told is None or await access.viewer(interview_id, request.cookies, as_patient=True) is None:
        return Template("link_gone.html.j2", context=page, status_code=HTTP_404_NOT_FOUND)
    shown = {"interview_id": str(interview_id), "total": level1.ITEM_COUNT, "told": told}
    clinic = await rooms.clinic(interview_id, told.locale)
    leave = {"leave_to": clinic.exit_page} if clinic.exit_page else {}
    head = {"clinic_name": clinic.slots.get("clinic", ""), "logo": await logos.mark()}
    about = {
        "minutes": clinic.slots.get("minutes", USUAL_MINUTES),
        "link_days": LINK_DAYS,
        "by_model": clinic.by_model is not False,
        "emergency": in_danger(numbers_of(page["help"], told.locale)),
    }
    return Template("chat.html.j2", context=page | shown | leave | head | about)


HANDLERS = (chat_page,)
