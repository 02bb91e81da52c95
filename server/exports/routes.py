"""An interview taken away as a file, by whoever may see it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from litestar import Response, get
from litestar.concurrency import sync_to_thread
from litestar.di import NamedDependency
from litestar.params import FromPath

from agents.errors import NotFound, NotNow
from server.accounts.tables import Account
from server.exports.archive import zip_of
from server.exports.document import InterviewFile
from server.exports.files import fhir_text, json_text, research_row
from server.exports.material import Exports, Material
from server.exports.pdf.report import pdf_of
from server.exports.spreadsheets import domains_csv, items_csv
from server.exports.writing import markdown_of, text_of
from server.http.security import staff
from server.openapi.contract import Body, Described, described, json_of

_TEXT = "text/plain; charset=utf-8"
_MARKDOWN = "text/markdown; charset=utf-8"
_CSV = "text/csv; charset=utf-8"
_PDF = "application/pdf"
_FHIR = "application/fhir+json"
_ZIP = "application/zip"


def _of_report(name: str, summary: str, gives: Body) -> Described:
    return described(name, summary, gives=gives, errors=(NotFound, NotNow), stable=True, scope="results:read")


def _of_any(name: str, summary: str, gives: Body) -> Described:
    return described(name, summary, gives=gives, errors=(NotFound,), stable=True, scope="results:read")


@get(
    "/interviews/{interview_id:uuid}/report.txt",
    guards=[staff],
    **_of_report("report_as_text", "Download the report as plain text", Body(_TEXT)),
)
async def report_as_text(
    interview_id: FromPath[UUID], account: NamedDependency[Account], exports: NamedDependency[Exports]
) -> Response[Any]:
    """The report for a record system: no tags, no Markdown, risk first. Answers 409 where there is no report."""
    return await _file(await exports.of(account, interview_id), text_of, _TEXT, "txt")


@get(
    "/interviews/{interview_id:uuid}/report.md",
    guards=[staff],
    **_of_report("report_as_markdown", "Download the report as Markdown", Body(_MARKDOWN)),
)
async def report_as_markdown(
    interview_id: FromPath[UUID], account: NamedDependency[Account], exports: NamedDependency[Exports]
) -> Response[Any]:
    """The report as Markdown that any reader shows, risk first. Answers 409 where there is no report."""
    return await _file(await exports.of(account, interview_id), markdown_of, _MARKDOWN, "md")


@get(
    "/interviews/{interview_id:uuid}/report.pdf",
    guards=[staff],
    **_of_report("report_as_pdf", "Download the report as PDF", Body(_PDF)),
)
async def report_as_pdf(
    interview_id: FromPath[UUID], account: NamedDependency[Account], exports: NamedDependency[Exports]
) -> Response[Any]:
    """The report on paper: page numbers, label, date and digest on every page. Answers 409 where there is no report."""
    return await _file(await exports.of(account, interview_id), pdf_of, _PDF, "pdf")


@get(
    "/interviews/{interview_id:uuid}/interview.json",
    guards=[staff],
    **_of_any("interview_as_json", "Download the interview as JSON", json_of(InterviewFile)),
)
async def interview_as_json(
    interview_id: FromPath[UUID], account: NamedDependency[Account], exports: NamedDependency[Exports]
) -> Response[Any]:
    """Status, alerts, findings and profile; the report too, where the interview was completed."""
    return await _file(await exports.of(account, interview_id), json_text, "application/json", "json")


@get(
    "/interviews/{interview_id:uuid}/items.csv",
    guards=[staff],
    **_of_any("items_as_csv", "Download the items as CSV", Body(_CSV)),
)
async def items_as_csv(
    interview_id: FromPath[UUID], account: NamedDependency[Account], exports: NamedDependency[Exports]
) -> Response[Any]:
    """A row an item, all 23, with the words that its score rests on."""
    return await _file(await exports.of(account, interview_id), items_csv, _CSV, "items.csv")


@get(
    "/interviews/{interview_id:uuid}/domains.csv",
    guards=[staff],
    **_of_any("domains_as_csv", "Download the domains as CSV", Body(_CSV)),
)
async def domains_as_csv(
    interview_id: FromPath[UUID], account: NamedDependency[Account], exports: NamedDependency[Exports]
) -> Response[Any]:
    """A row a domain, all 13; the highest score only where the interview was completed."""
    return await _file(await exports.of(account, interview_id), domains_csv, _CSV, "domains.csv")


@get(
    "/interviews/{interview_id:uuid}/research.csv",
    guards=[staff],
    **_of_any("research_as_csv", "Download one row for research as CSV", Body(_CSV)),
)
async def research_as_csv(
    interview_id: FromPath[UUID], account: NamedDependency[Account], exports: NamedDependency[Exports]
) -> Response[Any]:
    """One row with a column an item, empty where the item is not known."""
    return await _file(await exports.of(account, interview_id), research_row, _CSV, "research.csv")


@get(
    "/interviews/{interview_id:uuid}/fhir.json",
    guards=[staff],
    **_of_any("interview_as_fhir", "Download the interview as FHIR", Body(_FHIR)),
)
async def interview_as_fhir(
    interview_id: FromPath[UUID], account: NamedDependency[Account], exports: NamedDependency[Exports]
) -> Response[Any]:
    """A FHIR R4 (4.0.1) Bundle: measure, answers, risk, and the scores where the interview was completed."""
    return await _file(await exports.of(account, interview_id), fhir_text, _FHIR, "fhir.json")


@get(
    "/interviews/{interview_id:uuid}/everything.zip",
    guards=[staff],
    **_of_any("interview_as_zip", "Download everything of the interview", Body(_ZIP)),
)
async def interview_as_zip(
    interview_id: FromPath[UUID], account: NamedDependency[Account], exports: NamedDependency[Exports]
) -> Response[Any]:
    """All of these files that the interview may give, its transcript, and its log line by line."""
    return await _file(await exports.of(account, interview_id), zip_of, _ZIP, "zip")


async def _file(material: Material, made: Callable[[Material], str | bytes], kind: str, ending: str) -> Response[Any]:
    """The file, made beside the server's own loop: a long report must not hold up a patient's turn."""
    content = await sync_to_thread(made, material)
    headers = {"content-disposition": f'attachment; filename="{material.name}.{ending}"'}
    return Response(content, media_type=kind, headers=headers)


HANDLERS = (
    report_as_text,
    report_as_markdown,
    report_as_pdf,
    interview_as_json,
    items_as_csv,
    domains_as_csv,
    research_as_csv,
    interview_as_fhir,
    interview_as_zip,
)
