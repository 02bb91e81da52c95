"""The Bundle is FHIR R4: it fits fhir.resources' models of R4B, and tables check what these leave open: the fields that
R4 (4.0.1) itself has, and its required codes."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any
from uuid import UUID

import httpx
import pytest
from litestar import Litestar

from agents.domain import level1
from agents.domain.phase import Phase
from tests.server.cards.finished import ALL, NO, completed, ended_for_safety, say

Json = dict[str, Any]
R4_FIELDS = {
    "Bundle": {"meta", "identifier", "type", "timestamp", "entry"},
    "Patient": {"identifier"},
    "Questionnaire": {"url", "version", "name", "title", "status", "subjectType", "description", "copyright", "item"},
    "QuestionnaireResponse": {
        "identifier",
        "questionnaire",
        "status",
        "subject",
        "authored",
        "source",
        "item",
        "basedOn",
    },
    "Observation": {"status", "category", "code", "subject", "effectiveDateTime", "valueInteger", "dataAbsentReason"}
    | {"interpretation", "note", "method", "referenceRange", "hasMember", "derivedFrom"},
    "Flag": {"status", "category", "code", "subject", "period"},
    "DetectedIssue": {
        "status",
        "code",
        "severity",
        "patient",
        "identifiedDateTime",
        "implicated",
        "evidence",
        "detail",
    },
}
"""Fields of R4 (4.0.1) that are used; whatever R4B may have besides is not among them."""
CODES = {
    ("Bundle", "type"): {"collection"},
    ("Questionnaire", "status"): {"draft", "active", "retired", "unknown"},
    ("QuestionnaireResponse", "status"): {"in-progress", "completed", "amended", "entered-in-error", "stopped"},
    ("Observation", "status"): {"registered", "preliminary", "final", "amended", "corrected", "cancelled"},
    ("Flag", "status"): {"active", "inactive", "entered-in-error"},
    ("DetectedIssue", "status"): {"registered", "preliminary", "final", "amended", "corrected", "cancelled"},
    ("DetectedIssue", "severity"): {"high", "moderate", "low"},
}
"""R4's required codes, which the models leave open."""
ITEM_TYPES = {"group", "display", "choice"}


@pytest.fixture
def staff(staff: httpx.AsyncClient) -> httpx.AsyncClient:
    staff.headers["accept"] = "application/json"
    return staff


async def bundle(client: httpx.AsyncClient, interview: UUID | str) -> Json:
    answer = await client.get(f"/interviews/{interview}/fhir.json")
    assert answer.headers["content-type"] == "application/fhir+json"
    found: Json = answer.json()
    conforms(found)
    return found


def conforms(found: Json) -> None:
    """Fails where the bundle is no FHIR R4."""
    addresses = [entry["fullUrl"] for entry in found["entry"]]
    assert len(addresses) == len(set(addresses))
    for resource in (found, *resources(found)):
        kind = resource["resourceType"]
        assert set(resource) - {"resourceType"} <= R4_FIELDS[kind], kind
        model = getattr(import_module(f"fhir.resources.R4B.{kind.lower()}"), kind)
        model.model_validate(resource)
        for (of, field), allowed in CODES.items():
            assert of != kind or field not in resource or resource[field] in allowed, (kind, field)
    for holder, name, value in walked(found):
        assert value not in ("", [], {}, None), (name, holder)
        if name == "reference":
            assert value in addresses
    assert "loinc" not in str(found).lower()


def resources(found: Json) -> list[Json]:
    return [entry["resource"] for entry in found["entry"]]


def of(found: Json, kind: str) -> list[Json]:
    return [one for one in resources(found) if one["resourceType"] == kind]


def walked(found: Any) -> Iterator[tuple[Any, str, Any]]:
    """Every field with what holds it."""
    if isinstance(found, dict):
        for name, value in found.items():
            yield found, name, value
            yield from walked(value)
    elif isinstance(found, list):
        for one in found:
            yield from walked(one)


