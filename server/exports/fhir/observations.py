"""The scores of a completed interview as Observations: one an item, one a domain. They are preliminary, but for the
items that a clinician has confirmed or scored: `final`, and `amended` where that was changed after a version of the
report was signed off (R4, ObservationStatus: "subsequent to being Final, the observation has been modified")."""

from collections.abc import Iterator
from typing import Final

from agents.domain.level1 import Domain, Item, domain_of, instrument, items
from agents.domain.profile import ItemResponse
from agents.domain.rating import Rating
from server.exports.fhir.questionnaire import absent
from server.exports.fhir.terms import DOMAINS, HL7, ITEMS, Json, concept, moment, reference, url_of
from server.exports.material import Material, state_of, step_of

_CATEGORY: Final = concept(f"{HL7}observation-category", "survey", "Survey")


def observations(material: Material, patient: str, response: str) -> Iterator[tuple[str, Json]]:
    """Each with its address; none unless the interview was completed."""
    if not material.completed:
        return
    for item in items().values():
        yield _url(material, f"item-{item.id}"), _item(material, item, patient, response)
    for domain in instrument().domains:
        yield _url(material, f"domain-{domain.key}"), _domain(material, domain, patient, response)


def _url(material: Material, name: str) -> str:
    return url_of(material.row.id, f"observation/{name}")


def _begin(material: Material, code: Json, patient: str, response: str) -> Json:
    return {
        "resourceType": "Observation",
        "status": "preliminary",
        "category": [_CATEGORY],
        "code": code,
        "subject": reference(patient),
        "effectiveDateTime": moment(material.row.completed_at or material.ended_at or material.row.updated_at),
        "derivedFrom": [reference(response)],
    }


def _item(material: Material, item: Item, patient: str, response: str) -> Json:
    answer = material.answers.get(item.id)
    code = concept(ITEMS, str(item.id), item.short)
    found = _begin(material, code, patient, response)
    if answer is None or not answer.known:
        return found | {"dataAbsentReason": absent(state_of(answer))}
    notes = [{"text": f"“{quote.text}” (turn {quote.turn})"} for quote in answer.evidence_quotes]
    rating = material.ratings.get(item.id)
    if rating is not None and rating.changes:
        before = "no score" if rating.machine is None else str(rating.machine)
        instead = f"instead of {before} by {material.machine[item.id].engine}"
        notes.append({"text": f"{rating.reason} ({instead})" if rating.reason else f"Given {instead}"})
    scored = {
        "status": _status(material, item.id),
        "valueInteger": answer.score,
        "interpretation": [{"text": step_of(answer)}],
        "method": {"text": _method(answer, rating)},
        "referenceRange": [_range(domain_of(item.id))],
    }
    return found | scored | ({"note": notes} if notes else {})


def _status(material: Material, item: int) -> str:
    signed = any(
        one.item_id == item and one.score is not None for said in material.signed_before for one in said.ratings
    )
    if signed and item in material.amended:
        return "amended"
    rating = material.ratings.get(item)
    return "final" if rating is not None and rating.score is not None else "preliminary"


def _method(answer: ItemResponse, rating: Rating | None) -> str:
    if rating is None or rating.score is None:
        return f"Scored from the patient's words by {answer.engine}"
    return f"{'Scored' if rating.changes else 'Confirmed'} by the clinician"


def _domain(material: Material, domain: Domain, patient: str, response: str) -> Json:
    found = _begin(material, concept(DOMAINS, domain.key, domain.title), patient, response)
    found["hasMember"] = [reference(_url(material, f"item-{item.id}")) for item in domain.items]
    highest, alone = domain.severity(material.profile.scores), domain.severity(material.machine_scores)
    if highest != alone:
        before = "no score" if alone is None else str(alone)
        found["note"] = [{"text": f"By the clinician's scores, instead of {before} by the machine's"}]
    if highest is None:
        states = {state_of(material.answers.get(item.id)) for item in domain.items}
        return found | {"dataAbsentReason": absent("unclear" if "unclear" in states else "declined")}
    method = {"text": "The highest of the domain's items; the measure has no total score"}
    return found | {"valueInteger": highest, "method": method, "referenceRange": [_range(domain)]}


def _range(domain: Domain) -> Json:
    """The threshold is the form's; it says nothing about what is normal."""
    return {
        "low": {"value": domain.threshold},
        "high": {"value": 4},
        "type": {"text": "for further inquiry"},
        "text": f"From {domain.threshold} the form asks for a closer look",
    }
