"""Clients over HTTP: the list, one client's page, and what its forms do. A form that cannot be done keeps its words."""

from dataclasses import dataclass
from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template

from agents.diagnostician.port import Mode
from agents.errors import CorrectInput, NotFound
from agents.interview.presence import Why
from server.accounts.tables import Account
from server.clients.repository import FIRST_YEAR, LONGEST_NOTE, MOST_WEEKS, Clients, code_of, plan_of, today, year_of
from server.clients.trends import trend_of
from server.engines.fitness import Checks
from server.engines.roles import chosen, offered
from server.http.security import staff
from server.interviews.lists.drawings import strip
from server.interviews.lists.outcomes import Outcomes
from server.interviews.locales import LOCALES
from server.interviews.person.repository import InPerson
from server.interviews.repository import Interviews
from server.openapi.contract import NOTHING, PAGE, described, form_of
from server.settings import Settings

PATH: Final = "/clients"
Asked = Request[Any, Any, Any]
Form = Body(media_type=RequestEncodingType.URL_ENCODED)
_ANSWERS: Final = {303: (), 422: (PAGE,)}


@dataclass(frozen=True, slots=True)
class ClientForm:
    """A code, never a name, and the year of birth if it matters."""

    code: str
    birth_year: str = ""


@dataclass(frozen=True, slots=True)
class NoteForm:
    """A note."""

    note: str


@dataclass(frozen=True, slots=True)
class PlanForm:
    """Every how many weeks, and the day of the next interview."""

    every_weeks: str
    next_on: str


@dataclass(frozen=True, slots=True)
class StartForm:
    """How the interview is held; what is left out is as in the client's last one. `in_person` is set where the
    clinician holds it."""

    mode: str = ""
    locale: str = ""
    driver: str = ""
    in_person: str = ""


@dataclass(frozen=True, slots=True)
class HandoverForm:
    """The number of the colleague's account."""

    taker: str


@get(PATH, guards=[staff], **described("clients_page", "Page of the clients", gives=PAGE))
async def clients_page(account: NamedDependency[Account], clients: NamedDependency[Clients]) -> Template:
    """Every client of this account, and the form for a new one."""
    return await _list(account, clients)


@post(PATH, guards=[staff], **described("add_client", "Add a client", takes=form_of(ClientForm), gives=_ANSWERS))
async def add_client(
    data: Annotated[ClientForm, Form], account: NamedDependency[Account], clients: NamedDependency[Clients]
) -> Redirect | Template:
    """A new client, by a code."""
    try:
        client = await clients.add(account, code_of(data.code), year_of(data.birth_year))
    except CorrectInput as wrong:
        return await _list(account, clients, error=str(wrong), given=data)
    return _back(client.id)


@get(
    PATH + "/{client_id:uuid}",
    guards=[staff],
    **described("client_page", "Page of one client", gives=PAGE, errors=(NotFound,)),
)
async def client_page(
    client_id: FromPath[UUID],
    account: NamedDependency[Account],
    clients: NamedDependency[Clients],
    outcomes: NamedDependency[Outcomes],
    settings: NamedDependency[Settings],
    checks: NamedDependency[Checks],
) -> Template:
    """What changed, the trend, interviews, repeats and notes. Raises NotFound."""
    await outcomes.settle(account)
    return await _page(client_id, account, clients, settings, checks)


@post(
    PATH + "/{client_id:uuid}",
    guards=[staff],
    **described(
        "change_client", "Change a client's code", takes=form_of(ClientForm), gives=_ANSWERS, errors=(NotFound,)
    ),
)
async def change_client(
    client_id: FromPath[UUID],
    data: Annotated[ClientForm, Form],
    account: NamedDependency[Account],
    clients: NamedDependency[Clients],
    settings: NamedDependency[Settings],
    checks: NamedDependency[Checks],
) -> Redirect | Template:
    """Another code or year of birth. Raises NotFound."""
    try:
        await clients.change(account, client_id, code_of(data.code), year_of(data.birth_year))
    except CorrectInput as wrong:
        return await _page(client_id, account, clients, settings, checks, wrong="client", error=str(wrong), given=data)
    return _back(client_id)


@post(
    PATH + "/{client_id:uuid}/notes",
    guards=[staff],
    **described("write_note", "Write a note", takes=form_of(NoteForm), gives=_ANSWERS, errors=(NotFound,)),
)
async def write_note(
    client_id: FromPath[UUID],
    data: Annotated[NoteForm, Form],
    account: NamedDependency[Account],
    clients: NamedDependency[Clients],
    settings: NamedDependency[Settings],
    checks: NamedDependency[Checks],
) -> Redirect | Template:
    """A note about the client. Raises NotFound."""
    try:
        await clients.write(account, client_id, data.note)
    except CorrectInput as wrong:
        return await _page(client_id, account, clients, settings, checks, wrong="note", error=str(wrong), given=data)
    return _back(client_id, "notes")


@post(
    PATH + "/{client_id:uuid}/plan",
    guards=[staff],
    **described("plan_repeats", "Plan repeats", takes=form_of(PlanForm), gives=_ANSWERS, errors=(NotFound,)),
)
async def plan_repeats(
    client_id: FromPath[UUID],
    data: Annotated[PlanForm, Form],
    account: NamedDependency[Account],
    clients: NamedDependency[Clients],
    settings: NamedDependency[Settings],
    checks: NamedDependency[Checks],
) -> Redirect | Template:
    """An interview every so many weeks. Raises NotFound."""
    try:
        weeks, day = plan_of(data.every_weeks, data.next_on)
    except CorrectInput as wrong:
        return await _page(client_id, account, clients, settings, checks, wrong="plan", error=str(wrong), given=data)
    await clients.repeat(account, client_id, weeks, day)
    return _back(client_id, "plan")


