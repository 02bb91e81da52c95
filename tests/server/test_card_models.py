"""A report card with models: replays with agreement, tokens and time, and the locked judge; a scripted provider."""

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from server.security import CSRF_COOKIE, CSRF_HEADER
from server.settings import Settings
from server.stub_provider import StubProvider
from server.stub_running import in_thread
from tests.conftest import Running, start_server

MODELS = ("openai/gpt-4.1-mini", "openai/gpt-4o")
PATIENCE = 120
REPLIES = {
    1: "Nearly every day, I can't enjoy the choir.",
    2: "Nearly every day.",
    14: "I lie awake nearly every night.",
}


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Running]:
    with in_thread(StubProvider()) as url:
        given = {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": "any", "ANAMNESIS_DRIVERS": ",".join(MODELS)}
        running = start_server(settings, **given)
        yield running
        running.process.terminate()
        running.process.wait(90)


@pytest.fixture
def staff(server: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, follow_redirects=True, timeout=30) as opened:
        opened.get(f"/welcome/{server.token}")
        opened.headers[CSRF_HEADER] = opened.cookies[CSRF_COOKIE]
        yield opened


def held(staff: httpx.Client, url: str) -> str:
    """A completed interview, held through the socket."""
    interview: str = staff.post("/interviews", json={"label": "M-1", "mode": "diagnostic"}).json()["id"]
    with httpx.Client() as patient:
        patient.get(staff.post(f"/interviews/{interview}/link").json()["url"])
        cookie = "; ".join(f"{name}={value}" for name, value in patient.cookies.items())
    address = f"ws{url.removeprefix('http')}/interviews/{interview}/socket"
    with connect(address, additional_headers={"Cookie": cookie, "Origin": url}, open_timeout=30) as socket:
        socket.send(json.dumps({"v": 1, "type": "resume", "lastSeq": 0}))
        while (frame := json.loads(socket.recv(timeout=30))).get("kind") != "ended":
            body = frame.get("body", {})
            if frame.get("kind") == "message" and body["role"] == "interviewer":
                text = REPLIES.get(body["itemId"] or 0, "No, not at all.")
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
