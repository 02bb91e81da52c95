"""What a language model says of risk, through the real server and socket: with the message's words it counts, without
them it ends nothing, is pinned on nothing, and reaches the therapist apart."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from agents.llm.port import JsonObject
from agents.scripted.dialects import Answered, Parsed
from agents.scripted.faults import FaultName
from agents.scripted.provider import Said
from server.engines.stub_provider import StubProvider
from server.engines.stub_running import in_thread
from server.settings import Settings
from tests.conftest import Running, start_server
from tests.server.interviews.talking import Talker, begun, talker, watched
from tests.server.interviews.test_alerts import alerts, listed

MODEL = "openai/scripted"
TEXT = "The garden is nearly done, I only keep the shed to finish."
INVENTED = {"quote": "I will hang myself in the shed", "rule": "present-intent", "tier": "stop"}
SAID = {"quote": "I only keep the shed to finish", "rule": "present-intent", "tier": "Stop"}


class Claiming(StubProvider):
    """The scripted provider, whose risk reader says what it is told to; None lets it answer as ever."""

    claim: JsonObject | None = None

    def _answered(self, parsed: Parsed, said: Said, fault: FaultName | None) -> Answered:
        told = Said(self.claim) if self.claim is not None and parsed.asked.role == "risk" else said
        return super()._answered(parsed, told, fault)


@pytest.fixture(scope="module")
def claiming() -> Iterator[tuple[Claiming, str]]:
    provider = Claiming()
    with in_thread(provider) as url:
        yield provider, url


@pytest.fixture(scope="module")
def server(settings: Settings, claiming: tuple[Claiming, str]) -> Iterator[Running]:
    running = start_server(settings, OPENAI_BASE_URL=f"{claiming[1]}/v1", OPENAI_API_KEY="any", ANAMNESIS_DRIVERS=MODEL)
    yield running
    running.process.terminate()
    running.process.wait(60)


@pytest.fixture
def provider(claiming: tuple[Claiming, str]) -> Iterator[Claiming]:
    yield claiming[0]
    claiming[0].claim = None


def claim(*findings: dict[str, Any], tier: str = "STOP") -> JsonObject:
    return {"findings": list(findings), "tier": tier}


def answered(
    staff: httpx.Client, provider: Claiming, claimed: JsonObject, text: str = TEXT
) -> tuple[str, Talker, dict[str, Any]]:
    """An interview in which the model claims this of the one answer: its number, what the patient saw, the reply."""
    interview = begun(staff, driver=MODEL)
    with talker(staff, interview) as patient:
        patient.to_item(1)
        provider.claim = claimed
        return interview, patient, patient.say(text)


@pytest.mark.parametrize("findings", [(INVENTED,), ()], ids=["an invented quote", "no finding"])
def test_a_stop_without_the_messages_words_ends_nothing_and_is_shown_to_staff_apart(
    signed_in: httpx.Client, provider: Claiming, findings: tuple[dict[str, Any], ...]
) -> None:
    interview, patient, reply = answered(signed_in, provider, claim(*findings))
    assert reply["purpose"] in {"question", "follow_up"}
    (raised,) = alerts(signed_in, interview)
    assert (raised["level"], raised["tier"], raised["findings"]) == ("attention", "none", [])
    assert [one["tier"] for one in raised["unlocated"]] == ["stop"]
    assert raised["quotes"] == []
    assert listed(signed_in, interview) == "Needs attention"
    assert "its words are not in the message" in signed_in.get("/interviews").text
    profile = signed_in.get(f"/interviews/{interview}/profile").json()
    assert profile["sessionStatus"] == "active"
    assert not any(profile["riskFlags"].values())
    shown = json.dumps(patient.log)
    assert not [word for word in ("unlocated", "hang", "present-intent", "model-reading", "attention") if word in shown]
    assert {one["kind"] for one in patient.log} <= {"started", "message", "skipped", "private"}


def test_it_is_not_handed_on_as_settled(signed_in: httpx.Client, provider: Claiming) -> None:
    interview = begun(signed_in, driver=MODEL)
    with talker(signed_in, interview) as patient:
        patient.to_item(1)
        provider.claim = claim(INVENTED | {"tier": "urgent", "lethality": True}, tier="urgent")
        patient.say(TEXT)
        provider.claim = claim(SAID | {"tier": "urgent", "lethality": True}, tier="urgent")
        patient.say("Several days. I only keep the shed to finish.")
    assert signed_in.get(f"/interviews/{interview}/profile").json()["sessionStatus"] == "active"
    readings = [one["body"]["reading"] for one in watched(signed_in, interview) if one["kind"] == "risk"]
    assert readings[-1]["tier"] == "urgent"
    assert [one["rule"] for one in readings[-1]["findings"]] == ["present-intent"]


def test_a_stop_on_the_messages_words_stops(signed_in: httpx.Client, provider: Claiming) -> None:
    interview, _, reply = answered(signed_in, provider, claim(SAID))
    assert reply["purpose"] == "script"
    (raised,) = alerts(signed_in, interview)
    assert (raised["level"], raised["unlocated"]) == ("stop", [])
    assert [one["text"] for one in raised["findings"]] == [SAID["quote"]]


def test_what_the_rules_found_stands_whatever_the_model_invents(signed_in: httpx.Client, provider: Claiming) -> None:
    text = "Lately I have been thinking about killing myself."
    interview, _, reply = answered(signed_in, provider, claim(INVENTED), text)
    assert reply["purpose"] != "script"
    assert [one["level"] for one in alerts(signed_in, interview)] == ["urgent", "attention"]
    assert listed(signed_in, interview) == "Urgent"


@contextmanager
def held_at_item_1(staff: httpx.Client, provider: Claiming) -> Iterator[tuple[str, Talker]]:
    """An interview that the therapist holds in person from item 1 on; the model will find a stop."""
    interview = begun(staff, driver=MODEL)
    with talker(staff, interview) as patient:
        patient.to_item(1)
        staff.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).raise_for_status()
        provider.claim = claim(SAID)
        yield interview, patient


def test_a_stop_by_the_model_reaches_the_patient_who_wrote_it_while_the_therapist_holds_the_interview(
    signed_in: httpx.Client, provider: Claiming
) -> None:
    with held_at_item_1(signed_in, provider) as (interview, patient):
        reply = patient.say(f"Last week I thought about ending my life. {TEXT}")
    assert reply["purpose"] == "script"
    note = signed_in.get(f"/interviews/{interview}/record.txt").text
    assert "The patient was shown the safety message" in note
    assert "Call the patient now." in note
    assert "is with you" not in note


def test_a_stop_by_the_model_on_what_was_written_down_is_shown_to_nobody(
    signed_in: httpx.Client, provider: Claiming
) -> None:
    with held_at_item_1(signed_in, provider) as (interview, patient):
        written = {"item": "1", "did": "words", "words": TEXT}
        signed_in.post(f"/interviews/{interview}/in-person", data=written).raise_for_status()
        log = watched(signed_in, interview)
        patient.up_to(len(log))
    assert log[-1]["kind"] == "ended"
    assert not [one for one in patient.told if one["body"]["purpose"] == "script"]
    note = signed_in.get(f"/interviews/{interview}/record.txt").text
    assert "was shown" not in note
    assert "The patient is with you: stay with them" in note
