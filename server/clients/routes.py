"""Clients over HTTP: the list, one client's page, and what its forms do. A form that cannot be done keeps its words."""

from dataclasses import dataclass
from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath, FromQuery, Parameter
from litestar.response import Redirect, Template

from agents.diagnostician.port import Mode
from agents.errors import CorrectInput, NotFound
from agents.interview.presence import Why
from server.accounts.tables import Account
from server.clients.handing import Handing
from server.clients.listing import FILTERS, LONGEST_SEARCH, MOST_PAGES, ORDERS, ClientList, Order, Show, Wanted
from server.clients.page import PATH, SHOWN, Shown
from server.clients.repository import FIRST_YEAR, Clients, code_of, plan_of, today, year_of
from server.database import Database
from server.engines.roles import chosen
from server.http.security import staff
from server.interviews.lists.outcomes import Outcomes
from server.interviews.locales import LOCALES
from server.interviews.person.repository import InPerson
from server.openapi.contract import NOTHING, PAGE, described, form_of

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
async def clients_page(
    account: NamedDependency[Account],
    database: NamedDependency[Database],
    q: Annotated[str, Parameter(max_length=LONGEST_SEARCH)] = "",
    show: FromQuery[Show] = Show.ALL,
    sort: FromQuery[Order] = Order.CODE,
    page: Annotated[int, Parameter(ge=1, le=MOST_PAGES)] = 1,
) -> Template:
    """The clients of this account, searched and filtered a page at a time, and the form for a new one."""
    return await _list(account, database, Wanted(q.replace("\0", "").strip(), show, sort, page))


@post(PATH, guards=[staff], **described("add_client", "Add a client", takes=form_of(ClientForm), gives=_ANSWERS))
async def add_client(
    data: Annotated[ClientForm, Form],
    account: NamedDependency[Account],
    clients: NamedDependency[Clients],
    database: NamedDependency[Database],
) -> Redirect | Template:
    """A new client, by a code."""
    try:
        client = await clients.add(account, code_of(data.code), year_of(data.birth_year))
    except CorrectInput as wrong:
        return await _list(account, database, Wanted(), error=str(wrong), given=data)
    return Redirect(f"{PATH}/{client.id}", status_code=303)


@get(
    PATH + "/{client_id:uuid}",
    guards=[staff],
    dependencies=SHOWN,
    **described("client_page", "Page of one client", gives=PAGE, errors=(NotFound,)),
)
async def client_page(outcomes: NamedDependency[Outcomes], shown: NamedDependency[Shown]) -> Template:
    """What changed, the trend, interviews, repeats and notes. Raises NotFound."""
    await outcomes.settle(shown.account)
    return await shown.page()


@post(
    PATH + "/{client_id:uuid}",
    guards=[staff],
    dependencies=SHOWN,
    **described(
        "change_client", "Change a client's code", takes=form_of(ClientForm), gives=_ANSWERS, errors=(NotFound,)
    ),
)
async def change_client(data: Annotated[ClientForm, Form], shown: NamedDependency[Shown]) -> Redirect | Template:
    """Another code or year of birth. Raises NotFound."""
    try:
        await shown.clients.change(shown.account, shown.client, code_of(data.code), year_of(data.birth_year))
    except CorrectInput as wrong:
        return await shown.page("client", wrong, data)
    return shown.back()


@post(
    PATH + "/{client_id:uuid}/notes",
    guards=[staff],
    dependencies=SHOWN,
    **described("write_note", "Write a note", takes=form_of(NoteForm), gives=_ANSWERS, errors=(NotFound,)),
)
async def write_note(data: Annotated[NoteForm, Form], shown: NamedDependency[Shown]) -> Redirect | Template:
    """A note about the client. Raises NotFound."""
    try:
        note = await shown.clients.write(shown.account, shown.client, data.note)
    except CorrectInput as wrong:
        return await shown.page("note", wrong, data)
    return shown.back(f"note-{note}")


@post(
    PATH + "/{client_id:uuid}/plan",
    guards=[staff],
    dependencies=SHOWN,
    **described("plan_repeats", "Plan repeats", takes=form_of(PlanForm), gives=_ANSWERS, errors=(NotFound,)),
)
async def plan_repeats(data: Annotated[PlanForm, Form], shown: NamedDependency[Shown]) -> Redirect | Template:
    """An interview every so many weeks. Raises NotFound."""
    try:
        weeks, day = plan_of(data.every_weeks, data.next_on)
    except CorrectInput as wrong:
        return await shown.page("plan", wrong, data)
    await shown.clients.repeat(shown.account, shown.client, weeks, day)
    return shown.back("plan")


