"""Whatever a language model does, the interview goes on: through the real server and socket, with a scripted provider.

What must hold under each fault: 23 valid items with exact quotes; the profile says per item who scored it; the
therapist has notices where the rules stood in; the patient's frames show nothing of it. When the fault is over, the
next interview's first answer is scored by the model again.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from agents.domain.phase import Phase
from agents.domain.profile import PatientProfile, SessionStatus
from agents.domain.risk import Tier
from agents.interview import events as ev
from agents.interview.session import Session
from agents.interview.turn import ahead
from agents.llm.model import Model
from agents.llm.policy import Policy
from agents.llm.providers import Providers
from agents.llm.spec import Credentials
from agents.scripted.faults import Fault, FaultName
from agents.scripted.model import by_rules, scripted_model
from server.engines.interviews import team_of
from server.engines.roles import ROLES
from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread
from server.http.security import CSRF_COOKIE, CSRF_HEADER
from server.settings import Settings
from tests.conftest import Running, start_server

MODEL = "openai/scripted"
WAIT = 60
TURN_SECONDS = 2.0
REST_SECONDS = 1.0
LAST_FAILURE_SECONDS = TURN_SECONDS
"""How long after a fault's end a call begun before it may still fail, and have the provider left alone anew."""
STOOD_IN = {
    FaultName.RATE_LIMIT,
    FaultName.SERVER_ERROR,
    FaultName.HANG,
    FaultName.SLOW,
    FaultName.DROP,
    FaultName.WRONG_SCHEMA,
    FaultName.REFUSAL,
    FaultName.SCORE_7,
}
"""Faults that leave no score of the model to use. What is left of a truncated score may be enough."""
KEPT = {(FaultName.SCORE_7, "reporter")}
"""One bad sentence of a summary is left out alone."""
FLAGGED = "Some mornings I catch myself thinking it would be easier not to wake up, but I would never do anything."
ASIDE = {"now": "No, not right now.", "go_on": "Yes, let's go on.", "review": "No, that's all."}
"""After a disclosure, and when all answers are shown before the end."""
REPLIES = (
    "Not at all, none of the days.",
    "On three or four days, mostly in the evenings.",
    "Nearly every day, it hardly ever stops.",
    "No, that has not been a problem.",
    "More than half the days, nine I'd say.",
)
SECRETS = (MODEL, "scripted", "radio talking", "remaining questions", "could not answer", "rate that a 7")
"""What a patient must never read: who is asked, what went wrong, and what the faults would have the interviewer say."""
Frame = dict[str, Any]


@dataclass
class Held:
    """One interview as its patient and its therapist saw it."""

    id: str
    patient: list[str] = field(default_factory=list)
    staff: list[Frame] = field(default_factory=list)
    profile: PatientProfile | None = None

    def notices(self, code: str) -> list[str]:
        bodies = [frame["body"] for frame in self.staff if frame["kind"] == "notice"]
        return [body["text"] for body in bodies if body["code"] == code]


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    """A scripted provider of this module's own."""
    with in_thread(StubProvider(Pace(gap=0.5, retry_after=5))) as url:
        yield url


@pytest.fixture(scope="module")
def server(settings: Settings, provider: str) -> Iterator[Running]:
    running = start_server(
        settings,
        OPENAI_BASE_URL=f"{provider}/v1",
        OPENAI_API_KEY="any",
        ANAMNESIS_DRIVERS=MODEL,
        ANAMNESIS_TURN_SECONDS=str(TURN_SECONDS),
        ANAMNESIS_REPORT_SECONDS=str(TURN_SECONDS),
        ANAMNESIS_MODEL_REST=str(REST_SECONDS),
    )
    with httpx.Client(base_url=running.url, follow_redirects=True, timeout=60) as staff:
        sign_in(staff, running)
        hold(running, staff, answers=1)  # an SDK's first answer takes it far longer than all later ones
    yield running
    running.process.terminate()
    running.process.wait(60)


