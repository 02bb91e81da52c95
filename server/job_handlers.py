"""Which handler does which kind of background job. The rooms make the handlers; they are listed here."""

from collections.abc import Mapping

from agents.llm.providers import Providers
from server.assessments.assessing import KIND as ASSESS
from server.assessments.assessing import Assessing
from server.assessments.repository import Assessments
from server.cards.jobs import card_handler
from server.cards.repository import REPORT_CARD
from server.database import Database
from server.interviews.jobs import writing
from server.interviews.live.rooms import Rooms
from server.interviews.repository import Interviews
from server.interviews.rereading import REREAD, rereading
from server.jobs.repository import REPORT, JobTable
from server.jobs.running import Handler
from server.library.documents import INGEST, ingesting
from server.library.reference import Reference
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
    """The handlers of one process, by the kind of job. Handlers import heavy packages only when they run."""
    assessing = Assessing(settings, database.pool, Assessments(database), models)
    return {
        INGEST: ingesting(reference, jobs),
        REPORT_CARD: card_handler(settings, database, jobs, models),
        ASSESS: assessing.handler,
        REPORT: writing(rooms, interviews),
        REREAD: rereading(settings, rooms, interviews, models),
    }
