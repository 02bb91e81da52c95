"""A record system is told of every end, and fetches the result as docs/http.md shows, through the door: the server runs
with its worker, and a real webhook listens."""

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from agents.resources import CHECKOUT as ROOT
from server.settings import Settings
from tests.conftest import Running, start_server
from tests.server.alerts.receivers import Hook, until, webhook_server
from tests.server.alerts.test_alerts_reach import signed
from tests.server.interviews.talking import acknowledged, begun, talker

SECRET = "a secret of the record system's"
STOP = "I have written the note and I will kill myself tonight."
PATH = "/ended"


@pytest.fixture(scope="module")
def hook() -> Iterator[Hook]:
    with webhook_server() as one:
        yield one


@pytest.fixture(scope="module")
def server(settings: Settings, hook: Hook) -> Iterator[Running]:
    running = start_server(
        settings,
        ANAMNESIS_ENDED_WEBHOOK=f"{hook.url}{PATH}",
        ANAMNESIS_ENDED_WEBHOOK_SECRET=SECRET,
        ANAMNESIS_ALERT_AGAIN="0.1",
    )
    yield running
    running.process.terminate()
    running.process.wait(60)


def status(staff: httpx.Client, interview: str) -> dict[str, Any]:
    return dict(staff.get(f"/interviews/{interview}/status").json())


def told(hook: Hook, interview: str) -> dict[str, Any]:
    """The one message about an interview; it is signed, and says nothing that was said."""
    (one,) = until(lambda: hook.about(interview, PATH), 60)
    assert signed(one, SECRET)
    assert not signed(one, "another secret of somebody's")
    for word in (b"note", b"myself", b"moody", b"score", b"tier"):
        assert word not in one.body
    return one.said


@pytest.fixture
def example(signed_in: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The Python example of docs/http.md, with a token that was made on the page."""
    given = {"name": "Record system", "days": "30", "scope": ["interviews:create", "interviews:read", "results:read"]}
    made = re.search(r'value="(anamnesis_[\w-]{43})"', signed_in.post("/account/tokens", data=given).text)
    assert made
    monkeypatch.setenv("SERVER", str(signed_in.base_url).rstrip("/"))
    monkeypatch.setenv("ANAMNESIS_TOKEN", made[1])
    part = (ROOT / "docs" / "http.md").read_text().partition("### The same in Python")[2].partition("\n#")[0]
    code = "\n".join(line[4:] for line in part.splitlines() if line.startswith("    ") or not line)
    (tmp_path / "record_system.py").write_text(code)
    spec = importlib.util.spec_from_file_location("record_system", tmp_path / "record_system.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_python_example_from_token_to_result(signed_in: httpx.Client, hook: Hook, example: ModuleType) -> None:
    number, link = example.start("visit/80", "K-80")
    assert httpx.get(link, timeout=60).status_code == 303
    assert not example.over(number)
    with talker(signed_in, number) as patient:
        patient.to_item(2)
        patient.send("I want to stop this for good.")
        until(lambda: hook.about(number, PATH), 60)
    (one,) = hook.about(number, PATH)
    headers = httpx.Headers(one.headers)
    assert example.genuine(SECRET, headers, one.body)
    for spelt in (str.lower, str.upper, str.title):
        assert example.genuine(SECRET, {spelt(name): value for name, value in headers.items()}, one.body)
    assert not example.genuine(SECRET, headers, one.body + b" ")
    assert not example.genuine("another secret of somebody's", headers, one.body)
    assert not example.genuine(SECRET, httpx.Headers({**one.headers, "anamnesis-timestamp": "1"}), one.body)
    assert (one.said["reference"], example.over(number)) == ("visit/80", True)
    bundle, report = example.result(number)
    answers = next(one["resource"] for one in bundle["entry"] if "Response" in one["resource"]["resourceType"])
    assert (answers["status"], report) == ("stopped", None)


def test_a_completed_interview_whose_report_is_there(signed_in: httpx.Client, server: Running, hook: Hook) -> None:
    interview = begun(signed_in, reference="visit/9")
    with talker(signed_in, interview) as patient:
        patient.to_item(23)
        if patient.skip()["purpose"] == "review":
            patient.say("No, that's all.")
        said = told(hook, interview)
    number = said.pop("id")
    assert said.pop("at").endswith("Z")
    assert said == {
        "event": "interview.ended",
        "sessionId": interview,
        "reference": "visit/9",
        "status": "completed",
        "interview": f"{server.url}/interviews/{interview}",
    }
    assert signed_in.get(f"/interviews/{interview}/report").status_code == 200
    shown = until(lambda: (one := status(signed_in, interview))["webhook"] == "accepted" and one)
    assert (shown["webhookTries"], shown["webhookDetail"], shown["status"]) == (1, "204", "completed")
    assert shown["endedAt"]
    assert number not in {one.said["id"] for one in hook.calls if one.said["sessionId"] != interview}


def test_a_stop_is_told_though_its_alert_is_acknowledged(signed_in: httpx.Client, hook: Hook) -> None:
    interview = begun(signed_in)
    hook.answers[interview] = [500, 500]
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        patient.send(STOP)
    until(lambda: status(signed_in, interview)["status"] == "terminated_for_safety")
    acknowledged(signed_in, interview)
    until(lambda: len(hook.about(interview, PATH)) > 2, 60)
    bodies = {one.body for one in hook.about(interview, PATH)}
    assert len(bodies) == 1
    said = hook.about(interview, PATH)[0].said
    assert (said["status"], said["reference"]) == ("terminated_for_safety", None)
    until(lambda: status(signed_in, interview)["webhook"] == "accepted")
    assert status(signed_in, interview)["webhookTries"] == 3


def test_an_end_by_the_patient(signed_in: httpx.Client, hook: Hook) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        patient.send("I want to stop this for good.")
        assert told(hook, interview)["status"] == "ended_by_patient"
    listed = signed_in.get("/admin/messages").text
    assert "The record system's webhook" in listed.replace("&#39;", "'")
