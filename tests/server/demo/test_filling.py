"""`anamnesis run --demo`: an invented clinic's month, written once after the link is printed, removed in one click."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import httpx
import psycopg
import pytest

from agents.resources import CHECKOUT as ROOT
from server.demo.scripts import cast
from server.http.security import CSRF_COOKIE, CSRF_HEADER
from server.settings import Settings
from tests.conftest import Running, start_server

WRITTEN = sum(len(person.visit) for person in cast().client)
PATIENCE_SECONDS = 120
COUNTS = "select (select count(*) from interview), (select count(*) from event), (select count(*) from client)"


@contextmanager
def filled(settings: Settings) -> Iterator[tuple[httpx.Client, str]]:
    """A server that was started with --demo: the admin's browser on it, and everything it printed up to its line about
    the clinic."""
    given = {"ANAMNESIS_DATA": str(settings.data), "ANAMNESIS_OPEN_REFERENCE": "False"}
    services = {"DATABASE_URL": settings.database_url or "", "REDIS_URL": settings.redis_url or ""}
    process = subprocess.Popen(
        [sys.executable, "-m", "server.cli", "run", "--port", "0", "--no-worker", "--demo"],
        cwd=ROOT,
        env={**services, **given},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    guard = threading.Timer(PATIENCE_SECONDS, process.kill)
    guard.start()
    try:
        printed = _printed(process)
        server = json.loads((settings.data / "server.json").read_text())
        with httpx.Client(base_url=server["url"], follow_redirects=True, timeout=90) as browser:
            browser.get(f"/welcome/{server['token']}")
            browser.headers[CSRF_HEADER] = browser.cookies[CSRF_COOKIE]
            yield browser, printed
    finally:
        guard.cancel()
        process.terminate()
        process.communicate(timeout=90)


def _printed(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if "invented clinic" in line:
            return "".join(lines)
    pytest.fail("no word of the clinic:\n" + "".join(lines))


def counts(settings: Settings) -> tuple[int, ...]:
    with psycopg.connect(settings.database_url or "") as connection:
        return connection.execute(COUNTS).fetchone() or ()


def test_a_month_is_filled_once_after_the_link_and_goes_in_one_click(settings: Settings) -> None:
    with filled(settings) as (browser, printed):
        assert printed.index("/welcome/") < printed.index(f"month is filled in, {WRITTEN} interviews")
        today = browser.get("/today").text
        for heading in ("confirm-title", "due-title", "running-title", "alerts-title"):
            assert re.search(rf'aria-labelledby="{heading}".*?>Invented</span>.*?</section>', today, re.DOTALL), heading
        assert "1 day late" in today
        assert "1 safety alert waiting" in today
        shown = {
            show: browser.get(f"/interviews?show={show}").text.count("data-row data-id")
            for show in ("archived", "stopped", "left", "active")
        }
        assert shown == {"archived": 1, "stopped": 1, "left": 1, "active": 1}
        listed = browser.get("/interviews").text
        assert listed.count("data-row data-id") == WRITTEN - 1
        assert listed.count(">Invented</span>") >= WRITTEN - 1
        stopped = re.search(
            r"/interviews/[0-9a-f-]{36}", browser.get("/interviews?show=stopped").text.split("data-row data-id")[1]
        )
        assert stopped
        assert "Spoke with the patient: partner stays with them" in browser.get(stopped[0]).text
        assert "after-title" not in today, "a note tells what came of each alert"
        later = re.search(r'<h3><a href="(/interviews/[0-9a-f-]{36})">Invented-3<', listed)
        assert later
        assert f'<a href="{stopped[0]}">was ended for safety</a>' in browser.get(later[1]).text
        assert "- An earlier interview was ended for safety, 20" in browser.get(f"{later[1]}/record.txt").text
        assert "earlier interview" not in browser.get(stopped[0]).text
    with psycopg.connect(settings.database_url or "") as connection:
        times = connection.execute("select min(created_at), max(updated_at) from interview").fetchone()
        future = connection.execute("select count(*) from event where at > now()").fetchone()
    assert times is not None
    assert times[0] < datetime.now(UTC) - timedelta(days=28)
    assert times[1] < datetime.now(UTC)
    assert future == (0,)
    before = counts(settings)
    with filled(settings) as (browser, printed):
        assert "nothing was added" in printed
        assert counts(settings) == before
        assert "Everything invented is removed" in browser.post("/demo/remove").text
        assert counts(settings) == (0, 0, 0)


@pytest.fixture
def plain(settings: Settings) -> Iterator[Running]:
    """A server without --demo."""
    running = start_server(settings)
    yield running
    running.process.terminate()
    running.process.wait(60)


def test_without_it_nothing_is_filled(plain: Running, settings: Settings) -> None:
    with httpx.Client(base_url=plain.url, follow_redirects=True, timeout=60) as browser:
        page = browser.get(f"/welcome/{plain.token}").text
    assert 'id="doors"' in page
    assert counts(settings) == (0, 0, 0)
