"""Asked to end, the server ends: within three seconds where its storage fails, on a slow machine within the time that
its start took; in order where all is well."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.resources import CHECKOUT as ROOT
from server.embedded import Postgres
from server.schema import migrate
from tests.conftest import Running, start_embedded
from tests.faults.line import STOP, Line, interview, sign_in
from tests.faults.test_storage_gone import alone, kill, own

__all__ = ["alone", "own"]
pytestmark = pytest.mark.alone
WITHIN = 3.0
_STEP = re.compile(r"^ {2}\w.* (\d+\.\d\d) s$", re.MULTILINE)
"""A step of the start as the server tells it, with its seconds."""
BESIDE = 5.0
"""Seconds that the worker beside a server may take longer than the server."""


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="anamnesis-"))
    yield made
    deadline = time.monotonic() + 10
    while (made / "postgres" / "postmaster.pid").exists() and time.monotonic() < deadline:
        time.sleep(0.1)  # told to end, and on its way
    shutil.rmtree(made)


def ends(running: Running, number: signal.Signals, within: float = WITHIN) -> None:
    """In time and without a traceback: 0, as after any end that was asked for. A machine on which the start took longer
    than `within` gets as long."""
    since = time.monotonic()
    running.process.send_signal(number)
    running.process.wait(60)
    took = time.monotonic() - since
    said = running.process.stdout.read() if running.process.stdout else ""  # to the end of all who write there
    within = max(within, sum(map(float, _STEP.findall(said))))
    assert took < within, f"{took:.1f} s\n{said}"
    assert time.monotonic() - since < within + BESIDE, f"the worker stayed behind\n{said}"
    assert running.process.returncode == 0, said
    assert "Traceback" not in said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_with_a_database_that_is_gone_or_hangs(
    alone: Running, own: Postgres, how: signal.Signals, number: signal.Signals
) -> None:
    staff = sign_in(alone)
    number_, cookies = interview(staff)
    line, watching = Line(alone, number_, cookies), Line(alone, number_, staff.cookies)
    line.exchange("Yes, let's begin.")
    kill(own, how)
    line.say("No, not at all.")
    line.say(STOP)
    line.until(lambda frame: frame["type"] == "script", 5)
    ends(alone, number)
    watching.socket.close()


def test_a_worker_whose_database_is_gone(own: Postgres, redis_url: str, tmp_path: Path) -> None:
    migrate(own.url)
    given = {"DATABASE_URL": own.url, "REDIS_URL": redis_url, "ANAMNESIS_DATA": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "server.cli", "worker"],
        cwd=ROOT,
        env=os.environ | given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    assert "waits for jobs" in process.stdout.readline()
    kill(own, signal.SIGKILL)
    ends(Running("", "", process, given), signal.SIGTERM)


@pytest.mark.parametrize("seconds", [0.0, 1.5])
def test_with_the_embedded_database_just_killed(folder: Path, seconds: float) -> None:
    running = start_embedded(folder)
    interview(sign_in(running))
    os.kill(int((folder / "postgres" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    time.sleep(seconds)
    ends(running, signal.SIGTERM)
    service = Postgres(folder / "postgres")
    since = time.monotonic()
    while not service.gone() and time.monotonic() - since < 10:
        time.sleep(0.1)  # it may have been on its way up again; it has been told to end
    assert service.gone()


def test_with_everything_well_and_pages_open(folder: Path) -> None:
    running = start_embedded(folder)
    staff = sign_in(running)
    number, cookies = interview(staff)
    line = Line(running, number, cookies)
    line.exchange("Yes, let's begin.")
    with staff.stream("GET", "/interviews/news") as news:
        next(news.iter_lines())
        ends(running, signal.SIGTERM, within=6)
