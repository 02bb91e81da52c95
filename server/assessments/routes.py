"""Transcripts over HTTP: hand one in, follow its assessment, read it; an interview goes the same way by one click."""

import asyncio
from typing import Annotated, Any, Final, Literal, NamedTuple
from uuid import UUID

from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.params import FromPath, Parameter
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_202_ACCEPTED, HTTP_303_SEE_OTHER

from agents.assessment.formats.reading import of_json, read
from agents.assessment.result_json import DISCLAIMER, result_json
from agents.domain import phq8
from agents.domain.profile import SessionStatus
from agents.domain.transcript import Transcript
from agents.errors import CorrectInput, NotFound, NotNow, TryAgain
from agents.meta_reviewer.bounds import bounds
from agents.meta_reviewer.bounds import name as severity_name
from server.accounts.tables import Account
from server.assessments.answers import Accepted, Assessed, AssessmentShown, Handed, HandedForm
from server.assessments.assessing import KIND, Assessing
from server.assessments.repository import Assessments, assessment_of, transcript_of
from server.assessments.seen import see_danger
from server.assessments.tables import AssessmentRow
from server.assessments.view import METRICS, brief, marked, risks, rows
from server.errors import browses
from server.http.bodies import FORMS, known
from server.http.security import staff
from server.interviews.of_clients import ClientsOfOwner
from server.interviews.repository import Interviews
from server.jobs.repository import Job, JobTable
from server.openapi.contract import NOTHING, PAGE, TEXT, Body, described, form_of, json_of

LARGEST: Final = 8_000_000
"""Bytes of a transcript that is handed in."""
LONG: Final = 40_000
"""Characters from which a transcript is assessed in the background in any case."""
LABEL_LENGTH: Final = 120
Asked = Request[Any, Any, Any]


class Given(NamedTuple):
    """What a browser's form held that could not be taken: the error, the field that it is about, and what was typed."""

    error: str
    field: Literal["transcript", "file", "client"]
    label: str
    transcript: str
    client: str


class HandedIn(NamedTuple):
    """What was handed in; `client` is a code, empty where none was given."""

    transcript: Transcript
    label: str
    client: str


@get("/transcripts", guards=[staff], **described("transcripts_page", "Page of the transcripts", gives=PAGE))
async def transcripts_page(
    account: NamedDependency[Account],
    assessments: NamedDependency[Assessments],
    page: Annotated[int, Parameter(ge=1, le=100_000)] = 1,
) -> Template:
    """What this account may see, and the form that takes another transcript."""
    return await _page(account, assessments, page)


async def _page(account: Account, assessments: Assessments, page: int = 1, given: Given | None = None) -> Template:
    listed, older = await assessments.list_for(account, page)
    shown = {"listed": [(row, brief(row)) for row in listed], "page": page, "older": older, "given": given}
    return Template("transcripts.html.j2", context=shown, status_code=422 if given else 200)


