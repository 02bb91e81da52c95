"""The single texts that several exports share: JSON, FHIR and the transcript."""

import json
from collections.abc import Iterator

from agents.diagnostician.port import Mode
from agents.domain.level1 import items
from agents.domain.transcript import Role, Turn
from agents.interview import events as ev
from server.exports.document import document_of
from server.exports.fhir.bundle import bundle_of
from server.exports.material import Material
from server.exports.said import unsaid
from server.exports.spreadsheets import research_csv

_BEHIND_THE_REPORT = (ev.RetrieveCalled, ev.DiagnoseCalled, ev.ReportCalled)
_WHO = {Role.INTERVIEWER: "Interviewer", Role.PATIENT: "Patient"}


def json_text(material: Material) -> str:
    """The interview as one JSON document."""
    return document_of(material).model_dump_json(indent=1) + "\n"


def fhir_text(material: Material) -> str:
    """The interview as a FHIR Bundle."""
    return json.dumps(bundle_of(material), ensure_ascii=False, indent=1) + "\n"


def research_row(material: Material) -> str:
    """The interview as one row for research, below its column names."""
    return research_csv([material])


def transcript_text(material: Material) -> str:
    """What was said, turn by turn, in the words that were typed."""
    silent = unsaid(event for _, event, _ in material.log)
    turns = material.profile.transcript
    return "\n".join(line for turn in turns for line in _said(turn, turn.index in silent)) + "\n"


def _said(turn: Turn, silent: bool) -> Iterator[str]:
    who = "Written, not said aloud" if silent else _WHO[turn.role]
    about = f", item {turn.item_id} {items()[turn.item_id].short}" if turn.item_id else ""
    yield f"[{turn.index}] {who}{about}"
    yield turn.text
    yield ""


def log_lines(material: Material) -> str:
    """The stored log, a JSON object a line: without what was derived where the interview was not completed, and without
    the passages and impressions behind the report in screening mode, as they may name disorders."""
    return "".join(
        json.dumps({"seq": seq, "at": at.isoformat(), **event.model_dump(mode="json")}, ensure_ascii=False) + "\n"
        for seq, event, at in material.log
        if _given(material, event)
    )


def _given(material: Material, event: ev.Event) -> bool:
    if isinstance(event, _BEHIND_THE_REPORT):
        return material.completed and material.row.mode != Mode.SCREENING
    return material.completed or not isinstance(event, ev.Reported)
