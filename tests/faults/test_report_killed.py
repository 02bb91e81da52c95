"""A report whose writer is killed in the middle is written soon after the next start."""

import signal
import time
from uuid import uuid4

import httpx
import psycopg
import pytest

from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread
from server.settings import Settings
from tests.conftest import start_server
from tests.faults.line import WAIT, Line, interview, sign_in, told

pytestmark = pytest.mark.alone
WITHIN = 15.0
"""Seconds from the start of the new server to the written report."""


def answer_all(line: Line) -> None:
    """Take the interview to its last words."""
    line.exchange("Yes, let's begin.")
    while not any(told(frame, "closing") for frame in line.frames):
        name = uuid4().hex
        line.send({"type": "skip", "id": name})
        line.answered(name)


def writer_of(database_url: str, number: str) -> str | None:
    """The run that holds the report's lease."""
    with psycopg.connect(database_url) as connection:
        row = connection.execute(
            "select run_id::text from job where key = %s and state = 'running'", (number,)
        ).fetchone()
    return row[0] if row else None


def test_a_report_whose_writer_was_killed_is_written_after_the_next_start(
    settings: Settings, database_url: str
) -> None:
    with in_thread(StubProvider(Pace(delay=60))) as url:
        slow = {"ANAMNESIS_REPORTER": "openai/stub", "OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": "any"}
        first = start_server(settings, **slow)
        number, cookies = interview(sign_in(first), mode="diagnostic")
        answer_all(Line(first, number, cookies))
        deadline = time.monotonic() + WAIT
        while writer_of(database_url, number) is None:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        time.sleep(1)
        first.process.send_signal(signal.SIGKILL)
        first.process.communicate()
    since = time.monotonic()
    second = start_server(settings)
    staff = sign_in(second)
    report = written(staff, number, since)
    assert "Executive Summary" in report["markdown"]
    second.process.terminate()
    second.process.communicate(timeout=60)


def written(staff: httpx.Client, number: str, since: float) -> dict[str, str]:
    while time.monotonic() - since < WITHIN:
        answer = staff.get(f"/interviews/{number}/report")
        if answer.status_code == 200:
            found: dict[str, str] = answer.json()
            return found
        time.sleep(0.2)
    raise AssertionError(f"no report within {WITHIN} s")
