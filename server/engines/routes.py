"""The models' page, for admins: which model serves which role, and what its check found."""

from typing import Any, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Template

from benchmarks.fitness.checking import ROLES, Checked
from server.engines.fitness import Checks, doubt
from server.engines.overview import rows
from server.engines.roles import models_in_use
from server.http.security import admin
from server.openapi.contract import PAGE as HTML
from server.openapi.contract import described
from server.settings import RULES, Settings

PAGE: Final = "/admin/models"


@get(PAGE, guards=[admin], **described("models_page", "Page of the models and their checks", gives=HTML))
async def models_page(settings: NamedDependency[Settings], checks: NamedDependency[Checks]) -> Template:
    """Every model that may serve here, with its latest check."""
    return Template("models.html.j2", context=await view(settings, checks))


async def view(settings: Settings, checks: Checks) -> dict[str, Any]:
    """What `models_checked.html.j2` shows: the models in use first, then others that were checked, then the rules."""
    known = await checks.latest()
    used = models_in_use(settings)
    names = dict.fromkeys((*used, *(name for name in known if name != RULES), *([RULES] if RULES in known else [])))
    serves: dict[str, list[str]] = {}
    for row in rows(settings):
        serves.setdefault(row.engine, []).append("may be chosen as driver" if row.role == "driver" else row.role)
    return {"models": [_shown(name, known.get(name), serves.get(name, [])) for name in names], "used": used}


def _shown(name: str, found: Checked | None, serves: list[str]) -> dict[str, Any]:
    return {"name": name, "found": found, "serves": serves, "doubt": None if name == RULES else doubt(found, ROLES)}


HANDLERS = (models_page,)
