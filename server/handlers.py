"""Which handler does which kind of background job. Each kind's own module makes its handler; here they are listed."""

from collections.abc import Mapping

from agents.llm.providers import Providers
from server.assessing import KIND as ASSESS
from server.assessing import Assessing
from server.assessments import Assessments
from server.card_running import card_handler
from server.cards import REPORT_CARD
from server.database import Database
from server.documents import INGEST, ingesting
from server.interviews import Interviews
from server.job_running import Handler
from server.job_table import REPORT, JobTable
from server.jobs import writing
from server.library import Reference
from server.rooms import Rooms
from server.settings import Settings


def handlers_of(
    settings: Settings,
    database: Database,
    jobs: JobTable,
    models: Providers,
    reference: Reference,
    rooms: Rooms,
    interviews: Interviews,
) -> Mapping[str, Handler]:
    """The handlers of one process, by the kind of job. Handlers import what is heavy when they run."""
    assessing = Assessing(settings, database.pool, Assessments(database), models)
    return {
        INGEST: ingesting(reference, jobs),
        REPORT_CARD: card_handler(settings, database, jobs, models),
        ASSESS: assessing.handler,
        REPORT: writing(rooms, interviews),
    }
