"""The measure as a Questionnaire, and what was answered as a QuestionnaireResponse."""

from typing import Final

from agents.domain.level1 import Domain, Item, anchor, instrument
from agents.domain.profile import ItemResponse, SessionStatus
from server.exports.fhir.terms import (
    FREQUENCY,
    HL7,
    QUESTIONNAIRE,
    REFERENCES,
    VERSION,
    Json,
    concept,
    moment,
    reference,
)
from server.exports.material import Material, state_of, step_of

_ORDINAL: Final = "http://hl7.org/fhir/StructureDefinition/ordinalValue"
_TEXT: Final = "http://hl7.org/fhir/StructureDefinition/originalText"
_ABSENT: Final = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"
ABSENT: Final = {"declined": "asked-declined", "unclear": "asked-unknown", "not_asked": "not-asked"}
"""HL7's codes for an item without a score."""
_STATUS: Final = {
    SessionStatus.ACTIVE: "in-progress",
    SessionStatus.COMPLETED: "completed",
    SessionStatus.TERMINATED_FOR_SAFETY: "stopped",
    SessionStatus.ENDED_BY_PATIENT: "stopped",
    SessionStatus.ENDED_BY_CLINICIAN: "stopped",
}
_ABOUT: Final = (
    "Administered as a conversation, in which the items are asked in other words and scored 0 to 4 from the patient's "
    "own words, or in person, the items read out; by how often in the past two weeks. The printed form's words for the "
    "steps differ."
)


def questionnaire() -> Json:
    """The 23 items in their 13 domains, in the instrument's own words, with its notice of rights."""
    form = instrument()
    return {
        "resourceType": "Questionnaire",
        "url": QUESTIONNAIRE,
        "version": VERSION,
        "name": "Dsm5Level1CrossCuttingAdult",
        "title": form.title,
        "status": "active",
        "subjectType": ["Patient"],
        "description": _ABOUT,
        "copyright": form.rights,
        "item": [{"linkId": "stem", "type": "display", "text": form.stem}, *map(_group, form.domains)],
    }


def _group(domain: Domain) -> Json:
    return {
        "linkId": domain.key,
        "type": "group",
        "text": domain.title,
        "item": [_question(one) for one in domain.items],
    }


def _question(item: Item) -> Json:
    options = [{"valueCoding": _step(step.score, step.label)} for step in instrument().anchors]
    return {
        "linkId": str(item.id),
        "prefix": f"{item.id}.",
        "text": item.text,
        "type": "choice",
        "required": False,
        "repeats": False,
        "answerOption": options,
    }


def _step(score: int, label: str) -> Json:
    ordinal = {"url": _ORDINAL, "valueDecimal": score}
    return {"extension": [ordinal], "system": FREQUENCY, "code": str(score), "display": label}


def response(material: Material, patient: str) -> Json:
    """The answers. A declined or unclear item stands without an answer, with the reason; one that was not asked is left
    out. The status says whether the interview was held to the end, stopped, or still goes on; `amended` (R4,
    QuestionnaireResponseStatus), that an answer was changed after a version of the report was signed off."""
    groups = [group for domain in instrument().domains if (group := _answered(material, domain))]
    found: Json = {
        "resourceType": "QuestionnaireResponse",
        "identifier": {"system": "urn:ietf:rfc:3986", "value": f"urn:uuid:{material.row.id}"},
        "questionnaire": f"{QUESTIONNAIRE}|{VERSION}",
        "status": "amended" if material.completed and material.amended else _STATUS[material.profile.session_status],
        "subject": reference(patient),
        "authored": moment(material.row.completed_at or material.ended_at or material.row.updated_at),
        "source": reference(patient),
    }
    if material.row.reference:
        order = {"identifier": {"system": REFERENCES, "value": material.row.reference}, "type": "ServiceRequest"}
        found["basedOn"] = [order]
    return found | ({"item": groups} if groups else {})


def _answered(material: Material, domain: Domain) -> Json | None:
    given = [(item, material.answers[item.id]) for item in domain.items if item.id in material.answers]
    if not given:
        return None
    return {"linkId": domain.key, "text": domain.title, "item": [_reply(item, answer) for item, answer in given]}


def _reply(item: Item, answer: ItemResponse) -> Json:
    asked: Json = {"linkId": str(item.id), "text": item.text}
    if answer.known:
        return asked | {"answer": [{"valueCoding": _given(answer)}]}
    return {"extension": [{"url": _ABSENT, "valueCode": ABSENT[state_of(answer)]}], **asked}


def _given(answer: ItemResponse) -> Json:
    """The step; where its label does not say what was answered, as of a yes alone, with words that do."""
    coding = _step(answer.score, anchor(answer.score))
    if (words := step_of(answer)) != coding["display"]:
        coding["extension"].append({"url": _TEXT, "valueString": words})
    return coding


def absent(state: str) -> Json:
    """Why an observation has no value."""
    words = {"declined": "Asked but declined", "unclear": "Asked but unknown", "not_asked": "Not asked"}
    return concept(f"{HL7}data-absent-reason", ABSENT[state], words[state])
