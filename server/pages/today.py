"""The start page: who needs the therapist, why, and what to do."""

from datetime import UTC, datetime
from typing import Any

from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Template

from agents.domain import level1
from server.accounts.repository import Accounts
from server.accounts.tables import Account
from server.assessments.repository import Assessments
from server.clients.handing import Handing
from server.clients.repository import Clients
from server.clinic.setting_up import lacking
from server.clinic.store import ClinicStore
from server.database import Database
from server.demo.repository import Demo
from server.engines.figures import Figures
from server.engines.roles import models_in_use
from server.http.security import staff
from server.interviews.lists.drawings import strip
from server.interviews.lists.outcomes import Outcomes
from server.interviews.person.holding import holds
from server.interviews.repository import Interviews
from server.interviews.standing_alerts import standing
from server.openapi.contract import PAGE, described
from server.pages.waiting import MOST, MOST_AFTER, Desk
from server.settings import Settings

HIDDEN = "x-hidden"
"""The page sends it when it brings itself up to date while nobody sees it."""


@get(
    "/today",
    guards=[staff],
    **described(
        "today_page",
        "Page of today",
        gives=PAGE,
        headers={HIDDEN: "the page is open but hidden: this is no visit"},
    ),
)
async def today_page(
    request: Request[Any, Any, Any],
    account: NamedDependency[Account],
    accounts: NamedDependency[Accounts],
    interviews: NamedDependency[Interviews],
    outcomes: NamedDependency[Outcomes],
    clients: NamedDependency[Clients],
    desk: NamedDependency[Desk],
    demo: NamedDependency[Demo],
    database: NamedDependency[Database],
    figures: NamedDependency[Figures],
    settings: NamedDependency[Settings],
    clinic: NamedDependency[ClinicStore],
    assessments: NamedDependency[Assessments],
    after: FromQuery[str] = "",
) -> Template:
    """Alerts that stand, answers to confirm, what is due, what has ended since the last visit, what goes on now."""
    await outcomes.settle(account)
    since = await (desk.left(account.id) if HIDDEN in request.headers else desk.arrive(account))
    waiting = await desk.waiting(account, since, MOST_AFTER if after == "all" else MOST)
    open_alerts = await interviews.alerts_for(account)
    everybody = await accounts.everybody()
    found = next((one for one in everybody if one.id == account.id), None)
    shown = {
        "open_alerts": open_alerts,
        "standing": await standing(database.pool, [row.id for row in open_alerts]),
        "dangers": await assessments.dangers(account),
        "others": await accounts.others(account),
        "down": await figures.down(models_in_use(settings)),
        "waiting": waiting,
        "holds": await holds(database.pool, account, waiting.running),
        "due": await clients.due(account),
        "received": await Handing(database).received(account),
        "demo": await demo.standing(account),
        "filling": demo.filling,
        "since": since,
        "now": datetime.now(UTC),
        "most": MOST,
        "most_after": MOST_AFTER,
        "strip": strip,
        "domains": level1.instrument().domains,
        "total": level1.ITEM_COUNT,
        "no_password": found is not None and found.password_hash is None,
        "to_set_up": lacking(settings, await clinic.current(), everybody) if account.role == "admin" else (),
    }
    return Template("today.html.j2", context=shown)


HANDLERS = (today_page,)
