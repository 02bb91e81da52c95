"""Puts the web server together: the only place besides server/worker.py that knows every part."""

from dataclasses import dataclass, fields
from functools import partial
from typing import Any
from uuid import UUID

from arq import ArqRedis
from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig
from litestar.types import ControllerRouterHandler

from agents.llm.providers import Providers
from server import errors, health_route
from server.accounts import own_account, sign_in, token_routes
from server.accounts import routes as account_pages
from server.accounts.api_tokens import ApiTokens
from server.accounts.attempts import Attempts
from server.accounts.devices import Devices
from server.accounts.entrance import Entrance
from server.accounts.passwords import Passwords
from server.accounts.repository import Accounts
from server.accounts.sessions import StaffSessions
from server.accounts.tables import Account
from server.accounts.token_tries import TokenTries
from server.admin import routes as admin_pages
from server.admin.jobs import JobList
from server.admin.services import Services
from server.alerts import routes as alerts
from server.alerts.deliveries import Deliveries
from server.assessments import routes as transcripts
from server.assessments.assessing import Assessing
from server.assessments.repository import Assessments
from server.cards import routes as card_routes
from server.cards.repository import Cards
from server.clients import routes as clients
from server.clients.repository import Clients
from server.clinic import logo_routes
from server.clinic import routes as clinic_pages
from server.clinic.logos import Logos
from server.clinic.store import ClinicStore
from server.confirming import agreement
from server.confirming import routes as confirming_pages
from server.confirming.queue import Queue
from server.confirming.repository import Confirming
from server.database import Database
from server.demo import routes as demo_pages
from server.demo.player import Player
from server.demo.repository import Demo
from server.engines import routes as model_pages
from server.engines.figures import Figures
from server.engines.fitness import Checks
from server.engines.interviews import team_of
from server.engines.ledger import Ledger
from server.engines.models import providers, ready
from server.engines.roles import assessing, models_in_use
from server.exports import routes as export_routes
from server.exports import status
from server.exports.material import Exports
from server.health import Health
from server.http.path_limits import PathLimits
from server.http.security import Csrf, SecurityHeaders, StaffMiddleware, csrf
from server.interviews import link_routes, report_routes, rereading_routes
from server.interviews import pages as interview_pages
from server.interviews import routes as interviews
from server.interviews.access import InterviewAccess
from server.interviews.event_log import EventLog
from server.interviews.jobs import reports
from server.interviews.lists import list_routes, news
from server.interviews.lists.listing import Listings
from server.interviews.lists.outcomes import Outcomes
from server.interviews.lists.removal import Removal, removing
from server.interviews.live import socket as interview_socket
from server.interviews.live.feed import Feeds
from server.interviews.live.listening import listening
from server.interviews.live.rooms import Rooms
from server.interviews.patient_links import PatientLinks
from server.interviews.person import routes as in_person_pages
from server.interviews.person.notes import InterviewNotes
from server.interviews.person.repository import InPerson
from server.interviews.reconciler import reconciling
from server.interviews.repository import Interviews
from server.jobs import routes as jobs
from server.jobs.repository import JobTable
from server.library import passages
from server.library import routes as document_pages
from server.library.documents import Documents
from server.library.reference import Reference, open_reference
from server.library.upkeep import library_upkeep
from server.library.vectors import WorkerVectors
from server.openapi.serving import openapi_config
from server.pages import client_file, list_page, today
from server.pages import routes as pages
from server.pages.templates import page_templates
from server.pages.waiting import Desk
from server.settings import RULES, Settings

HANDLERS: tuple[ControllerRouterHandler, ...] = (
    *sign_in.HANDLERS,
    *health_route.HANDLERS,
    *list_page.HANDLERS,
    *interview_pages.HANDLERS,
    *pages.HANDLERS,
    *interviews.HANDLERS,
    *link_routes.HANDLERS,
    *report_routes.HANDLERS,
    *rereading_routes.HANDLERS,
    *list_routes.HANDLERS,
    *in_person_pages.HANDLERS,
    *clients.HANDLERS,
    *confirming_pages.HANDLERS,
    *agreement.HANDLERS,
    *today.HANDLERS,
    *demo_pages.HANDLERS,
    *client_file.HANDLERS,
    *interview_socket.HANDLERS,
    *news.HANDLERS,
    *alerts.HANDLERS,
    *jobs.HANDLERS,
    *card_routes.HANDLERS,
    *export_routes.HANDLERS,
    *status.HANDLERS,
    *account_pages.HANDLERS,
    *own_account.HANDLERS,
    *token_routes.HANDLERS,
    *clinic_pages.HANDLERS,
    *admin_pages.HANDLERS,
    *logo_routes.HANDLERS,
    *model_pages.HANDLERS,
    *document_pages.HANDLERS,
    *passages.HANDLERS,
    *transcripts.HANDLERS,
)
LARGEST_BODY = 1_000_000
"""Bytes; no page sends nearly as much."""
UNCOMPRESSED = r"(?<=^/)(?!static/|chat/)"
"""Pages with a form: compressed, the length of such a page would give away its CSRF token bit by bit."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts passed to the routes, each under the name by which they ask for it. `local` makes MiniLM's vectors."""

    settings: Settings
    database: Database
    queue: ArqRedis
    accounts: Accounts
    passwords: Passwords
    attempts: Attempts
    devices: Devices
    entrance: Entrance
    sessions: StaffSessions
    tokens: ApiTokens
    health: Health
    models: Providers
    ledger: Ledger
    figures: Figures
    log: EventLog
    feeds: Feeds
    rooms: Rooms
    clinic: ClinicStore
    logos: Logos
    checks: Checks
    interviews: Interviews
    in_person: InPerson
    interview_notes: InterviewNotes
    listings: Listings
    outcomes: Outcomes
    removal: Removal
    clients: Clients
    desk: Desk
    demo: Demo
    player: Player
    confirming: Confirming
    confirm_queue: Queue
    access: InterviewAccess
    links: PatientLinks
    jobs: JobTable
    job_list: JobList
    deliveries: Deliveries
    services: Services
    cards: Cards
    exports: Exports
    local: WorkerVectors
    reference: Reference
    documents: Documents
    assessments: Assessments
    assessing: Assessing


