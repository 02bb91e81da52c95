"""Everything of an interview in one zip file."""

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from server.exports.files import fhir_text, json_text, log_lines, research_row, transcript_text
from server.exports.material import Material
from server.exports.pdf.report import pdf_of
from server.exports.spreadsheets import domains_csv, items_csv
from server.exports.writing import markdown_of, note_of, text_of

_ALWAYS: Final[Mapping[str, Callable[[Material], str | bytes]]] = {
    "record.txt": note_of,
    "interview.json": json_text,
    "items.csv": items_csv,
    "domains.csv": domains_csv,
    "research.csv": research_row,
    "fhir.json": fhir_text,
    "transcript.txt": transcript_text,
    "log.jsonl": log_lines,
}
_WITH_REPORT: Final[Mapping[str, Callable[[Material], str | bytes]]] = {
    "report.txt": text_of,
    "report.md": markdown_of,
    "report.pdf": pdf_of,
}


def contents(material: Material) -> Iterator[tuple[str, str | bytes]]:
    """Each file's name and content; those of the report only where there is one."""
    made = {**_ALWAYS, **(_WITH_REPORT if material.completed else {})}
    if material.notes:
        yield "notes.txt", _notes(material)
    yield from ((name, make(material)) for name, make in made.items())


def _notes(material: Material) -> str:
    """The notes of staff, each under its author and time."""
    return (
        "\n\n".join(f"{one.name or one.author}, {material.clock.of(one.at)}\n{one.written}" for one in material.notes)
        + "\n"
    )


def zip_of(material: Material) -> bytes:
    """The zip file; the files stand in a folder of the interview's name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents(material):
            archive.writestr(f"{material.name}/{name}", content)
    return packed.getvalue()
