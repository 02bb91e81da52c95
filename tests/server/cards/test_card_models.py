"""A report card with models: replays with agreement, tokens and time, and the locked judge; a scripted provider.

The judge reads the report that was written and no name of who wrote it; what was made well is not lost to a failure.
"""

import csv
import html
import io
import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import psycopg
import pytest
from websockets.sync.client import connect

from agents.scripted.faults import Fault, FaultName
from benchmarks.cards.judging import GIVEN
from server.engines.stub_provider import StubProvider
from server.engines.stub_running import in_thread
from server.http.asgi import Receive, Scope, Send
from server.http.security import CSRF_COOKIE, CSRF_HEADER
from server.settings import Settings
from tests.conftest import Running, start_server

MODELS = ("openai/gpt-4.1-mini", "openai/gpt-4o")
PATIENCE = 120
REPLIES = {
    1: "Nearly every day, I can't enjoy the choir.",
    2: "Nearly every day.",
    14: "I lie awake nearly every night.",
}


class Recording(StubProvider):
    """The scripted provider, with what it was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request and keep its body."""

        async def kept() -> Any:
            event = await receive()
            self.sent.append(event.get("body", b"").decode())
            return event

        await super().__call__(scope, kept, send)

    @property
    def to_the_judge(self) -> str:
        """The latest request to the judge of cards: its messages."""
        body = next(body for body in reversed(self.sent) if "role: card_judge" in body)
        return "\n".join(message["content"] for message in json.loads(body)["messages"])


@pytest.fixture(scope="module")
def provider() -> Recording:
    return Recording()


