"""The embedded PostgreSQL or Redis is killed: it is started again while the server lives, and everything goes on."""

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from server.embedded import Postgres, Redis
from tests.conftest import Running, start_embedded
from tests.faults.line import Line, interview, sign_in

pytestmark = pytest.mark.alone  # it is timed
WITHIN = 5.0


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="anamnesis-"))
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def embedded(folder: Path) -> Iterator[Running]:
    """A server with services of its own."""
    running = start_embedded(folder)
    yield running
    running.process.terminate()
    said, _ = running.process.communicate(timeout=60)
    assert running.process.returncode == 0, said


def killed(folder: Path, name: str) -> None:
    """SIGKILL for the process that serves from the folder."""
    if name == "postgres":
        leader = int((folder / "postgres" / "postmaster.pid").read_text().split()[0])
    else:
        names = {one.pid: " ".join(one.info["cmdline"] or []) for one in psutil.process_iter(["cmdline"])}
        leader = next(pid for pid, words in names.items() if "redis-server" in words and str(folder) in words)
    os.kill(leader, signal.SIGKILL)


def until_well(url: str, seconds: float) -> None:
    """The server says that it can do its work."""
    deadline = time.monotonic() + seconds
    while (answer := httpx.get(f"{url}/healthz", timeout=10)).status_code != 200:
        assert time.monotonic() < deadline, answer.json()
        time.sleep(0.1)


@pytest.mark.parametrize("name", ["postgres", "redis"])
def test_a_killed_service_is_started_again_and_interviews_go_on(embedded: Running, folder: Path, name: str) -> None:
    staff = sign_in(embedded)
    number, cookies = interview(staff)
    patient, therapist = Line(embedded, number, cookies), Line(embedded, number, staff.cookies)
    patient.exchange("Yes, let's begin.")
    killed(folder, name)
    since = time.monotonic()
    service = Postgres(folder / "postgres") if name == "postgres" else Redis(folder / "redis")
    while not service.gone() and time.monotonic() - since < 1:
        time.sleep(0.01)
    while service.gone() or not service.answers():
        assert time.monotonic() - since < WITHIN
        time.sleep(0.02)
    until_well(embedded.url, WITHIN)
    for _ in range(3):
        reply = patient.exchange("No, not at all.")
    therapist.until(lambda frame: frame.get("seq") == reply["seq"])
    assert staff.get("/interviews").status_code == 200
