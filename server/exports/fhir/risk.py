"""Risk: each finding as a DetectedIssue, each alert as a Flag. They are a machine's reading for a person to check."""

from collections.abc import Iterator
from typing import Final

from agents.domain.risk import AlertLevel, Finding, Tier
from agents.risk.catalogue import whence
from server.exports.fhir.terms import ALERTS, HL7, SUBJECTS, TIERS, Json, concept, moment, reference, url_of
from server.exports.material import Alert, Material

_SEVERITY: Final = {Tier.STOP: "high", Tier.URGENT: "high", Tier.FLAG: "moderate"}
_ABOUT: Final = {
    "suicide": "Suicide",
    "self_harm": "Self-harm",
    "violence": "Violence",
    "abuse": "Hurt by others",
    "substance": "Substance use",
    "language": "A language that the rules do not read",
}
_LEVELS: Final = {
    AlertLevel.STOP: "Interview ended for safety: read what was said and act now",
    AlertLevel.URGENT: "Urgent: read what was said now",
    AlertLevel.ATTENTION: "Needs attention: read what was said",
}


def risks(material: Material, patient: str, response: str) -> Iterator[tuple[str, Json]]:
    """Flags, then findings, each with its address."""
    for place, alert in enumerate(material.alerts, 1):
        yield url_of(material.row.id, f"flag/{place}"), _flag(alert, patient)
    for place, finding in enumerate(material.findings, 1):
        yield url_of(material.row.id, f"issue/{place}"), _issue(material, finding, patient, response)


def _flag(one: Alert, patient: str) -> Json:
    """Active until somebody has acknowledged the alert."""
    code = concept(ALERTS, one.said.level.value, _LEVELS[one.said.level])
    words = "; ".join(f"“{''.join(part.text for part in quote)}”" for quote in one.said.quotes)
    if words:
        code["text"] += f": {words}"
    period = {"start": moment(one.at)} | ({"end": moment(one.seen_at)} if one.seen_at else {})
    return {
        "resourceType": "Flag",
        "status": "inactive" if one.seen_at else "active",
        "category": [concept(f"{HL7}flag-category", "safety", "Safety")],
        "code": code,
        "subject": reference(patient),
        "period": period,
    }


def _issue(material: Material, finding: Finding, patient: str, response: str) -> Json:
    turn = "" if finding.turn is None else f" (turn {finding.turn})"
    return {
        "resourceType": "DetectedIssue",
        "status": "preliminary",
        "code": concept(SUBJECTS, finding.about, _ABOUT[finding.about]),
        "severity": _SEVERITY[finding.tier],
        "patient": reference(patient),
        "identifiedDateTime": moment(material.said_at(finding.turn)),
        "implicated": [reference(response)],
        "evidence": [{"code": [concept(TIERS, finding.tier.value, f"Tier {finding.tier.value}")]}],
        "detail": f"“{finding.text}”{turn}, {whence(finding)}",
    }
