"""The Bundle that holds everything of one interview."""

from collections.abc import Iterator

from server.exports.fhir.observations import observations
from server.exports.fhir.questionnaire import questionnaire, response
from server.exports.fhir.risk import risks
from server.exports.fhir.terms import LABELS, REPORTS, VERSION, Json, moment, url_of
from server.exports.material import Material
from server.exports.writing import version

INVENTED: Json = {
    "system": "http://terminology.hl7.org/CodeSystem/v3-ActReason",
    "code": "HTEST",
    "display": "test health data",
}
"""FHIR R4 names this code for data of nobody real (Security Labels, "Test Data")."""


def bundle_of(material: Material) -> Json:
    """A collection: patient, measure, answers, risk, and the scores where the interview was completed; then a tag says
    which version of the report they are of, and whether it is signed off. What is invented is tagged as test data."""
    row = material.row
    report = {"system": REPORTS, "code": str(material.version), "display": version(material)}
    tags = [*([INVENTED] if row.invented else []), *([report] if material.completed else [])]
    return {
        "resourceType": "Bundle",
        **({"meta": {"tag": tags}} if tags else {}),
        "identifier": {"system": "urn:ietf:rfc:3986", "value": url_of(row.id, "bundle")},
        "type": "collection",
        "timestamp": moment(row.completed_at or row.updated_at),
        "entry": [{"fullUrl": url, "resource": found} for url, found in _entries(material)],
    }


def _entries(material: Material) -> Iterator[tuple[str, Json]]:
    number = material.row.id
    patient, answers = url_of(number, "patient"), url_of(number, "response")
    yield patient, {"resourceType": "Patient", "identifier": [{"system": LABELS, "value": material.row.label}]}
    yield url_of(number, f"questionnaire/{VERSION}"), questionnaire()
    yield answers, response(material, patient)
    yield from risks(material, patient, answers)
    yield from observations(material, patient, answers)
