"""The list of interviews, and the patient's page. Everything live comes over the socket."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, Parameter
from litestar.response import Template
from litestar.status_codes import HTTP_404_NOT_FOUND

from agents.domain import level1
from agents.domain.help import in_danger, numbers_of
from server.accounts.repository import Accounts
from server.accounts.tables import Account
from server.database import Database
from server.engines.figures import Figures
from server.engines.fitness import Checks
from server.engines.roles import models_in_use, offered
from server.http.security import staff
from server.interviews.access import InterviewAccess
from server.interviews.lists.drawings import strip
from server.interviews.lists.listing import LONGEST_SEARCH, Listings, Order, Show, Wanted
from server.interviews.lists.outcomes import Outcomes
from server.interviews.live.rooms import Rooms
from server.interviews.locales import LOCALES
from server.interviews.patient_links import LINK_DAYS
from server.interviews.repository import Interviews
from server.interviews.standing_alerts import standing
from server.openapi.contract import PAGE, described
from server.patient_page import Marks, patient_page, place_of
from server.settings import Settings
from server.undo import UNDO

MOST_PAGES = 100_000
USUAL_MINUTES = "15"
"""What patients read where the clinic names no minutes."""
FILTERS = {
    Show.ALL: "All",
    Show.REVIEW: "Needs review",
    Show.ACTIVE: "Active",
    Show.COMPLETED: "Completed",
    Show.UNSIGNED: "Not signed off",
    Show.STOPPED: "Stopped",
    Show.LEFT: "Ended early",
    Show.ARCHIVED: "Archived",
    Show.DELETED: "Deleted",
}
ORDERS = {
    Order.NEWEST: "Newest first",
    Order.OLDEST: "Oldest first",
    Order.CHANGED: "Last changed",
    Order.LABEL: "By label",
    Order.ALERTS: "Standing alerts first",
}


@get("/interviews", guards=[staff], **described("interviews_page", "Page of the interviews", gives=PAGE))
async def interviews_page(
    account: NamedDependency[Account],
    accounts: NamedDependency[Accounts],
    interviews: NamedDependency[Interviews],
    settings: NamedDependency[Settings],
    database: NamedDependency[Database],
    outcomes: NamedDependency[Outcomes],
    listings: NamedDependency[Listings],
    checks: NamedDependency[Checks],
    figures: NamedDependency[Figures],
    q: Annotated[str, Parameter(max_length=LONGEST_SEARCH)] = "",
    show: FromQuery[Show] = Show.ALL,
    sort: FromQuery[Order] = Order.NEWEST,
    page: Annotated[int, Parameter(ge=1, le=MOST_PAGES)] = 1,
) -> Template:
    """What this account may see, open safety alerts first, and the form that starts an interview. Whoever came by a
    one-time link and has no password yet is asked for one."""
    await outcomes.settle(account)
    wanted = Wanted(q.replace("\0", "").strip(), show, sort, page)
    listing = await listings.read(account, wanted)
    open_alerts = await interviews.alerts_for(account)
    stored = await accounts.get(account.id)
    shown = {
        "listing": listing,
        "wanted": wanted,
        "filters": FILTERS,
        "orders": ORDERS,
        "strip": strip,
        "undo_minutes": int(UNDO.total_seconds() // 60),
        "open_alerts": open_alerts,
        "standing": await standing(database.pool, [row.id for row in open_alerts]),
        "down": await figures.down(models_in_use(settings)),
        "total": level1.ITEM_COUNT,
        "drivers": offered(settings),
        "doubts": await checks.doubts(settings),
        "locales": LOCALES,
        "no_password": stored is not None and stored.password_hash is None,
    }
    return Template("interviews.html.j2", context=shown)


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


HANDLERS = (interviews_page, chat_page)
