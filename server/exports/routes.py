"""An interview taken away as a file, by whoever may see it: one table of files, and one handler that gives each."""

from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple
from uuid import UUID

from litestar import Response, get
from litestar.concurrency import sync_to_thread
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, Parameter

from agents.errors import CorrectInput, NotFound, NotNow
from server.accounts.tables import Account
from server.clinic.clock import ZONE
from server.exports.archive import zip_of
from server.exports.document import InterviewFile
from server.exports.files import fhir_text, json_text, research_row
from server.exports.material import Exports, Material
from server.exports.pdf.report import pdf_of
from server.exports.spreadsheets import domains_csv, items_csv
from server.exports.writing import markdown_of, note_of, text_of
from server.http.security import staff
from server.openapi.contract import Body, described, json_of

_TEXT: Final = Body("text/plain; charset=utf-8")
_MARKDOWN: Final = Body("text/markdown; charset=utf-8")
_CSV: Final = Body("text/csv; charset=utf-8")
_PDF: Final = Body("application/pdf")
_FHIR: Final = Body("application/fhir+json")
_ZIP: Final = Body("application/zip")
_JSON: Final = json_of(InterviewFile)
_NONE: Final = " Answers 409 where there is no report."


class Offered(NamedTuple):
    """One file. Its address ends in `file`; `about` describes the route. Only a completed interview gives one that is
    `of_report`."""

    operation: str
    file: str
    summary: str
    about: str
    gives: Body
    made: Callable[[Material], str | bytes]
    of_report: bool = False

    @property
    def ending(self) -> str:
        """How its name ends when it is saved: the interview's own stands before."""
        whole, _, kind = self.file.partition(".")
        return kind if whole in ("report", "interview", "everything") else self.file


# fmt: off
FILES: Final = (
    Offered("report_as_text", "report.txt", "Download the report as plain text",
            f"The report for a record system: no tags, no Markdown, risk first.{_NONE}", _TEXT, text_of, True),
    Offered("report_as_markdown", "report.md", "Download the report as Markdown",
            f"The report as Markdown that any reader shows, risk first.{_NONE}", _MARKDOWN, markdown_of, True),
    Offered("report_as_pdf", "report.pdf", "Download the report as PDF",
            f"The report on paper: page numbers, label, date and digest on every page.{_NONE}", _PDF, pdf_of, True),
    Offered("interview_as_note", "record.txt", "Download a note for a record system",
            "Status, alerts, findings, notes; of a completed interview the report's summary, else its answers.",
            _TEXT, note_of),
    Offered("interview_as_json", "interview.json", "Download the interview as JSON",
            "Status, alerts, findings and profile; the report too, where the interview was completed.",
            _JSON, json_text),
    Offered("items_as_csv", "items.csv", "Download the items as CSV",
            "A row an item, all 23, with the words that its score rests on.", _CSV, items_csv),
    Offered("domains_as_csv", "domains.csv", "Download the domains as CSV",
            "A row a domain, all 13; the highest score only where the interview was completed.", _CSV, domains_csv),
    Offered("research_as_csv", "research.csv", "Download one row for research as CSV",
            "One row with a column an item, empty where the item is not known.", _CSV, research_row),
    Offered("interview_as_fhir", "fhir.json", "Download the interview as FHIR",
            "A FHIR R4 (4.0.1) Bundle: measure, answers, risk, and the scores where the interview was completed.",
            _FHIR, fhir_text),
    Offered("interview_as_zip", "everything.zip", "Download everything of the interview",
            "All of these files that the interview may give, its transcript, and its log line by line.", _ZIP, zip_of),
)
# fmt: on


def _handler(one: Offered) -> HTTPRouteHandler:
    """The route of a file, which is made beside the server's own loop: a long report must not hold up a turn."""

    async def export(
        interview_id: FromPath[UUID],
        account: NamedDependency[Account],
        exports: NamedDependency[Exports],
        zone: Annotated[str, Parameter(max_length=64, description=ZONE)] = "",
    ) -> Response[Any]:
        material = await exports.of(account, interview_id, await exports.clock(zone))
        content = await sync_to_thread(one.made, material)
        headers = {"content-disposition": f'attachment; filename="{material.name}.{one.ending}"'}
        return Response(content, media_type=one.gives.kind.partition(";")[0], headers=headers)

    export.__doc__ = one.about
    errors = (CorrectInput, NotFound, NotNow) if one.of_report else (CorrectInput, NotFound)
    told = described(one.operation, one.summary, gives=one.gives, errors=errors, stable=True, scope="results:read")
    return get(f"/interviews/{{interview_id:uuid}}/{one.file}", guards=[staff], **told)(export)


HANDLERS = tuple(_handler(one) for one in FILES)
