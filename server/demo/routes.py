"""The three doors of the start page: a scripted patient, a finished report with a trend, a safety stop from both
sides. And the way to be rid of it all."""

from typing import Any, Final
from uuid import UUID

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_303_SEE_OTHER

from agents.diagnostician.port import Mode
from agents.domain.phase import Phase
from agents.errors import NotFound, NotNow
from server.accounts.tables import Account
from server.cards.repository import Cards
from server.database import Database
from server.demo.both_sides import both_sides
from server.demo.player import Player
from server.demo.repository import Demo
from server.http.security import staff
from server.interviews.event_log import EventLog
from server.interviews.invented import SCRIPTED
from server.interviews.patient_links import PatientLinks
from server.interviews.repository import Interviews
from server.interviews.standing_alerts import standing
from server.interviews.tables import Interview
from server.openapi.contract import NOTHING, PAGE, described
from server.settings import RULES, Settings

PLAY: Final = f"{SCRIPTED}play"
STOP: Final = f"{SCRIPTED}stop"
_NOT_HERE: Final = "There is no such invented interview."


@post(
    "/demo/play",
    guards=[staff],
    **described("play_script", "Play a scripted patient", takes=NOTHING, gives={303: ()}, errors=(NotNow,)),
)
async def play_script(
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    demo: NamedDependency[Demo],
    player: NamedDependency[Player],
) -> Redirect:
    """A whole interview at speed, to watch on its page. One that is under way goes on instead."""
    interview = await demo.found(account, PLAY, running=True)
    if interview is None:
        row = await interviews.start(account, "Invented, played", Mode.SCREENING, "en-US", PLAY)
        interview = row.id
    player.begin(interview, PLAY)
    return _to(f"/interviews/{interview}")


@post(
    "/demo/{interview_id:uuid}/play",
    guards=[staff],
    **described("play_on", "Let a script go on", takes=NOTHING, gives={303: ()}, errors=(NotFound, NotNow)),
)
async def play_on(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    player: NamedDependency[Player],
) -> Redirect:
    """A script that was broken off answers again. Raises NotFound for an interview that no script answers."""
    row = await _scripted(interviews, account, interview_id)
    player.begin(row.id, row.persona_id or "")
    return _to(f"/interviews/{row.id}")


@post(
    "/demo/report",
    guards=[staff],
    **described("invented_report", "Open an invented report", takes=NOTHING, gives={303: ()}, errors=(NotNow,)),
)
async def invented_report(
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    demo: NamedDependency[Demo],
    cards: NamedDependency[Cards],
) -> Redirect:
    """The latest report of an invented client with several interviews; both are written where there are none."""
    interview, new = await demo.report(account)
    if new:
        await cards.start(await interviews.get_for(account, interview), (RULES,), judged=False)
    return _to(f"/interviews/{interview}")


@post(
    "/demo/stop",
    guards=[staff],
    **described("invented_stop", "See a safety stop", takes=NOTHING, gives={303: ()}, errors=(NotNow,)),
)
async def invented_stop(
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    demo: NamedDependency[Demo],
    player: NamedDependency[Player],
) -> Redirect:
    """A scripted interview that is ended for safety, from both sides. There is one, until it is removed."""
    interview = await demo.found(account, STOP, running=False)
    if interview is None:
        interview = await demo.found(account, STOP, running=True)
        if interview is None:
            row = await interviews.start(account, "Invented, stopped", Mode.SCREENING, "en-US", STOP)
            interview = row.id
        await player.at_once(interview, STOP)
    return _to(f"/demo/stop/{interview}")


@get(
    "/demo/stop/{interview_id:uuid}",
    guards=[staff],
    **described("both_sides_page", "Page of a safety stop from both sides", gives=PAGE, errors=(NotFound,)),
)
async def both_sides_page(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    log: NamedDependency[EventLog],
    database: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> Template:
    """What the patient reads, and what the therapist gets. Raises NotFound where no script was stopped."""
    row = await _scripted(interviews, account, interview_id)
    if row.phase != Phase.SAFETY_STOP:
        raise NotFound(_NOT_HERE)
    entries = [(event, at) for _, event, at in await log.read(row.id)]
    shown: dict[str, Any] = {
        "interview": row,
        "sides": both_sides(entries, settings, row.id, account.email),
        "standing": await standing(database.pool, [row.id]),
    }
    return Template("both_sides.html.j2", context=shown)


@post(
    "/demo/{interview_id:uuid}/patient",
    guards=[staff],
    **described("as_patient", "Open the patient's page", takes=NOTHING, gives={303: ()}, errors=(NotFound, NotNow)),
)
async def as_patient(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    links: NamedDependency[PatientLinks],
) -> Redirect:
    """The very page on which the patient reads the safety message. Raises NotFound where no script was stopped."""
    row = await _scripted(interviews, account, interview_id)
    if row.phase != Phase.SAFETY_STOP:
        raise NotFound(_NOT_HERE)
    return _to(f"/p/{(await links.living(row.id)).token}")


@get(
    "/demo/remove",
    guards=[staff],
    **described("removal_page", "Page that asks whether everything invented is to go", gives=PAGE),
)
async def removal_page(account: NamedDependency[Account], demo: NamedDependency[Demo]) -> Template:
    """What would go, and what would stay."""
    shown = {"going": await demo.going(account), "filling": demo.filling}
    return Template("remove_invented.html.j2", context=shown)


@post(
    "/demo/remove",
    guards=[staff],
    **described("remove_invented", "Remove everything invented", takes=NOTHING, gives={303: ()}, errors=(NotNow,)),
)
async def remove_invented(
    account: NamedDependency[Account], demo: NamedDependency[Demo], player: NamedDependency[Player]
) -> Redirect:
    """This account's invented clients, and every interview that a script answered, for good. Answers 409 while they are
    being filled in."""
    if demo.filling is not None:
        raise NotNow("The invented clinic's month is still being filled in. Remove it once that is done.")
    await player.end(await demo.mine(account))
    await demo.remove(account)
    return _to("/today?invented=removed")


async def _scripted(interviews: Interviews, account: Account, interview: UUID) -> Interview:
    row = await interviews.get_for(account, interview)
    if not row.scripted:
        raise NotFound(_NOT_HERE)
    return row


def _to(address: str) -> Redirect:
    return Redirect(address, status_code=HTTP_303_SEE_OTHER)


HANDLERS = (
    play_script,
    play_on,
    invented_report,
    invented_stop,
    both_sides_page,
    as_patient,
    removal_page,
    remove_invented,
)