def sign_in(staff: httpx.Client, running: Running) -> None:
    staff.get(f"/welcome/{running.token}")
    staff.headers[CSRF_HEADER] = staff.cookies[CSRF_COOKIE]


def order(provider: str, *faults: FaultName) -> None:
    httpx.post(f"{provider}/faults", json={"faults": list(faults)}, timeout=60).raise_for_status()


def hold(server: Running, staff: httpx.Client, answers: int = 23, flagged: str = FLAGGED) -> Held:
    """An interview led by the model: so many answers, then what everybody saw. All 23 lead to its end. `flagged` is
    said to item 11."""
    started = staff.post("/interviews", json={"label": "faults", "mode": "diagnostic", "driver": MODEL})
    held = Held(started.raise_for_status().json()["id"])
    with httpx.Client(timeout=60) as browser:
        browser.get(staff.post(f"/interviews/{held.id}/link").json()["url"])
        _talk(held, server, _cookie(browser), answers, flagged)
    if answers == 23:
        _watch(held, server, _cookie(staff))
    held.profile = PatientProfile.model_validate_json(staff.get(f"/interviews/{held.id}/profile").text)
    return held


def _cookie(browser: httpx.Client) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())}


def _talk(held: Held, server: Running, cookie: dict[str, str], answers: int, flagged: str) -> None:
    """Be the patient: answer every question, and every follow-up with the same words said otherwise."""
    address = server.url.replace("http", "ws") + f"/interviews/{held.id}/socket"
    sent, asked = 0, 0
    with connect(address, additional_headers={**cookie, "Origin": server.url}, legacy=True) as socket:
        socket.send(json.dumps({"v": 1, "type": "resume", "lastSeq": 0}))
        while True:
            text = socket.recv(timeout=WAIT)
            assert isinstance(text, str)
            held.patient.append(text)
            frame = json.loads(text)
            if frame["type"] == "event" and frame["kind"] == "ended":
                return
            body = frame.get("body", {})
            if body.get("role") != "interviewer":
                continue
            asked += body["purpose"] == "question"
            if asked > answers:
                return
            if body["purpose"] != "closing":
                sent += 1
                words = ASIDE.get(body["purpose"]) or (flagged if asked == 11 else REPLIES[asked % len(REPLIES)])
                socket.send(json.dumps({"v": 1, "type": "message", "id": f"m{sent}", "text": words}))


def _watch(held: Held, server: Running, cookie: dict[str, str]) -> None:
    """Be the therapist: read the log to its end."""
    address = server.url.replace("http", "ws") + f"/interviews/{held.id}/socket"
    with connect(address, additional_headers={**cookie, "Origin": server.url}, legacy=True) as socket:
        socket.send(json.dumps({"v": 1, "type": "resume", "lastSeq": 0}))
        while True:
            frame = json.loads(socket.recv(timeout=WAIT))
            held.staff.append(frame)
            if frame.get("kind") == "ended":
                return


@pytest.mark.parametrize("fault", list(FaultName))
def test_an_interview_outlives_the_fault(
    fault: FaultName, server: Running, signed_in: httpx.Client, provider: str
) -> None:
    order(provider, fault)
    held = hold(server, signed_in)
    assert held.profile is not None
    sound(held.profile)
    who_scored(held.profile, fault)
    if fault in STOOD_IN:
        assert held.notices("engine")
        assert held.notices("risk")
        said_once(held, server, signed_in, fault)
    hidden_from_the_patient(held)
    order(provider)
    time.sleep(LAST_FAILURE_SECONDS + REST_SECONDS if fault in STOOD_IN else 0)
    assert any(engine == MODEL for engine, _ in first_scores(server, signed_in))


def said_once(held: Held, server: Running, staff: httpx.Client, fault: FaultName) -> None:
    """A fault that lasts is said once for each role, and the page says it in one line."""
    bodies = [frame["body"] for frame in held.staff if frame["kind"] == "notice" and frame["body"]["role"]]
    if fault is not FaultName.SLOW:  # now and then something comes in time
        roles = [body["role"] for body in bodies]
        assert len(roles) == len(set(roles)), roles
    page = staff.get(f"/interviews/{held.id}/model").text
    assert page.count("usable answer") == 1