async def test_a_completed_interview(app: Litestar, staff: httpx.AsyncClient) -> None:
    interview = await completed(staff, app.state.parts.rooms)
    found = await bundle(staff, interview)
    (measure,), (answers,) = of(found, "Questionnaire"), of(found, "QuestionnaireResponse")
    form = level1.instrument()
    assert measure["copyright"] == form.rights
    asked = [item for group in measure["item"] for item in group.get("item", ())]
    assert [(one["linkId"], one["text"]) for one in asked] == [(str(n), i.text) for n, i in level1.items().items()]
    assert {one["type"] for one in [*measure["item"], *asked]} == ITEM_TYPES
    assert (answers["status"], answers["questionnaire"]) == ("completed", f"{measure['url']}|{measure['version']}")
    profile = (await staff.get(f"/interviews/{interview}/profile")).json()
    scores = {str(one["itemId"]): str(one["score"]) for one in profile["itemResponses"]}
    given = {i["linkId"]: i["answer"][0]["valueCoding"]["code"] for group in answers["item"] for i in group["item"]}
    assert given == scores
    observed = of(found, "Observation")
    assert len(observed) == 23 + 13
    assert {one["status"] for one in observed} == {"preliminary"}
    highest = {one["code"]["coding"][0]["code"]: one["valueInteger"] for one in observed if "hasMember" in one}
    assert highest == {one["domain"]: one["severityAggregate"] for one in profile["symptomSummary"]}
    assert found == await bundle(staff, interview)


async def test_a_stopped_interview_has_its_status_its_flag_and_no_score(
    app: Litestar, staff: httpx.AsyncClient
) -> None:
    interview = await ended_for_safety(staff, app.state.parts.rooms)
    found = await bundle(staff, interview)
    assert of(found, "QuestionnaireResponse")[0]["status"] == "stopped"
    assert of(found, "Observation") == []
    (flag,) = of(found, "Flag")
    assert (flag["status"], flag["code"]["coding"][0]["code"]) == ("active", "stop")
    assert "kill myself tonight" in flag["code"]["text"]
    issues = of(found, "DetectedIssue")
    assert "high" in {one["severity"] for one in issues}
    assert any("kill myself" in one["detail"] for one in issues)
    done = {"note": "Rang the client, who is with their sister."}
    assert (await staff.post(f"/interviews/{interview}/acknowledge", json=done)).status_code == 200
    whole = (await staff.get(f"/interviews/{interview}/interview.json")).json()
    assert whole["alerts"][0]["note"] == done["note"]
    (seen,) = of(await bundle(staff, interview), "Flag")
    assert seen["status"] == "inactive"
    assert seen["period"]["end"] >= seen["period"]["start"]


async def test_an_interview_that_goes_on_says_so_and_why_an_item_has_no_answer(
    app: Litestar, staff: httpx.AsyncClient
) -> None:
    interview = (await staff.post("/interviews", json={"label": "G-1"})).json()["id"]
    empty = await bundle(staff, interview)
    assert of(empty, "QuestionnaireResponse")[0]["status"] == "in-progress"
    room = app.state.parts.rooms.room(UUID(interview))
    for words in ("Yes, let's begin.", "I'd rather not say.", "Several days."):
        await say(room, words)
    found = await bundle(staff, interview)
    (group,) = of(found, "QuestionnaireResponse")[0]["item"]
    declined, answered = group["item"]
    assert declined["extension"][0]["valueCode"] == "asked-declined"
    assert "answer" not in declined
    assert answered["answer"][0]["valueCoding"]["code"] == "2"
    assert of(found, "Observation") == []
    assert of(found, "Patient")[0]["identifier"][0]["value"] == "G-1"


async def test_a_yes_without_how_often_has_its_score_and_no_frequency(app: Litestar, staff: httpx.AsyncClient) -> None:
    interview = UUID((await staff.post("/interviews", json={"label": "G-3"})).json()["id"])
    room = app.state.parts.rooms.room(interview)
    for words in ("Yes, let's begin.", "Yes.", "I'd rather not say."):
        await say(room, words)
    while room.state.phase not in (Phase.REPORT, Phase.DONE):
        await say(room, ALL if room.state.reviewing else NO)
    await room.write_report("F")
    found = await bundle(staff, interview)
    told = "yes, how often is not known (counted as 2)"
    steps = [one["valueCoding"] for one in of(found, "Questionnaire")[0]["item"][1]["item"][0]["answerOption"]]
    labels = {one["code"]: one["display"] for one in steps}
    coding = of(found, "QuestionnaireResponse")[0]["item"][0]["item"][0]["answer"][0]["valueCoding"]
    assert (coding["code"], coding["display"]) == ("2", labels["2"])
    assert {"url": "http://hl7.org/fhir/StructureDefinition/originalText", "valueString": told} in coding["extension"]
    first = of(found, "Observation")[0]
    assert (first["valueInteger"], first["interpretation"]) == (2, [{"text": told}])


async def test_the_answers_are_based_on_what_a_record_system_asked_for(staff: httpx.AsyncClient) -> None:
    started = await staff.post("/interviews", json={"label": "G-2", "reference": "visit/78"})
    (answers,) = of(await bundle(staff, started.json()["id"]), "QuestionnaireResponse")
    (order,) = answers["basedOn"]
    assert (order["type"], order["identifier"]["value"]) == ("ServiceRequest", "visit/78")
