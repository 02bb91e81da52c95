"""The names of this product's own code systems, and how resources refer to each other."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID, uuid5

Json = dict[str, Any]

OWN: Final = "urn:x-anamnesis:"
QUESTIONNAIRE: Final = f"{OWN}questionnaire:level-1"
VERSION: Final = "1"
ITEMS: Final = f"{OWN}level-1-item"
DOMAINS: Final = f"{OWN}level-1-domain"
FREQUENCY: Final = f"{OWN}level-1-frequency"
TIERS: Final = f"{OWN}risk-tier"
ALERTS: Final = f"{OWN}alert-level"
SUBJECTS: Final = f"{OWN}risk-subject"
LABELS: Final = f"{OWN}interview-label"
REPORTS: Final = f"{OWN}report-version"
REFERENCES: Final = f"{OWN}reference"
HL7: Final = "http://terminology.hl7.org/CodeSystem/"
_NAMESPACE: Final = UUID("8a0a4a52-6f4d-5d0b-9d9e-3d1b7b8f6c11")


def url_of(interview: UUID, name: str) -> str:
    """The address of one resource within the bundle: the same each time that the interview is exported."""
    return f"urn:uuid:{uuid5(_NAMESPACE, f'{interview}/{name}')}"


def reference(url: str) -> Json:
    """A reference to a resource of the bundle."""
    return {"reference": url}


def concept(system: str, code: str, words: str) -> Json:
    """One code with its words."""
    return {"coding": [{"system": system, "code": code, "display": words}], "text": words}


def moment(at: datetime) -> str:
    """A time as FHIR writes it, to the second."""
    return at.astimezone(UTC).isoformat(timespec="seconds")
