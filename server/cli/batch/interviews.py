"""What a line of an interview file holds, and how the interview that comes of it is written down."""

from dataclasses import dataclass
from typing import Any

from agents.domain.level1 import instrument
from agents.domain.profile import ItemResponse, PatientProfile
from agents.errors import CorrectInput
from benchmarks.personas.patient import Held
from benchmarks.personas.replay import Outcome
from benchmarks.runs.closing import without_diagnosis
from benchmarks.runs.provider_error import failed_turn
from benchmarks.runs.published import Utterance, held
from server.json_lines import Id, Record, parsed


@dataclass(frozen=True, slots=True)
class Case:
    """One simulated patient: the line's id and what there is to say."""

    id: Id
    held: Held


class _Published(Record):
    conversation: list[Utterance]


class _Persona(Record):
    items: dict[str, Any]


def case(value: Any) -> Case:
    """A persona (`items`) or a published interview (`conversation`). Raises CorrectInput for anything else."""
    if "conversation" in value:
        published = parsed(_Published, value)
        talk, _ = without_diagnosis(published.conversation)
        if failed := failed_turn(talk):
            raise CorrectInput(f"a failed chat: {failed}")
        return Case(id=published.id, held=held(talk))
    if "items" in value:
        persona = parsed(_Persona, value)
        return Case(id=persona.id, held=parsed(Held, {"items": persona.items, "intro": value.get("intro")}))
    raise CorrectInput("`items` (a persona) or `conversation` (a published interview) is missing")


def described(identity: Id, outcome: Outcome, held: Held, with_profile: bool = False) -> dict[str, Any]:
    """The line that tells how an interview went, with its whole profile if that is wanted."""
    profile = outcome.profile
    told: dict[str, Any] = {
        "id": identity,
        "status": profile.session_status.value,
        "items": {str(response.item_id): _item(response) for response in profile.item_responses},
        "domains": dict.fromkeys(one.key for one in instrument().domains)
        | {summary.domain: summary.severity_aggregate for summary in profile.symptom_summary},
        "followups": outcome.follow_ups,
        "turns": turns(profile),
        "risk": outcome.tier.value,
        "unanswered": list(held.unanswered),
    }
    if outcome.stopped_by:
        told["stoppedBy"] = list(outcome.stopped_by)
    return told | ({"profile": profile.model_dump(mode="json")} if with_profile else {})


def turns(profile: PatientProfile) -> int:
    """How many messages the patient sent."""
    return sum(turn.role == "patient" for turn in profile.transcript)


def _item(response: ItemResponse) -> dict[str, Any]:
    return {
        "score": response.score,
        "ambiguity": response.ambiguity,
        "evidence": [quote.text for quote in response.evidence_quotes],
        **({"declined": True} if response.declined else {}),
        **({"unclear": True} if response.unclear else {}),
    }
