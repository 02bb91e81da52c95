"""Interviews over HTTP: start one, read what it found, acknowledge its alert, ask for its report."""

from typing import Annotated, Any, Literal
from uuid import UUID

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_303_SEE_OTHER, HTTP_404_NOT_FOUND
from pydantic import Field

from agents.diagnostician.port import Mode
from agents.domain.profile import PatientProfile, SessionStatus
from agents.domain.value import Value
from agents.errors import CorrectInput, NotFound, NotNow
from agents.interview.presence import Why
from server.accounts.tables import Account
from server.engines.roles import chosen
from server.errors import browses
from server.http.bodies import by_page, fields_of, known, parsed
from server.http.security import staff
from server.interviews.access import InterviewAccess, patient_cookie
from server.interviews.answers import Acknowledged, Started, WrittenReport
from server.interviews.invented import Persona
from server.interviews.locales import Locale
from server.interviews.of_clients import ClientsOfOwner
from server.interviews.person.acknowledging import acknowledge
from server.interviews.person.notes import InterviewNotes
from server.interviews.person.repository import InPerson
from server.interviews.person.screens import LONGEST_RESULT, given_in
from server.interviews.repository import NOTE_LENGTH, Interviews
from server.openapi.contract import described, form_of, json_of
from server.patient_page import PLACE_COOKIE, patient_page, place_of
from server.settings import Settings

LABEL_LENGTH = 120
CLIENT_CODE = r"^[\w.\-/]{1,24}$"
_NO_REPORT = {
    SessionStatus.TERMINATED_FOR_SAFETY: "This interview was ended for safety; there is no report.",
    SessionStatus.ENDED_BY_CLINICIAN: "This interview was closed before its end; there is no report.",
    SessionStatus.ENDED_BY_PATIENT: "The patient ended this interview; there is no report.",
}
FIELDS = {"label", "mode", "locale", "personaId", "driver", "quickAnswers", "client", "reference"}


class Acknowledgement(Value):
    """What was done about the alert, in a few words; with the suicide screen that was given, if one was, and what came
    of it."""

    note: Annotated[str, Field(min_length=1, max_length=NOTE_LENGTH)]
    screen: Literal["none", "c-ssrs", "asq", "other"] | None = None
    result: Annotated[str, Field(max_length=LONGEST_RESULT)] = ""


class Start(Value):
    """What an interview is started with. `label` is the therapist's own mark for it, never a name; `driver` is the
    engine that leads it, the installation's default one when it is left out; `quick_answers` offers the patient the
    five answers as buttons beside free text. `client` is a code of the account's, and makes the client where there is
    none; `reference` is the name that a record system has for the interview."""

    label: Annotated[str, Field(min_length=1, max_length=LABEL_LENGTH)]
    mode: Mode = Mode.SCREENING
    locale: Locale = "en-US"
    persona_id: Persona | None = None
    driver: Annotated[str | None, Field(max_length=LABEL_LENGTH)] = None
    quick_answers: bool = True
    client: Annotated[str | None, Field(pattern=CLIENT_CODE)] = None
    reference: Annotated[str | None, Field(min_length=1, max_length=LABEL_LENGTH)] = None


@post(
    "/interviews",
    guards=[staff],
    **described(
        "start_interview",
        "Start an interview",
        takes=(json_of(Start), form_of(Start)),
        gives={201: (json_of(Started),), 303: ()},
        errors=(CorrectInput, ClientException),
        stable=True,
        scope="interviews:create",
    ),
)
async def start_interview(
    request: Request[Any, Any, Any],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    clients: NamedDependency[ClientsOfOwner],
    settings: NamedDependency[Settings],
    in_person: NamedDependency[InPerson],
) -> Response[Any]:
    """Start an interview: JSON for JSON and for a token, the next page for a page's form. For a client, the one that
    was due counts as held."""
    given, page = await fields_of(request), by_page(request)
    start = _start({name: value for name, value in given.items() if name in FIELDS} if page else given)
    driver = _driver(settings, start)
    about = (start.label.strip(), start.mode, start.locale, start.persona_id)
    client = await clients.coded(account, start.client) if start.client else None
    row = await interviews.start(account, *about, driver, start.quick_answers, client, start.reference)
    if client is not None:
        await clients.started(client)
    if page and given.get("inPerson"):
        await in_person.hold(account, row.id, Why.IN_PERSON)
        return Redirect(f"/interviews/{row.id}/in-person", status_code=HTTP_303_SEE_OTHER)
    if page:
        return Redirect(f"/interviews/{row.id}", status_code=HTTP_303_SEE_OTHER)
    return Response(Started(id=row.id).model_dump(mode="json"), status_code=HTTP_201_CREATED)