@post(
    "/transcripts/assess",
    guards=[staff],
    request_max_body_size=LARGEST,
    **described(
        "assess_transcript",
        "Assess a transcript",
        takes=(
            json_of(Handed),
            TEXT,
            Body("multipart/form-data", HandedForm),
            form_of(HandedForm),
        ),
        gives={200: (json_of(Assessed),), 202: (json_of(Accepted),), 303: ()},
        errors=(CorrectInput, TryAgain),
        query={
            "name": "the file's name, for a transcript sent as text",
            "label": "a label, for one sent as text",
            "client": "a client's code, for one sent as text",
        },
        headers={"Prefer": "`respond-async`: answer at once with a job"},
        stable=True,
    ),
)
async def assess_transcript(
    request: Asked,
    account: NamedDependency[Account],
    assessments: NamedDependency[Assessments],
    assessing: NamedDependency[Assessing],
    clients: NamedDependency[ClientsOfOwner],
    jobs: NamedDependency[JobTable],
) -> Response[Any]:
    """Take a transcript as JSON (`transcript`: text or turns), as text, or as a form with `file` or `transcript`.

    200 with the result, or 202 with the job for `Prefer: respond-async` and for a long one. The same text under
    the same label is the same assessment; where it failed, it goes on. Raises CorrectInput; a browser's form comes back
    with the error and what was typed."""
    try:
        transcript, label, code = await _handed_in(request)
        client = await _client(clients, account, code) if code else None
    except CorrectInput as wrong:
        if not browses(request) or request.content_type[0] not in FORMS:
            raise
        return await _page(account, assessments, given=await _given(request, wrong))
    digest = assessing.digest(transcript, f"client {client}, {label}" if client else label)
    number = await assessments.once(account.id, label, transcript, digest, client=client)
    waits = "respond-async" in request.headers.get("prefer", "") or sum(len(one.text) for one in transcript) > LONG
    whole, job = _whole(await assessments.get_for(account, number)), await jobs.find(KIND, str(number))
    if browses(request) or (waits and (job or not whole)) or (job and not job.ended):
        return _accepted(request, number, job if whole else await _queued(jobs, number, account.id), waits)
    return Response({"id": str(number), **result_json(await assessing.run(number))}, status_code=HTTP_200_OK)


@post(
    "/interviews/{interview_id:uuid}/assess",
    guards=[staff],
    **described(
        "assess_interview",
        "Assess a finished interview on the PHQ-8",
        takes=NOTHING,
        gives={202: (json_of(Accepted),), 303: ()},
        errors=(NotFound, NotNow, TryAgain),
        stable=True,
    ),
)
async def assess_interview(
    request: Asked,
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    assessments: NamedDependency[Assessments],
    assessing: NamedDependency[Assessing],
    jobs: NamedDependency[JobTable],
) -> Response[Any]:
    """Send a finished interview through the same pipeline; its owner sees it. Raises NotFound, NotNow."""
    row = await interviews.get_for(account, interview_id)
    if row.status != SessionStatus.COMPLETED:
        raise NotNow("Only a finished interview can be assessed.")
    profile = await interviews.profile(account, interview_id)
    transcript = tuple(profile.transcript)
    digest = assessing.digest(transcript, f"interview {interview_id}")
    number = await assessments.once(row.owner_id, row.label, transcript, digest, interview_id)
    whole, job = _whole(await assessments.get_for(account, number)), await jobs.find(KIND, str(number))
    return _accepted(request, number, job if whole else await _queued(jobs, number, row.owner_id), waits=True)


@get(
    "/transcripts/{number:uuid}",
    guards=[staff],
    **described(
        "read_assessment",
        "Read an assessment",
        gives={200: (json_of(AssessmentShown), PAGE)},
        errors=(NotFound,),
        stable=True,
    ),
)
async def transcript_page(
    request: Asked,
    number: FromPath[UUID],
    account: NamedDependency[Account],
    assessments: NamedDependency[Assessments],
    jobs: NamedDependency[JobTable],
) -> Template | Response[Any]:
    """One assessment: a page for browsers, JSON for programs. Raises NotFound."""
    row = await assessments.get_for(account, number)
    found, job = assessment_of(row), await jobs.find(KIND, str(number))
    if not browses(request):
        about = {"label": row.label, "finished": row.finished_at is not None, "job": job.shown() if job else None}
        return Response({"id": str(row.id), **result_json(found), **about})
    shown = {
        "row": row,
        "job": job,
        "found": found,
        "brief": brief(row),
        "risks": risks(found),
        "items": rows(found),
        "said": marked(transcript_of(row), found),
        "review": found.review,
        "bounds": bounds(found.scores) if found.scores else None,
        "best": found.best,
        "severity_name": severity_name,
        "rights": phq8.instrument().rights,
        "disclaimer": DISCLAIMER,
        "metrics": METRICS,
    }
    return Template("transcript.html.j2", context=shown)


