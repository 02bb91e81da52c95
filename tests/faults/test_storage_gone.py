"""Storage that dies under open sockets: danger is answered at once, the services come back, interviews go on."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from server.embedded import Postgres
from server.settings import Settings
from tests.conftest import Running, start_server
from tests.faults.line import STOP, Line, interview, kind, sign_in, told

SOON = 2.0
ORDINARY = "No, not at all."


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Postgres]:
    """A PostgreSQL of the test's own, which nobody starts again."""
    folder = Path(tempfile.mkdtemp(prefix="anamnesis-"))
    service = Postgres(folder / "postgres")
    service.start()
    yield service
    kill(service, signal.SIGCONT)
    service.stop()
    shutil.rmtree(folder)


@pytest.fixture
def alone(own: Postgres, redis_url: str, tmp_path: Path) -> Iterator[Running]:
    """A server on that PostgreSQL."""
    given = Settings(database_url=own.url, redis_url=redis_url, data=tmp_path / "data", open_reference=False)
    running = start_server(given, ANAMNESIS_POOL_SIZE="3")
    yield running
    running.process.kill()
    print(running.process.communicate()[0])


def kill(service: Postgres, number: signal.Signals) -> None:
    """Send a signal to the postmaster and to all that it started."""
    try:
        leader = int((service.folder / "postmaster.pid").read_text().split()[0])
    except OSError:
        return
    for line in subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True).stdout.splitlines():
        pid, parent = map(int, line.split())
        if leader in (pid, parent):
            with suppress(ProcessLookupError):  # one that was just leaving
                os.kill(pid, number)


def seconds(line: Line, since: float) -> float:
    return line.at[-1] - since


def test_a_stop_that_cannot_be_stored_gets_the_script_at_once(alone: Running, own: Postgres) -> None:
    staff = sign_in(alone)
    words = {"script": "We are very glad that you told us.\n{numbers}\nWe read it today.", "version": "0"}
    staff.post("/admin/clinic/en-GB/safety", data=words).raise_for_status()
    number, cookies = interview(staff, locale="en-GB")
    line = Line(alone, number, cookies)
    line.exchange("Yes, let's begin.")
    kill(own, signal.SIGKILL)
    since = time.monotonic()
    name = line.say(STOP)
    script = line.until(lambda frame: frame["type"] == "script", SOON)
    assert seconds(line, since) < SOON
    assert "116 123" in script["text"]
    assert script["text"].endswith("We read it today."), "the clinic's words are known without a database"
    assert script["id"] == name
    error = line.until(lambda frame: frame["type"] == "error", 15)
    assert (error["code"], error["id"]) == ("try_again", name)
    own.stop()
    own.start()
    line.until(kind("ended"))
    line.say(STOP, name)
    line.until(lambda frame: frame["type"] == "ack" and frame["id"] == name)
    stored = line.until(lambda frame: told(frame, "script"))
    assert stored["body"]["text"] == script["text"]
    scripts = [frame for frame in line.frames if frame["type"] == "script"]
    assert len(scripts) == 1


def test_a_stop_is_stored_later_though_its_sender_has_gone(alone: Running, own: Postgres) -> None:
    staff = sign_in(alone)
    number, cookies = interview(staff)
    line = Line(alone, number, cookies)
    line.exchange("Yes, let's begin.")
    kill(own, signal.SIGKILL)
    line.say(STOP)
    line.until(lambda frame: frame["type"] == "script", SOON)
    line.socket.close()
    own.stop()
    own.start()
    deadline = time.monotonic() + 15
    while staff.get(f"/interviews/{number}/profile").json().get("sessionStatus") != "terminated_for_safety":
        assert time.monotonic() < deadline
        time.sleep(0.3)


@pytest.mark.parametrize("before", [[], [ORDINARY]])
def test_a_stop_does_not_wait_for_a_database_that_hangs(alone: Running, own: Postgres, before: list[str]) -> None:
    number, cookies = interview(sign_in(alone))
    line = Line(alone, number, cookies)
    line.exchange("Yes, let's begin.")
    kill(own, signal.SIGSTOP)
    for text in before:
        line.say(text)
    since = time.monotonic()
    line.say(STOP)
    line.until(lambda frame: frame["type"] == "script", SOON)
    assert seconds(line, since) < SOON
    kill(own, signal.SIGCONT)
    line.until(kind("ended"))


def test_a_stop_does_not_wait_for_a_connection(alone: Running, own: Postgres) -> None:
    """The interview's row is locked by somebody else, and so in time is every connection of the pool."""
    number, cookies = interview(sign_in(alone))
    line = Line(alone, number, cookies)
    line.exchange("Yes, let's begin.")
    with psycopg.connect(own.url) as locking:
        locking.execute("lock table event in access exclusive mode")
        line.say(STOP)
        line.until(lambda frame: frame["type"] == "script", SOON)
        locking.rollback()
    line.until(kind("ended"))


def test_an_ordinary_message_that_cannot_be_stored_gets_no_script(alone: Running, own: Postgres) -> None:
    number, cookies = interview(sign_in(alone))
    line = Line(alone, number, cookies)
    line.exchange("Yes, let's begin.")
    kill(own, signal.SIGKILL)
    line.say(ORDINARY)
    line.until(lambda frame: frame["type"] == "error", 15)
    assert not [frame for frame in line.frames if frame["type"] == "script"]