def _start(given: object) -> Start:
    start = parsed(Start, given)
    if not start.label.strip():
        raise CorrectInput("label: give the interview a code (no names, no initials), so that you find it again")
    return start


def _driver(settings: Settings, start: Start) -> str:
    """The driver asked for. Answers 400, with the list, to one that is not offered."""
    try:
        return chosen(settings, start.driver or None)
    except CorrectInput as unknown:
        raise ClientException(str(unknown)) from None


@post(
    "/interviews/{interview_id:uuid}/acknowledge",
    guards=[staff],
    status_code=HTTP_200_OK,
    **described(
        "acknowledge_alert",
        "Acknowledge the safety alert",
        takes=json_of(Acknowledgement),
        gives=json_of(Acknowledged),
        errors=(CorrectInput, NotFound, NotNow),
        stable=True,
    ),
)
async def acknowledge_alert(
    request: Request[Any, Any, Any],
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    interview_notes: NamedDependency[InterviewNotes],
) -> dict[str, Any]:
    """The therapist has seen the alerts that stand, and notes what was done. A suicide screen is kept as a note on the
    interview. Answers 409 where none stands."""
    given = await request.json() if await request.body() else None
    if given is not None:
        known(Acknowledgement, given)
    told = given if isinstance(given, dict) else {}
    screen = given_in(told.get("screen"), told.get("result"))
    seen = await acknowledge(interviews, interview_notes, account, interview_id, told.get("note"), screen)
    at = seen.at.isoformat() if seen.at else ""
    return Acknowledged(by=seen.by, name=seen.name, at=at, note=seen.note).model_dump(mode="json")


@get(
    "/interviews/{interview_id:uuid}/profile",
    guards=[staff],
    **described(
        "read_profile",
        "Read the patient profile",
        gives=json_of(PatientProfile),
        errors=(NotFound,),
        stable=True,
        scope="results:read",
    ),
)
async def read_profile(
    interview_id: FromPath[UUID], account: NamedDependency[Account], interviews: NamedDependency[Interviews]
) -> Response[str]:
    """The patient profile as it is now."""
    profile = await interviews.profile(account, interview_id)
    return Response(profile.model_dump_json(), media_type="application/json")


@get(
    "/interviews/{interview_id:uuid}/report",
    guards=[staff],
    **described(
        "read_report",
        "Read the report",
        gives=json_of(WrittenReport),
        errors=(NotFound, NotNow),
        stable=True,
        scope="results:read",
    ),
)
async def read_report(
    interview_id: FromPath[UUID], account: NamedDependency[Account], interviews: NamedDependency[Interviews]
) -> dict[str, Any]:
    """The finished report. Answers 409 before the end, and for ever where the interview ended for safety or because the
    patient ended it."""
    row = await interviews.get_for(account, interview_id)
    report = await interviews.report(account, interview_id)
    if report is None:
        raise NotNow(_NO_REPORT.get(SessionStatus(row.status), "The interview is not finished."))
    return WrittenReport(markdown=report.markdown, sections=report.sections).model_dump(mode="json")


@get(
    "/p/{token:str}",
    **described("enter_by_link", "Follow a patient's link", gives={303: ()}, errors=(NotFound,)),
)
async def enter_by_link(
    request: Request[Any, Any, Any],
    token: FromPath[str],
    access: NamedDependency[InterviewAccess],
    settings: NamedDependency[Settings],
) -> Redirect | Template:
    """A patient follows the link: the browser gets its cookie and goes to the chat. Raises NotFound for programs."""
    entered = await access.enter(token)
    if entered is None and browses(request):
        place = await access.place_of_link(token) or place_of(request, settings)
        return Template("link_gone.html.j2", context=patient_page(settings, place), status_code=HTTP_404_NOT_FOUND)
    if entered is None:
        raise NotFound("This link is no longer valid.")
    answer = Redirect(f"/chat/{entered.interview}", status_code=HTTP_303_SEE_OTHER)
    kept = {patient_cookie(entered.interview): entered.token, PLACE_COOKIE: entered.locale}
    for name, value in kept.items():
        answer.set_cookie(
            key=name,
            value=value,
            expires=None,
            max_age=access.seconds_left(entered),
            httponly=True,
            secure=settings.secure,
            samesite="lax",
        )
    return answer


HANDLERS = (
    start_interview,
    acknowledge_alert,
    read_profile,
    read_report,
    enter_by_link,
)
