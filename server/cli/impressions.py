"""Form provisional impressions of whole interviews. They are for a clinician to check, never a diagnosis.

in   an interview as `anamnesis replay` takes it, or a patient profile (as `replay --profile` and the server give it)
out  {"id", "status", "impressions": [{"name", "icd10", "category", "confidence": 0-1, "items": [numbers],
      "evidence": [texts]}, ..]}   most likely first; none where no disorder fits closely

An interview that was ended for safety has no impressions.
"""

import argparse
from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from agents.diagnostician.port import Diagnosis, Impression, Mode
from agents.domain.profile import PatientProfile, SessionStatus
from agents.errors import CorrectInput, NotNow
from agents.team import Team
from benchmarks.personas.replay import replay
from server.cli.batch.answering import WHOLE, answer_each
from server.cli.batch.engine_arguments import add_arguments
from server.cli.batch.event_loop import run_to_end
from server.cli.batch.interviews import case
from server.cli.batch.offline_team import offline_team
from server.json_lines import faults


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    add_arguments(parser, "interviews or profiles")
    parser.add_argument("--mode", choices=[mode.value for mode in Mode], default=Mode.DIAGNOSTIC.value)


def execute(options: argparse.Namespace) -> int:
    """Forms the impressions of the file."""
    return answer_each(options.file, "interviews", _former(offline_team(), Mode(options.mode)), WHOLE)


def _former(team: Team, mode: Mode) -> Callable[[Any], dict[str, Any]]:
    def form(value: Any) -> dict[str, Any]:
        given = value.get("profile")
        if "conversation" not in value and (isinstance(given, dict) or "sessionStatus" in value):
            read = profile(given if isinstance(given, dict) else value)
            diagnosis = run_to_end(_of_profile(team, read, mode))
            return _told(value.get("id", read.session_meta.id), read.session_status, diagnosis)
        patient = case(value)
        outcome = run_to_end(replay(patient.held, team, str(patient.id), mode))
        return _told(patient.id, outcome.profile.session_status, outcome.diagnosis)

    return form


def profile(value: dict[str, Any]) -> PatientProfile:
    """The profile that a line holds. Raises CorrectInput that names every field at fault."""
    try:
        return PatientProfile.model_validate({name: part for name, part in value.items() if name != "id"})
    except ValidationError as error:
        raise CorrectInput(faults(error)) from None


async def _of_profile(team: Team, profile: PatientProfile, mode: Mode) -> Diagnosis | None:
    if profile.session_status is SessionStatus.TERMINATED_FOR_SAFETY:
        return None
    try:
        return await team.diagnostician.diagnose(profile, mode)
    except NotNow as error:
        raise CorrectInput(str(error)) from None


def _told(identity: Any, status: SessionStatus, diagnosis: Diagnosis | None) -> dict[str, Any]:
    formed = diagnosis.impressions if diagnosis else ()
    return {"id": identity, "status": status.value, "impressions": [_impression(one) for one in formed]}


def _impression(one: Impression) -> dict[str, Any]:
    return {
        "name": one.name,
        "icd10": one.icd10,
        "category": one.category,
        "confidence": one.confidence,
        "items": list(one.items),
        "evidence": [quote.text for quote in one.evidence],
    }