def first_scores(server: Running, staff: httpx.Client) -> Iterator[tuple[str, str | None]]:
    """Who scored the first answer of the next interviews, and why not the model. More than one is needed only where the
    machine is so busy that the call which tries the provider again misses its deadline."""
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        profile = hold(server, staff, answers=1).profile
        assert profile is not None
        yield from ((response.engine, response.note) for response in profile.item_responses)
        time.sleep(REST_SECONDS)


def sound(profile: PatientProfile) -> None:
    """23 valid items, every quote exact."""
    assert profile.session_status is SessionStatus.COMPLETED
    assert [response.item_id for response in profile.item_responses] == list(range(1, 24))
    for response in profile.item_responses:
        assert 0 <= response.score <= 4
        for quote in response.evidence_quotes:
            assert profile.transcript[quote.turn].role == "patient"
            assert profile.transcript[quote.turn].text[quote.start : quote.end] == quote.text
    assert profile.risk_flags.suicidality_mentioned or profile.risk_flags.self_harm_ideation


def who_scored(profile: PatientProfile, fault: FaultName) -> None:
    """Every item says it; where the rules did in the model's place, it says that too."""
    scorers = {response.engine for response in profile.item_responses}
    expected = {"rules"} if fault in STOOD_IN else {MODEL}
    assert scorers == expected or (fault is FaultName.TRUNCATED and scorers <= {"rules", MODEL})
    stood_in = [response for response in profile.item_responses if response.engine == "rules"]
    assert all(response.note and MODEL in response.note for response in stood_in)


def hidden_from_the_patient(held: Held) -> None:
    for text in held.patient:
        frame = json.loads(text)
        assert not [secret for secret in SECRETS if secret in text], text
        assert frame.get("kind") not in {"notice", "tool", "risk", "alert", "report"}
        assert frame.get("kind") != "private" or frame["body"] == {}


class Scripted(Providers):
    """A provider in this process, with one fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(Credentials())
        script = by_rules([fault])
        self._one = scripted_model(script, Policy(first_pause=0, longest_pause=0, rest=0))

    def model(self, name: str) -> Model:
        return self._one


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("fault", list(FaultName))
async def test_each_fault_in_each_role(fault: FaultName, role: str) -> None:
    settings = Settings(drivers=(MODEL,))
    team = team_of(settings, MODEL, Scripted(Fault(name=fault, role=role)))
    assert team.prepare is not None
    session = await Session.start(team, "fault")
    while session.state.phase not in {Phase.REPORT, Phase.DONE, Phase.SAFETY_STOP}:
        if (brief := ahead(session.state)) is not None:
            await team.prepare(brief)
        number = len(session.state.asked)
        said = ASIDE.get(session.state.aside or "")
        await session.say(said or (FLAGGED if number == 11 else REPLIES[number % len(REPLIES)]))
    await session.finish()
    assert session.state.phase is Phase.DONE
    assert [response.item_id for response in map(session.state.responses.get, range(1, 24)) if response] == list(
        range(1, 24)
    )
    sections = [event.key for event in session.events if isinstance(event, ev.Reported)]
    assert sections == ["executive_summary", "domains", "items", "impressions", "limitations"]
    if (fault, role) in KEPT:
        assert not [event for event in session.events if isinstance(event, ev.Noticed)]
    elif fault in STOOD_IN - {FaultName.SLOW}:  # without a connection nothing is slow
        codes = {event.code for event in session.events if isinstance(event, ev.Noticed)}
        assert codes == {"risk" if role == "risk" else "engine"}
    heard = [event.risk.tier for event in session.events if isinstance(event, ev.Said)]
    assert Tier.FLAG in heard or Tier.URGENT in heard
