"""The page of one interview: its conversation and what an assessment of it found."""

import logging
from uuid import UUID

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR

from agents.domain import level1
from agents.domain.phase import OVER
from agents.errors import NotFound, NotNow, Unreadable
from agents.interview.safety.noted import BEGINNINGS
from agents.interview.turn_draft import progress
from agents.risk.catalogue import catalogue
from agents.risk.help.helplines import helplines
from server.accounts.tables import Account
from server.alerts.view import told
from server.assessments.repository import Assessments, assessment_of
from server.assessments.view import brief, rows
from server.clinic.logos import Logos
from server.clinic.store import ClinicStore
from server.database import Database
from server.demo.player import Player
from server.engines.roles import models_in_use
from server.errors import UNREADABLE_RECORD, UNREADABLE_TITLE
from server.http.security import staff
from server.interviews.event_log import EventLog
from server.interviews.patient_links import PatientLinks
from server.interviews.person.holding import held_words
from server.interviews.person.notes import LONGEST_NOTE, InterviewNotes
from server.interviews.person.repository import InPerson
from server.interviews.person.screens import screened_in, taken_back
from server.interviews.repository import Interviews
from server.interviews.silence import silence_of
from server.interviews.standing_alerts import Standing, standing
from server.interviews.tables import SCREENS, Interview
from server.jobs.repository import JobTable
from server.openapi.contract import PAGE, described
from server.settings import Settings

logger = logging.getLogger(__name__)


@get(
    "/interviews/{interview_id:uuid}",
    guards=[staff],
    **described("interview_page", "Page of one interview", gives=PAGE, errors=(NotFound,)),
)
async def interview_page(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    assessments: NamedDependency[Assessments],
    links: NamedDependency[PatientLinks],
    clinic: NamedDependency[ClinicStore],
    logos: NamedDependency[Logos],
    database: NamedDependency[Database],
    log: NamedDependency[EventLog],
    jobs: NamedDependency[JobTable],
    in_person: NamedDependency[InPerson],
    player: NamedDependency[Player],
    interview_notes: NamedDependency[InterviewNotes],
    settings: NamedDependency[Settings],
) -> Template:
    """One interview as its therapist watches it, with its PHQ-8 assessment where there is one; of one whose record
    can't be read its alert alone. Raises NotFound."""
    row = await interviews.get_for(account, interview_id)
    try:
        stands = await in_person.stands(interview_id)
        notes = await interview_notes.of(interview_id)
        seen = await interviews.view(account, interview_id, notes) if row.phase in OVER else None
    except Unreadable as broken:
        logger.error("interview %s: its log cannot be read", interview_id, exc_info=broken)
        return unreadable(row, (await standing(database.pool, [interview_id])).get(interview_id))
    assessed = await assessments.of_interview(account, interview_id)
    shown = {
        "interview": row,
        "screened": screened_in(row, notes),
        "link": await links.latest(interview_id),
        "total": level1.ITEM_COUNT,
        "by_models": bool(models_in_use(settings)),
        "domains": level1.instrument().domains,
        "view": seen,
        "to_call": helplines(row.locale, settings.safety),
        "told": await told(database.pool, interview_id) if row.alerted_at else (),
        "owed": await interviews.call_owed(interview_id) if row.alerted_at else False,
        "silence": await silence_of(log, jobs, interview_id),
        "assessed": assessed,
        "phq": brief(assessed) if assessed else None,
        "phq_items": rows(assessment_of(assessed)) if assessed else (),
        "playing": player.playing(interview_id),
        "held": stands.held,
        "held_words": held_words(stands.held, account),
        "open": progress(stands).open,
        "notes": notes,
        "taken_back": taken_back(notes),
        "longest_note": LONGEST_NOTE,
        "beginnings": BEGINNINGS,
        "screens": SCREENS,
        "rules": catalogue(),
        "clinic_name": (await clinic.current()).name,
        "logo": await logos.mark(),
    }
    return Template("interview.html.j2", context=shown)


def unreadable(row: Interview, stands: Standing | None) -> Template:
    """The page of an interview whose record can't be read."""
    said = {"title": UNREADABLE_TITLE, "message": UNREADABLE_RECORD, "beginnings": BEGINNINGS}
    shown = {"interview": row, "stands": stands, **said}
    return Template("unreadable.html.j2", context=shown, status_code=HTTP_500_INTERNAL_SERVER_ERROR)


@get(
    "/interviews/{interview_id:uuid}/view",
    guards=[staff],
    **described(
        "interview_view", "Part of a page: an ended interview at a glance", gives=PAGE, errors=(NotFound, NotNow)
    ),
)
async def interview_view(
    interview_id: FromPath[UUID],
    account: NamedDependency[Account],
    interviews: NamedDependency[Interviews],
    interview_notes: NamedDependency[InterviewNotes],
    settings: NamedDependency[Settings],
) -> Template:
    """What its page shows first, as far as it is there. Answers 409 while the questions go on."""
    row = await interviews.get_for(account, interview_id)
    notes = await interview_notes.of(interview_id)
    shown = await interviews.view(account, interview_id, notes)
    if shown is None:
        raise NotNow("The questions of this interview are not over yet.")
    context = {"view": shown, "interview": row, "notes": notes, "alone": True}
    context["to_call"] = helplines(row.locale, settings.safety)
    return Template("view.html.j2", context=context)


HANDLERS = (interview_page, interview_view)
