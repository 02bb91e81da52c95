"""The list of interviews, with every alert that stands."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery, Parameter
from litestar.response import Template

from agents.domain import level1
from server.accounts.repository import Accounts
from server.accounts.tables import Account
from server.assessments.repository import Assessments
from server.database import Database
from server.engines.figures import Figures
from server.engines.fitness import Checks
from server.engines.roles import models_in_use, offered
from server.http.security import staff
from server.interviews.lists.drawings import strip
from server.interviews.lists.listing import LONGEST_SEARCH, Listings, Order, Show, Wanted
from server.interviews.lists.outcomes import Outcomes
from server.interviews.locales import LOCALES
from server.interviews.person.holding import holds
from server.interviews.repository import Interviews
from server.interviews.standing_alerts import standing
from server.openapi.contract import PAGE, described
from server.settings import Settings
from server.undo import UNDO

MOST_PAGES = 100_000
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
    Order.OLDEST: "First started first",
    Order.CHANGED: "Last changed first",
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
    assessments: NamedDependency[Assessments],
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
        "holds": await holds(database.pool, account, [one.interview for one in listing.rows]),
        "undo_minutes": int(UNDO.total_seconds() // 60),
        "open_alerts": open_alerts,
        "dangers": await assessments.dangers(account),
        "others": await accounts.others(account),
        "standing": await standing(database.pool, [row.id for row in open_alerts]),
        "down": await figures.down(models_in_use(settings)),
        "total": level1.ITEM_COUNT,
        "drivers": offered(settings),
        "doubts": await checks.doubts(settings),
        "locales": LOCALES,
        "no_password": stored is not None and stored.password_hash is None,
    }
    return Template("interviews.html.j2", context=shown)


HANDLERS = (interviews_page,)
