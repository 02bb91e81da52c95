"""Whoever waits no longer for a model gets the report by the rules, and the model's request ends: over real HTTP."""

import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import psycopg

from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread
from server.settings import Settings
from tests.conftest import start_server
from tests.faults.line import WAIT, Line, interview, sign_in
from tests.faults.test_report_killed import answer_all, written


class Slow(StubProvider):
    """The scripted provider, with a count of the requests that reached it."""

    came = 0

    async def _ask(self, *given: Any) -> None:
        self.came += 1
        await super()._ask(*given)


def until(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def test_a_report_that_is_waited_for_no_longer(settings: Settings, database_url: str) -> None:
    provider = Slow(Pace(delay=600))
    with in_thread(provider) as url:
        slow = {
            "ANAMNESIS_REPORTER": "openai/stub", "ANAMNESIS_REPORT_SECONDS": "500",
            "OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": "any",
        }  # fmt: skip
        server = start_server(settings, **slow)
        staff = sign_in(server)
        number, cookies = interview(staff, mode="diagnostic")
        stop = f"/interviews/{number}/report/rules"
        assert staff.post(stop, follow_redirects=False).status_code == 409
        answer_all(Line(server, number, cookies))
        until(lambda: provider.came == 1, "the model was never asked")
        assert 'id="report-rules"' in staff.get(f"/interviews/{number}").text
        assert staff.post(stop, follow_redirects=False).status_code == 303
        assert staff.post(stop, follow_redirects=False).status_code in (303, 409)
        report = written(staff, number, time.monotonic())
        until(lambda: [call.cancelled for call in provider.calls] == [True], "the provider saw nobody leave")
        assert provider.came == 1
        assert "Executive Summary" in report["markdown"]
        assert staff.post(f"/interviews/{uuid4()}/report/rules", follow_redirects=False).status_code == 404
        server.process.terminate()
        server.process.communicate(timeout=60)
    with psycopg.connect(database_url) as connection:
        states = connection.execute("select state from job where key = %s order by created_at", (number,)).fetchall()
    assert states == [("cancelled",), ("done",)]