def create_app(
    settings: Settings, database: Database, queue: ArqRedis, local: tuple[bytes, UUID] | None = None
) -> Litestar:
    """The application. The caller closes `database` and `queue`; `local` is for the Entrance."""
    parts = _parts(settings, database, queue, local)
    engines = (*models_in_use(settings), *assessing(settings).values())
    return Litestar(
        route_handlers=[*HANDLERS, _static(settings)],
        dependencies={"account": Provide(_account, sync_to_thread=False)}
        | {part.name: _give(getattr(parts, part.name)) for part in fields(parts)},
        lifespan=[
            lambda _: ready(parts.models, engines),
            lambda _: parts.ledger.kept(),
            lambda _: parts.clinic.remembered(),
            lambda _: parts.health.watching(),
            lambda _: listening(parts.feeds, database.url, parts.log.node),
            lambda _: reconciling(parts.rooms, parts.jobs, database.pool),
            lambda _: parts.player.living(),
            lambda _: parts.outcomes.kept(),
            lambda _: removing(database.pool),
            lambda _: library_upkeep(settings, parts.reference, parts.documents),
        ],
        middleware=[
            PathLimits,
            DefineMiddleware(
                StaffMiddleware,
                sessions=parts.sessions,
                tokens=parts.tokens,
                tries=TokenTries(queue),
                marks=parts.logos,
            ),
            DefineMiddleware(Csrf, config=csrf(settings)),
        ],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6, exclude=UNCOMPRESSED),
        before_send=[SecurityHeaders(settings)],
        exception_handlers=errors.HANDLED,
        after_exception=[interview_socket.log_failure],
        template_config=TemplateConfig(instance=_templates(settings)),
        state=State({"parts": parts}),
        request_max_body_size=LARGEST_BODY,
        openapi_config=openapi_config(),
        logging_config=None,
    )


def _parts(settings: Settings, database: Database, queue: ArqRedis, local: tuple[bytes, UUID] | None) -> Parts:
    sessions, accounts = StaffSessions(database.pool, settings.session_lifetime), Accounts(database)
    log, vectors, ledger = EventLog(database.pool), WorkerVectors(queue), Ledger(database.pool)
    models, jobs, notes = providers(settings, ledger.record), JobTable(database.pool, queue), InterviewNotes(database)
    feeds, access, assessments = Feeds(log), InterviewAccess(database.pool), Assessments(database)
    reference = open_reference(settings, database.pool, models, vectors)
    teams = partial(team_of, settings, models=models, passages=reference.library)
    clinic, logos, health = ClinicStore(database.pool, settings), Logos(database.pool), Health(database, queue)
    rooms = Rooms(clinic.speaking(teams), log, feeds.publish, reports(jobs), clinic=clinic.told)
    interviews = Interviews(database, rooms, settings.familiar_spanish, settings.wordings)
    return Parts(
        settings=settings,
        database=database,
        queue=queue,
        accounts=accounts,
        passwords=Passwords(),
        attempts=Attempts(queue),
        devices=Devices(settings.signing_secret(), settings.secure),
        entrance=Entrance(accounts, sessions, settings.secure, local),
        sessions=sessions,
        tokens=ApiTokens(database.pool),
        health=health,
        models=models,
        ledger=ledger,
        figures=Figures(database.pool),
        log=log,
        feeds=feeds,
        rooms=rooms,
        clinic=clinic,
        logos=logos,
        checks=Checks(database.pool),
        interviews=interviews,
        in_person=InPerson(interviews, rooms),
        interview_notes=notes,
        listings=Listings(database),
        outcomes=Outcomes(database.pool, log),
        removal=Removal(database, access),
        clients=Clients(database),
        desk=Desk(database, Queue(database)),
        demo=Demo(database.pool, partial(team_of, settings, RULES, passages=reference.library), log.node),
        player=Player(rooms),
        confirming=Confirming(interviews, rooms),
        confirm_queue=Queue(database),
        access=access,
        links=PatientLinks(database.pool, settings.signing_secret(), access),
        jobs=jobs,
        job_list=JobList(database.pool),
        deliveries=Deliveries(database.pool),
        services=Services(settings, health, queue),
        cards=Cards(database.pool, jobs),
        exports=Exports(database.pool, interviews, log, clinic, logos, notes),
        local=vectors,
        reference=reference,
        documents=Documents(reference, jobs),
        assessments=assessments,
        assessing=Assessing(settings, database.pool, assessments, models, vectors),
    )


def _static(settings: Settings) -> ControllerRouterHandler:
    return create_static_files_router(path="/static", directories=[settings.templates / "pages" / "static"])


def _templates(settings: Settings) -> JinjaTemplateEngine:
    return JinjaTemplateEngine.from_environment(page_templates(settings.templates))


def _give(part: object) -> Provide:
    def given() -> Any:
        return part

    return Provide(given, sync_to_thread=False, use_cache=True)


def _account(request: Request[Any, Any, Any]) -> Account:
    """The signed-in account; for handlers behind the guard `staff`."""
    account: Account = request.user
    return account
