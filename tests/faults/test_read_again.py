"""What a model missed while it gave no usable answer, read again by it: through the real server, its worker and socket,
with a scripted provider.

The clinic reads a bare "I want to die" as urgent here and the scripted provider reads it as a stop, so the model finds
a danger that the rules did not.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from agents.domain.profile import SessionStatus
from agents.scripted.faults import FaultName
from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread
from server.interviews.live.catching_up import EVERY_SECONDS
from server.settings import Settings
from tests.conftest import Running, start_server
from tests.faults.test_model_faults import MODEL, Held, hold, order, sign_in

WAIT = 60
BARE_WISH = "I want to die."
STOP = "I am going to kill myself tonight, I have the pills here."
Frame = dict[str, Any]


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    with in_thread(StubProvider(Pace(delay=0.05))) as url:
        yield url


@pytest.fixture(scope="module")
def server(settings: Settings, provider: str) -> Iterator[Running]:
    running = start_server(
        settings,
        OPENAI_BASE_URL=f"{provider}/v1",
        OPENAI_API_KEY="any",
        ANAMNESIS_DRIVERS=MODEL,
        ANAMNESIS_TURN_SECONDS="2",
        ANAMNESIS_REPORT_SECONDS="10",
        ANAMNESIS_MODEL_REST="0.5",
        ANAMNESIS_BARE_WISH="urgent",
    )
    yield running
    running.process.terminate()
    running.process.wait(60)


@pytest.fixture(scope="module")
def staff(server: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, follow_redirects=True, timeout=30) as opened:
        sign_in(opened, server)
        yield opened


@pytest.fixture(scope="module")
def missed(server: Running, staff: httpx.Client, provider: str) -> Held:
    """An interview held to its end while the model was down."""
    order(provider, FaultName.SERVER_ERROR)
    return hold(server, staff, flagged=BARE_WISH)


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def log(database_url: str, interview: str) -> list[Frame]:
    with psycopg.connect(database_url) as connection:
        rows = connection.execute("select kind, body from event where interview_id = %s order by seq", (interview,))
        return [{"kind": kind, **body} for kind, body in rows.fetchall()]


def test_while_it_is_down_one_line_says_so_on_every_page(missed: Held, staff: httpx.Client) -> None:
    line = staff.get(f"/interviews/{missed.id}/model").text
    assert f"{MODEL} gave no usable answer between" in line
    assert "The rules had to score, ask the questions and read for risk alone in its place" in line
    assert "The model has missed 23 answers and " in line
    assert line in staff.get(f"/interviews/{missed.id}").text
    for page in ("/today", "/interviews"):
        until(lambda page=page: f"{MODEL} has been down since" in staff.get(page).text)  # type: ignore[misc]


def test_what_it_missed_is_read_again_when_it_is_back_whoever_is_killed_meanwhile(
    missed: Held, server: Running, staff: httpx.Client, provider: str, database_url: str
) -> None:
    before = staff.get(f"/interviews/{missed.id}/profile").json()
    row = staff.post(f"/interviews/{missed.id}/reread").raise_for_status().json()
    assert staff.post(f"/interviews/{missed.id}/reread").json()["id"] == row["id"]
    until(lambda: bool(job(staff, row)["error"]))
    assert "Being read again" in staff.get(f"/interviews/{missed.id}/model").text
    httpx.post(f"{provider}/faults", json={"faults": ["takeover:scorer"]}, timeout=60).raise_for_status()
    until(lambda: job(staff, row)["progress"].get("read", 0) > 2 or job(staff, row)["state"] == "done")
    os.kill(worker_of(server), signal.SIGKILL)
    until(lambda: again(staff, row)["state"] == "done")
    read = [one for one in log(database_url, missed.id) if one["kind"] == "reread"]
    items = [one["itemId"] for one in read if one["itemId"]]
    turns = [one["turn"] for one in read if one["turn"] is not None]
    assert (sorted(items), len(turns)) == (list(range(1, 24)), len(set(turns)))
    after = staff.get(f"/interviews/{missed.id}/profile").json()
    assert after["sessionStatus"] == before["sessionStatus"] == SessionStatus.COMPLETED
    pairs = list(zip(before["itemResponses"], after["itemResponses"], strict=True))
    assert all((one["score"], one["engine"]) == (two["score"], "rules") for one, two in pairs)
    differing = [two for _, two in pairs if two["second"] is not None]
    assert differing
    assert all(one["second"] != one["score"] for one in differing)
    assert "rules against model" in staff.get("/today").text
    alerts = [(one["level"], one["later"]) for one in log(database_url, missed.id) if one["kind"] == "alert"]
    assert set(alerts[: len(alerts) // 2]) == {("urgent", False)}
    assert set(alerts[len(alerts) // 2 :]) == {("stop", True)}
    assert f"/interviews/{missed.id}" in staff.get("/today").text
    assert staff.post(f"/interviews/{missed.id}/reread").status_code == 409
    for page in ("/today", "/interviews"):
        until(lambda page=page: "has been down since" not in staff.get(page).text)  # type: ignore[misc]


def test_an_interview_that_was_stopped_is_never_read_again(server: Running, staff: httpx.Client, provider: str) -> None:
    order(provider, FaultName.SERVER_ERROR)
    held = hold(server, staff, flagged=STOP)
    assert held.profile is not None
    assert held.profile.session_status is SessionStatus.TERMINATED_FOR_SAFETY
    answer = staff.post(f"/interviews/{held.id}/reread")
    assert (answer.status_code, "nothing of it is read again" in answer.text) == (409, True)
    assert "Have the model read it again" not in staff.get(f"/interviews/{held.id}").text


def test_it_starts_by_itself_once_the_model_is_back_and_never_for_one_that_was_stopped(
    server: Running, staff: httpx.Client, provider: str, database_url: str
) -> None:
    """Nobody asks for it: an answer in somebody else's interview says that the model is back."""
    order(provider, FaultName.SERVER_ERROR)
    stopped, held = hold(server, staff, flagged=STOP), hold(server, staff)
    assert not jobs_of(database_url, stopped, held)
    order(provider)
    for _ in range(10):  # while one role tries the provider again, the others still leave it alone
        if jobs_of(database_url, held):
            break
        hold(server, staff, answers=3)
        time.sleep(EVERY_SECONDS)
    (row,) = jobs_of(database_url, held)
    until(lambda: again(staff, row)["state"] == "done")
    items = [one["itemId"] for one in log(database_url, held.id) if one["kind"] == "reread" and one["itemId"]]
    assert sorted(items) == list(range(1, 24))
    assert staff.post(f"/interviews/{held.id}/reread").status_code == 409
    time.sleep(1.5 * EVERY_SECONDS)  # one more look finds nothing to do
    assert len(jobs_of(database_url, held)) == 1
    assert not jobs_of(database_url, stopped)


def jobs_of(database_url: str, *interviews: Held) -> list[Frame]:
    """Every job that reads one of them again."""
    query = "select id from job where kind = 'reread' and key = any(%s)"
    with psycopg.connect(database_url) as connection:
        return [{"id": one} for (one,) in connection.execute(query, ([one.id for one in interviews],)).fetchall()]


def job(staff: httpx.Client, row: Frame) -> Frame:
    found: Frame = staff.get(f"/jobs/{row['id']}").json()
    return found


def again(staff: httpx.Client, row: Frame) -> Frame:
    """The job, tried again where the model was away for longer than its tries."""
    found = job(staff, row)
    return staff.post(f"/jobs/{row['id']}/retry").json() if found["state"] == "failed" else found  # type: ignore[no-any-return]


def worker_of(server: Running) -> int:
    """The server's child that does the jobs."""
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return next(int(one) for one in children if "worker" in Path(f"/proc/{one}/cmdline").read_text())