@post(
    PATH + "/{client_id:uuid}/plan/end",
    guards=[staff],
    dependencies=SHOWN,
    **described("end_repeats", "End the repeats", takes=NOTHING, gives={303: ()}, errors=(NotFound,)),
)
async def end_repeats(shown: NamedDependency[Shown]) -> Redirect:
    """No more repeats; that can be undone for a while. Raises NotFound."""
    await shown.clients.end_repeats(shown.account, shown.client)
    return shown.back("plan-undo")


@post(
    PATH + "/{client_id:uuid}/plan/resume",
    guards=[staff],
    dependencies=SHOWN,
    **described("resume_repeats", "Undo the end of the repeats", takes=NOTHING, gives={303: ()}, errors=(NotFound,)),
)
async def resume_repeats(shown: NamedDependency[Shown]) -> Redirect:
    """The repeats go on as if they had never ended. Raises NotFound, also when it is too late."""
    await shown.clients.resume_repeats(shown.account, shown.client)
    return shown.back("plan")


@post(
    PATH + "/{client_id:uuid}/interviews",
    guards=[staff],
    dependencies=SHOWN,
    **described(
        "start_for_client", "Start a client's interview", takes=form_of(StartForm), gives=_ANSWERS, errors=(NotFound,)
    ),
)
async def start_for_client(
    data: Annotated[StartForm, Form],
    in_person: NamedDependency[InPerson],
    shown: NamedDependency[Shown],
) -> Redirect | Template:
    """A new interview under the client's code, its therapist's; the one that was due counts as held. Raises
    NotFound."""
    account, clients, number = shown.account, shown.clients, shown.client
    client = await clients.get_for(account, number)
    owner = await clients.owner(client) or account
    last = next((interview for interview, _ in await clients.interviews(number)), None)
    try:
        mode = data.mode or (last.mode if last else Mode.SCREENING.value)
        locale = data.locale or (last.locale if last else next(iter(LOCALES)))
        if mode not in set(Mode) or locale not in LOCALES:
            raise CorrectInput("Choose how far the report goes and where the client is.")
        driver = chosen(shown.settings, data.driver or None)
    except CorrectInput as wrong:
        return await shown.page("start", wrong, data)
    tapped = last is None or last.quick_answers
    row = await shown.interviews.start(
        owner, client.code, Mode(mode), locale, driver=driver, quick_answers=tapped, client_id=number
    )
    await clients.started(number)
    if data.in_person:
        await in_person.hold(account, row.id, Why.IN_PERSON)
    return Redirect(f"/interviews/{row.id}" + ("/in-person" if data.in_person else ""), status_code=303)


@post(
    PATH + "/{client_id:uuid}/hand-over",
    guards=[staff],
    dependencies=SHOWN,
    **described("hand_over", "Hand a client over", takes=form_of(HandoverForm), gives=_ANSWERS, errors=(NotFound,)),
)
async def hand_over(data: Annotated[HandoverForm, Form], shown: NamedDependency[Shown]) -> Redirect | Template:
    """The client and all their interviews become a colleague's; it is kept who did so, and can be taken back for a
    while. Raises NotFound."""
    client = await shown.clients.get_for(shown.account, shown.client)
    try:
        await shown.handing.hand_over(shown.account, client, _number(data.taker))
    except CorrectInput as wrong:
        return await shown.page("hand-over", wrong, data)
    return shown.back("handed") if shown.account.role == "admin" else Redirect(f"{PATH}#handed", status_code=303)


@post(
    PATH + "/{client_id:uuid}/hand-over/undo",
    guards=[staff],
    **described(
        "take_client_back", "Take a client back", takes=NOTHING, gives={303: ()}, errors=(NotFound, CorrectInput)
    ),
)
async def take_client_back(
    client_id: FromPath[UUID], account: NamedDependency[Account], database: NamedDependency[Database]
) -> Redirect:
    """The client is whose it was before this account handed it over. Raises NotFound, also when it is too late."""
    await Handing(database).take_back(account, client_id)
    return Redirect(f"{PATH}/{client_id}#hand-over", status_code=303)


def _number(given: str) -> UUID:
    try:
        return UUID(given)
    except ValueError as wrong:
        raise CorrectInput("Choose the colleague who takes over.") from wrong


async def _list(account: Account, database: Database, wanted: Wanted, error: str = "", given: Any = None) -> Template:
    shown: dict[str, Any] = {"listing": await ClientList(database).read(account, wanted), "wanted": wanted}
    shown |= {"filters": FILTERS, "orders": ORDERS, "handed": await Handing(database).given(account), "today": today()}
    shown |= {"error": error, "typed": given, "first_year": FIRST_YEAR}
    return Template("clients.html.j2", context=shown, status_code=422 if error else 200)


HANDLERS = (
    clients_page,
    add_client,
    client_page,
    change_client,
    write_note,
    plan_repeats,
    end_repeats,
    resume_repeats,
    start_for_client,
    hand_over,
    take_client_back,
)