@pytest.fixture(scope="module")
def server(settings: Settings, provider: Recording) -> Iterator[Running]:
    with in_thread(provider) as url:
        given = {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": "any", "ANAMNESIS_DRIVERS": ",".join(MODELS)}
        running = start_server(settings, **given)
        yield running
        running.process.terminate()
        running.process.wait(90)


@pytest.fixture
def staff(server: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, follow_redirects=True, timeout=90) as opened:
        opened.get(f"/welcome/{server.token}")
        opened.headers[CSRF_HEADER] = opened.cookies[CSRF_COOKIE]
        yield opened


def held(staff: httpx.Client, url: str, driver: str = "rules") -> str:
    """A completed interview, held through the socket."""
    start = {"label": "M-1", "mode": "diagnostic", "driver": driver}
    interview: str = staff.post("/interviews", json=start).json()["id"]
    with httpx.Client(timeout=60) as patient:
        patient.get(staff.post(f"/interviews/{interview}/link").json()["url"])
        cookie = "; ".join(f"{name}={value}" for name, value in patient.cookies.items())
    address = f"ws{url.removeprefix('http')}/interviews/{interview}/socket"
    with connect(address, additional_headers={"Cookie": cookie, "Origin": url}, open_timeout=90) as socket:
        socket.send(json.dumps({"v": 1, "type": "resume", "lastSeq": 0}))
        while (frame := json.loads(socket.recv(timeout=90))).get("kind") != "ended":
            body = frame.get("body", {})
            if frame.get("kind") == "message" and body["role"] == "interviewer":
                reviewing = body["purpose"] == "review"
                text = "No, that's all." if reviewing else REPLIES.get(body["itemId"] or 0, "No, not at all.")
                socket.send(json.dumps({"v": 1, "type": "message", "id": f"s{frame['seq']}", "text": text}))
    return interview


def made(staff: httpx.Client, job: str, wanted: set[str]) -> dict[str, Any]:
    """The job's progress once these parts are made; the local models of the others are not waited for."""
    deadline = time.monotonic() + PATIENCE
    while True:
        told: dict[str, str] = staff.get(f"/jobs/{job}").json()["progress"].get("parts", {})
        if all(told.get(part) in ("made", "failed") for part in wanted):
            return told
        assert time.monotonic() < deadline, told
        time.sleep(0.2)


def test_models_replay_and_the_judge_grades(server: Running, staff: httpx.Client) -> None:
    interview = held(staff, server.url)
    too_many = {"engines": [*MODELS, "rules", "rules", "rules"], "judge": True}
    assert staff.post(f"/interviews/{interview}/card", json=too_many).status_code == 422
    wanted = {"engines": MODELS, "judge": True}
    job = staff.post(f"/interviews/{interview}/card", json=wanted).json()["job"]
    parts = {"judge", "rubric", *(f"replay:{name}" for name in (*MODELS, "rules"))}
    told = made(staff, job, parts)
    assert {told[part] for part in parts} == {"made"}, told
    card = {part["key"]: part for part in staff.get(f"/interviews/{interview}/card.json").json()["card"]["parts"]}
    for name in MODELS:
        replay = card[f"replay:{name}"]
        assert replay["error"] is None
        assert replay["detail"]["tokens"] > 0
        assert replay["detail"]["diagnosis"]["engine"] == name
    judge = card["judge"]
    assert (judge["engine"], judge["error"]) == ("openai/gpt-4.1", None)
    assert [1 <= grade["score"] <= 5 for grade in judge["detail"]["grades"]] == [True] * 5
    assert card["rubric"]["engine"] == "rules"
    page = staff.get(f"/interviews/{interview}/card", headers={"accept": "text/html"}).text
    assert "Served by" in page
    lines = staff.get(f"/interviews/{interview}/card.csv").text
    assert lines.count("\r\njudge,openai/gpt-4.1,judge.") == 6


def card_of(staff: httpx.Client, interview: str) -> dict[str, Any]:
    parts = staff.get(f"/interviews/{interview}/card.json").json()["card"]["parts"]
    return {part["key"]: part for part in parts}


def ended(staff: httpx.Client, job: str) -> dict[str, Any]:
    deadline = time.monotonic() + PATIENCE
    while (told := staff.get(f"/jobs/{job}").json())["state"] in ("queued", "running"):
        assert time.monotonic() < deadline, told
        time.sleep(0.1)
    found: dict[str, Any] = told
    return found


@pytest.fixture(scope="module")
def judged(server: Running, provider: Recording) -> str:
    """An interview that a model led, with its card's judge and the model's replay made."""
    with httpx.Client(base_url=server.url, follow_redirects=True, timeout=90) as staff:
        staff.get(f"/welcome/{server.token}")
        staff.headers[CSRF_HEADER] = staff.cookies[CSRF_COOKIE]
        interview = held(staff, server.url, MODELS[0])
        job = staff.post(f"/interviews/{interview}/card", json={"engines": MODELS[:1], "judge": True}).json()["job"]
        made(staff, job, {"judge", f"replay:{MODELS[0]}"})
        assert ended(staff, job)["state"] == "done"
    return interview


def test_the_judge_reads_the_report_and_not_who_wrote_it(judged: str, staff: httpx.Client, provider: Recording) -> None:
    report = staff.get(f"/interviews/{judged}/report").json()
    assert MODELS[0] in report["markdown"]  # it names who led, scored and wrote
    given = provider.to_the_judge
    block = json.loads(given.split("```json data\n")[1].removesuffix("\n```"))
    assert len(block["report"]) == len(report["sections"])
    for section, shown in zip(report["sections"], block["report"], strict=True):
        words, found = section["markdown"].split(), shown.split()
        assert len(set(words) & set(found)) > 0.9 * len(set(words)), section["key"]
    assert any("Reasoning" in section for section in block["report"])
    for name in ("gpt-4.1", "openai", "rule engine", "| rules |"):
        assert name not in given, name
    assert all(
        version["version"] not in given
        for version in staff.get(f"/interviews/{judged}/snapshot.json").json()["prompts"]
    )


def test_a_part_that_is_made_again_and_fails_keeps_the_good_one(
    judged: str, staff: httpx.Client, provider: Recording
) -> None:
    for key, role in (("judge", "card_judge"), (f"replay:{MODELS[0]}", "diagnostician")):
        before = card_of(staff, judged)[key]
        assert before["error"] is None
        provider.faults.order([Fault(name=FaultName.REFUSAL, role=role)])
        job = ended(staff, staff.post(f"/interviews/{judged}/card/again/{key}").json()["job"])
        assert job["progress"]["parts"] == {key: "failed"}
        after = card_of(staff, judged)[key]
        assert after["remake"]["error"]
        assert after | {"remake": None} == before
        page = staff.get(f"/interviews/{judged}/card", headers={"accept": "text/html"}).text
        assert "Making this part again failed" in page
        assert html.unescape(page).count(after["remake"]["error"]) == 1
        assert after["remake"]["error"] in staff.get(f"/interviews/{judged}/card.csv").text
        provider.faults.order([])
        ended(staff, staff.post(f"/interviews/{judged}/card/again/{key}").json()["job"])
        assert card_of(staff, judged)[key]["remake"] is None


def test_grades_stay_when_the_card_is_made_again_without_the_judge(judged: str, staff: httpx.Client) -> None:
    before = card_of(staff, judged)["judge"]
    job = staff.post(f"/interviews/{judged}/card", json={"engines": MODELS[:1], "judge": False}).json()["job"]
    assert ended(staff, job)["state"] == "done"
    assert card_of(staff, judged)["judge"] == before


def test_grades_without_the_report_are_superseded(judged: str, staff: httpx.Client, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        old = "update card_part set body = body #- '{detail,given}' where key = 'judge'"  # as parts were stored before
        connection.execute(old)
    part = card_of(staff, judged)["judge"]
    assert "superseded" in part["superseded"]
    assert [figure["value"] for figure in part["figures"]] == [{"reason": part["superseded"]}]
    assert len(part["detail"]["grades"]) == 5
    page = staff.get(f"/interviews/{judged}/card", headers={"accept": "text/html"}).text
    assert "Superseded: the judge was not shown the report then" in page
    lines = csv.DictReader(io.StringIO(staff.get(f"/interviews/{judged}/card.csv").text))
    assert [(line["value"], line["unavailable"]) for line in lines if line["part"] == "judge"] == [
        ("", part["superseded"])
    ] * 6
    ended(staff, staff.post(f"/interviews/{judged}/card/again/judge").json()["job"])
    again = card_of(staff, judged)["judge"]
    assert (again["superseded"], again["detail"]["given"]) == (None, GIVEN)