@post(
    PATH + "/{client_id:uuid}/plan/end",
    guards=[staff],
    **described("end_repeats", "End the repeats", takes=NOTHING, gives={303: ()}, errors=(NotFound,)),
)
async def end_repeats(
    client_id: FromPath[UUID], account: NamedDependency[Account], clients: NamedDependency[Clients]
) -> Redirect:
    """No more repeats. Raises NotFound."""
    await clients.end_repeats(account, client_id)
    return _back(client_id, "plan")


@post(
    PATH + "/{client_id:uuid}/interviews",
    guards=[staff],
    **described(
        "start_for_client", "Start a client's interview", takes=form_of(StartForm), gives=_ANSWERS, errors=(NotFound,)
    ),
)
async def start_for_client(
    client_id: FromPath[UUID],
    data: Annotated[StartForm, Form],
    account: NamedDependency[Account],
    clients: NamedDependency[Clients],
    interviews: NamedDependency[Interviews],
    settings: NamedDependency[Settings],
    checks: NamedDependency[Checks],
    in_person: NamedDependency[InPerson],
) -> Redirect | Template:
    """A new interview under the client's code, its therapist's; the one that was due counts as held. Raises
    NotFound."""
    client = await clients.get_for(account, client_id)
    owner = await clients.owner(client) or account
    last = next((interview for interview, _ in await clients.interviews(client_id)), None)
    try:
        mode = data.mode or (last.mode if last else Mode.SCREENING.value)
        locale = data.locale or (last.locale if last else next(iter(LOCALES)))
        if mode not in set(Mode) or locale not in LOCALES:
            raise CorrectInput("Choose how far the report goes and where the client is.")
        driver = chosen(settings, data.driver or None)
    except CorrectInput as wrong:
        return await _page(client_id, account, clients, settings, checks, wrong="start", error=str(wrong), given=data)
    tapped = last is None or last.quick_answers
    row = await interviews.start(
        owner, client.code, Mode(mode), locale, driver=driver, quick_answers=tapped, client_id=client_id
    )
    await clients.started(client_id)
    if data.in_person:
        await in_person.hold(account, row.id, Why.IN_PERSON)
    return Redirect(f"/interviews/{row.id}" + ("/in-person" if data.in_person else ""), status_code=303)


@post(
    PATH + "/{client_id:uuid}/hand-over",
    guards=[staff],
    **described("hand_over", "Hand a client over", takes=form_of(HandoverForm), gives=_ANSWERS, errors=(NotFound,)),
)
async def hand_over(
    client_id: FromPath[UUID],
    data: Annotated[HandoverForm, Form],
    account: NamedDependency[Account],
    clients: NamedDependency[Clients],
    settings: NamedDependency[Settings],
    checks: NamedDependency[Checks],
) -> Redirect | Template:
    """The client and all their interviews become a colleague's; it is kept who did so. Raises NotFound."""
    try:
        await clients.hand_over(account, client_id, _number(data.taker))
    except CorrectInput as wrong:
        return await _page(
            client_id, account, clients, settings, checks, wrong="hand-over", error=str(wrong), given=data
        )
    return _back(client_id, "hand-over") if account.role == "admin" else Redirect(PATH, status_code=303)


def _number(given: str) -> UUID:
    try:
        return UUID(given)
    except ValueError as wrong:
        raise CorrectInput("Choose the colleague who takes over.") from wrong


def _back(client: UUID, to: str = "") -> Redirect:
    return Redirect(f"{PATH}/{client}" + (f"#{to}" if to else ""), status_code=303)


async def _list(account: Account, clients: Clients, error: str | None = None, given: Any = None) -> Template:
    shown = {"clients": await clients.list_for(account), "error": error, "given": given, "today": today()}
    shown |= {"first_year": FIRST_YEAR}
    return Template("clients.html.j2", context=shown, status_code=422 if error else 200)


async def _page(
    client: UUID, account: Account, clients: Clients, settings: Settings, checks: Checks, **said: Any
) -> Template:
    found = await clients.get_for(account, client)
    held = await clients.interviews(client)
    shown = {
        "client": found,
        "held": held,
        "trend": trend_of(held),
        "notes": await clients.notes(client),
        "plan": await clients.plan(client),
        "takers": await clients.takers(found),
        "owner": await clients.owner(found),
        "handovers": await clients.handovers(client),
        "last": held[0][0] if held else None,
        "locales": LOCALES,
        "drivers": offered(settings),
        "doubts": await checks.doubts(settings),
        "strip": strip,
        "today": today(),
        "first_year": FIRST_YEAR,
        "longest_note": LONGEST_NOTE,
        "most_weeks": MOST_WEEKS,
        "me": account,
    }
    return Template("client.html.j2", context=shown | said, status_code=422 if said else 200)


HANDLERS = (
    clients_page,
    add_client,
    client_page,
    change_client,
    write_note,
    plan_repeats,
    end_repeats,
    start_for_client,
    hand_over,
)
