"""One client's page: what it is made of, and the way back to it."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from litestar.response import Redirect, Template

from agents.errors import CorrectInput
from server.accounts.repository import Accounts
from server.accounts.tables import Account
from server.assessments.repository import Assessments
from server.assessments.view import brief
from server.clients.handing import Handing, went
from server.clients.repository import FIRST_YEAR, LONGEST_NOTE, MOST_WEEKS, Clients, today
from server.clients.trends import trend_of
from server.database import Database
from server.engines.fitness import Checks
from server.engines.roles import offered
from server.interviews.lists.drawings import strip
from server.interviews.locales import LOCALES
from server.interviews.person.holding import holds
from server.interviews.repository import Interviews
from server.interviews.standing_alerts import standing
from server.settings import Settings
from server.undo import UNDO

PATH: Final = "/clients"


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page of one client is made of."""

    client: UUID
    account: Account
    clients: Clients
    handing: Handing
    interviews: Interviews
    assessments: Assessments
    database: Database
    settings: Settings
    checks: Checks

    async def page(self, wrong: str = "", error: CorrectInput | None = None, given: Any = None) -> Template:
        """The page; with what was wrong with which form and what was typed, where something was. Raises NotFound."""
        found = await self.clients.get_for(self.account, self.client)
        held = await self.clients.interviews(self.client)
        alerts = [row for row in await self.interviews.alerts_for(self.account) if row.client_id == self.client]
        shown = {
            "client": found,
            "open_alerts": alerts,
            "standing": await standing(self.database.pool, [row.id for row in alerts]),
            "dangers": [one for one in await self.assessments.dangers(self.account) if one.client == self.client],
            "others": await Accounts(self.database).others(self.account),
            "held": held,
            "holds": await holds(self.database.pool, self.account, [row for row, _ in held]),
            "trend": trend_of(held),
            "transcripts": [(row, brief(row)) for row in await self.assessments.of_client(self.account, self.client)],
            "notes": await self.clients.notes(self.client),
            "plan": await self.clients.plan(self.client),
            "ended_plan": await self.clients.ended_plan(self.client),
            "takers": await self.handing.takers(found),
            "owner": await self.clients.owner(found),
            "handovers": went(await self.handing.of(self.client)),
            "given": next((one for one in await self.handing.given(self.account) if one.client.id == found.id), None),
            "last": held[0][0] if held else None,
            "locales": LOCALES,
            "drivers": offered(self.settings),
            "doubts": await self.checks.doubts(self.settings),
            "strip": strip,
            "today": today(),
            "first_year": FIRST_YEAR,
            "longest_note": LONGEST_NOTE,
            "most_weeks": MOST_WEEKS,
            "me": self.account,
            "undo_minutes": int(UNDO.total_seconds() // 60),
        }
        shown |= {"wrong": wrong, "error": str(error or ""), "typed": given}
        return Template("client.html.j2", context=shown, status_code=422 if error else 200)

    def back(self, to: str = "") -> Redirect:
        """To the page after something was done."""
        return Redirect(f"{PATH}/{self.client}" + (f"#{to}" if to else ""), status_code=303)


async def of_client(
    client_id: FromPath[UUID],
    account: NamedDependency[Account],
    clients: NamedDependency[Clients],
    interviews: NamedDependency[Interviews],
    assessments: NamedDependency[Assessments],
    database: NamedDependency[Database],
    settings: NamedDependency[Settings],
    checks: NamedDependency[Checks],
) -> Shown:
    """What the handlers show again where a form can't be done."""
    return Shown(client_id, account, clients, Handing(database), interviews, assessments, database, settings, checks)


SHOWN: Final = {"shown": Provide(of_client)}
