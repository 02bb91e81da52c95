"""The admin's pages over HTTP. Admins only."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, Parameter
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_303_SEE_OTHER

from agents.errors import NotFound, NotNow
from agents.llm.spec import Credentials
from server.accounts.repository import Accounts
from server.admin.engines import engines, outages, spending
from server.admin.jobs import KINDS, MEANS, WORDS, JobList, Which
from server.admin.services import Services
from server.alerts import deliveries
from server.alerts.deliveries import Deliveries
from server.checks import State
from server.clinic.routes import PAGE as CLINIC
from server.clinic.setting_up import lacking, reaches
from server.clinic.store import ClinicStore
from server.engines.figures import Figures
from server.engines.fitness import Checks
from server.engines.ledger import Ledger
from server.engines.models import environment
from server.engines.reachability import ping
from server.http.security import admin
from server.interviews.locales import LOCALES
from server.openapi.contract import NOTHING, PAGE, described
from server.settings import Settings

MOST_PAGES = 100_000


@get("/admin/system", guards=[admin], **described("admin_page", "Page of the installation", gives=PAGE))
async def admin_page(
    settings: NamedDependency[Settings],
    figures: NamedDependency[Figures],
    job_list: NamedDependency[JobList],
    deliveries: NamedDependency[Deliveries],
    services: NamedDependency[Services],
    checks: NamedDependency[Checks],
    clinic: NamedDependency[ClinicStore],
    accounts: NamedDependency[Accounts],
) -> Template:
    """What needs somebody, each role's engine with its health, and the services."""
    served = await engines(settings, figures, checks)
    shown = {
        "engines": served,
        "down": outages(served),
        "spent": spending(await figures.all()),
        "jobs": await job_list.counts(),
        "messages": await deliveries.counts(),
        "services": await services.now(),
        "installed": await services.installed(),
        "locales": LOCALES,
        "clinic": CLINIC,
        "to_set_up": lacking(settings, await clinic.current(), await accounts.everybody()),
    }
    return Template("admin.html.j2", context=shown)


@post(
    "/admin/engines/ask",
    guards=[admin],
    status_code=HTTP_303_SEE_OTHER,
    **described("ask_engines", "Ask each model once", takes=NOTHING, gives={303: ()}),
)
async def ask_engines(
    settings: NamedDependency[Settings],
    figures: NamedDependency[Figures],
    ledger: NamedDependency[Ledger],
    checks: NamedDependency[Checks],
) -> Redirect:
    """One tiny request to each model that is set up; what came of it is on the page."""
    found = await engines(settings, figures, checks)
    names = {one.row.engine for one in found if one.is_model and one.setup and one.setup.state is State.OK}
    await ping(sorted(names), Credentials.read(environment()), settings.privacy, ledger.record)
    await ledger.flush()
    return Redirect("/admin/system#engines", status_code=HTTP_303_SEE_OTHER)


@get("/admin/jobs", guards=[admin], **described("jobs_page", "Page of the background jobs", gives=PAGE))
async def jobs_page(
    job_list: NamedDependency[JobList],
    show: FromQuery[Which] = Which.ALL,
    kind: FromQuery[str | None] = None,
    page: Annotated[int, Parameter(ge=1, le=MOST_PAGES)] = 1,
) -> Template:
    """The jobs, newest first; those that are stuck or failed can be found, tried again and cancelled."""
    known = kind if kind in KINDS else None
    found, more = await job_list.read(show, known, page)
    shown = {
        "found": found,
        "more": more,
        "counts": await job_list.counts(known),
        "words": WORDS,
        "means": MEANS,
        "kinds": KINDS,
        "show": show,
        "kind": known,
        "page": page,
    }
    return Template("jobs.html.j2", context=shown)


@get("/admin/messages", guards=[admin], **described("messages_page", "Page of the messages about alerts", gives=PAGE))
async def messages_page(
    deliveries: NamedDependency[Deliveries],
    settings: NamedDependency[Settings],
    show: FromQuery[deliveries.Which] = deliveries.Which.ALL,
    page: Annotated[int, Parameter(ge=1, le=MOST_PAGES)] = 1,
) -> Template:
    """What waits, what failed and what was sent."""
    return await _messages(deliveries, settings, show, page)


async def _messages(kept: Deliveries, settings: Settings, show: deliveries.Which, page: int) -> Template:
    found, more = await kept.read(show, page)
    shown = {
        "found": found,
        "more": more,
        "counts": await kept.counts(),
        "words": deliveries.WORDS,
        "show": show,
        "page": page,
        "reaches": reaches(settings),
    }
    return Template("messages.html.j2", context=shown)


@post(
    "/admin/messages/{message_id:uuid}/again",
    guards=[admin],
    status_code=HTTP_303_SEE_OTHER,
    **described(
        "try_message_again",
        "Try a failed message again",
        takes=NOTHING,
        gives={303: ()},
        errors=(NotFound, NotNow),
    ),
)
async def try_message_again(
    request: Request[Any, Any, Any], message_id: FromPath[UUID], deliveries: NamedDependency[Deliveries]
) -> Redirect:
    """The worker sends it within a second or two. Raises NotFound; NotNow for one that has not failed."""
    await deliveries.again(message_id)
    return Redirect("/admin/messages", status_code=HTTP_303_SEE_OTHER)


HANDLERS = (admin_page, ask_engines, jobs_page, messages_page, try_message_again)