@post(
    "/transcripts/{number:uuid}/retry",
    guards=[staff],
    **described(
        "retry_assessment",
        "Do the missing stages again",
        takes=NOTHING,
        gives={202: (json_of(Accepted),), 303: ()},
        errors=(NotFound, NotNow, TryAgain),
        stable=True,
    ),
)
async def go_on(
    request: Asked,
    number: FromPath[UUID],
    account: NamedDependency[Account],
    assessments: NamedDependency[Assessments],
    jobs: NamedDependency[JobTable],
) -> Response[Any]:
    """Do the missing stages again; what is finished stays. Raises NotFound, and NotNow where nothing is missing."""
    row = await assessments.get_for(account, number)
    if _whole(row):
        raise NotNow("Nothing is missing in this assessment.")
    return _accepted(request, number, await _queued(jobs, number, row.owner_id), waits=True)


async def _client(clients: ClientsOfOwner, account: Account, code: str) -> UUID:
    try:
        return await clients.coded(account, code)
    except CorrectInput as wrong:
        raise CorrectInput(f"client: {wrong}") from wrong


async def _handed_in(request: Asked) -> HandedIn:
    kind = request.content_type[0]
    if kind == "application/json":
        given = await request.json()
        if not isinstance(given, dict) or "transcript" not in given:
            raise CorrectInput("the body holds no `transcript`: text with one utterance a line, or a list of turns")
        known(Handed, given)
        found = await asyncio.to_thread(of_json, given["transcript"], _chosen(given.get("participant")))
        return HandedIn(found, _label(given.get("label")), _chosen(given.get("client")) or "")
    if kind in FORMS:
        form = await request.form()
        file, text, label = form.get("file"), str(form.get("transcript") or ""), form.get("label")
        participant, client = _chosen(form.get("participant")), _chosen(form.get("client")) or ""
        if isinstance(file, UploadFile) and file.filename:
            found = await asyncio.to_thread(read, await file.read(), file.filename, participant)
            return HandedIn(found, _label(label or file.filename), client)
        if not text.strip():
            raise CorrectInput("paste a transcript, or choose a file")
        return HandedIn(await asyncio.to_thread(read, text, "", participant), _label(label), client)
    name = request.query_params.get("name", "")
    found = await asyncio.to_thread(read, await request.body(), name)
    label, client = request.query_params.get("label") or name, request.query_params.get("client", "")
    return HandedIn(found, _label(label), client)


async def _given(request: Asked, wrong: CorrectInput) -> Given:
    form, told = await request.form(), str(wrong)
    file = form.get("file")
    field: Literal["transcript", "file", "client"] = "transcript"
    if isinstance(file, UploadFile) and file.filename:
        field = "file"
    if told.startswith("client:"):
        field, told = "client", told.removeprefix("client: ")
    error = f"{told[:1].upper()}{told[1:].rstrip('.')}."
    kept = (str(form.get(name) or "") for name in ("label", "transcript", "client"))
    return Given(error, field, *kept)


def _chosen(given: object) -> str | None:
    return given.strip() or None if isinstance(given, str) else None


def _label(given: object) -> str:
    if given is not None and not isinstance(given, str):
        raise CorrectInput("label: a text is needed")
    return (given or "").strip().replace("\0", "")[:LABEL_LENGTH] or "Transcript"


async def _queued(jobs: JobTable, number: UUID, owner: UUID) -> Job:
    return await jobs.add(KIND, str(number), {"assessment": str(number)}, owner)


def _whole(row: AssessmentRow) -> bool:
    return row.finished_at is not None and assessment_of(row).complete


def _accepted(request: Asked, number: UUID, job: Job | None, waits: bool) -> Response[Any]:
    if browses(request):
        return Redirect(f"/transcripts/{number}", status_code=HTTP_303_SEE_OTHER)
    headers = {"Location": f"/transcripts/{number}"} | ({"Preference-Applied": "respond-async"} if waits else {})
    return Response(
        {"id": str(number), "job": job.shown() if job else None}, status_code=HTTP_202_ACCEPTED, headers=headers
    )


HANDLERS = (transcripts_page, assess_transcript, assess_interview, transcript_page, go_on, see_danger)
