"""`anamnesis run` from start to Ctrl-C, with services of its own, and the commands beside it."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from agents.resources import CHECKOUT as ROOT
from server.embedded import Postgres, Redis
from tests.conftest import Running

LINK = re.compile(r"(http://127\.0\.0\.1:\d+)/welcome/(\S+)")


@pytest.fixture
def data() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="anamnesis-"))
    yield folder
    shutil.rmtree(folder)


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "server.cli", *words]


def environment(data: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    return kept | {"ANAMNESIS_DATA": str(data)}


def start(data: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command("run", *words),
        cwd=ROOT,
        env=environment(data),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def link_of(process: subprocess.Popen[str]) -> tuple[str, str, list[str]]:
    """Read what the server prints until its link comes: address, token and the lines so far."""
    assert process.stdout is not None
    guard = threading.Timer(60, process.kill)
    guard.start()
    lines = []
    for line in process.stdout:
        lines.append(line)
        if found := LINK.search(line):
            guard.cancel()
            return found[1], found[2], lines
    raise AssertionError("no link:\n" + "".join(lines))


def test_from_start_to_ctrl_c_and_again(data: Path) -> None:
    process = start(data, "--port", "18080")
    url, token, lines = link_of(process)
    steps = [line for line in lines if line.startswith("  ") and "link" not in line and "://" not in line]
    assert len(steps) >= 5
    assert all(re.search(r"\d\.\d\d s$", line) for line in steps)
    told = json.loads((data / "server.json").read_text())
    assert (told["url"], told["pid"]) == (url, process.pid)
    assert (data / "server.json").stat().st_mode & 0o077 == 0
    assert (data / "secret").stat().st_mode & 0o077 == 0
    first = httpx.get(f"{url}/welcome/{token}", timeout=60)
    assert (first.status_code, first.headers["location"]) == (303, "/today")
    assert httpx.get(f"{url}/welcome/{token}", timeout=60).status_code == 410
    assert httpx.get(f"{url}/healthz", timeout=60).json() == {"database": "ok", "redis": "ok"}

    listed = subprocess.run(
        command("account", "list"), cwd=ROOT, env=environment(data), capture_output=True, text=True, check=True
    )
    assert listed.stdout == "admin@localhost\tadmin\tactive\n"
    services = [Postgres(data / "postgres"), Redis(data / "redis")]
    assert all(service.answers() for service in services)

    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 0, said
    assert "Traceback" not in said
    assert not any(service.answers() for service in services)
    assert not (data / "server.json").exists()
    left = [one.info for one in psutil.process_iter(["cmdline"])]  # a process that ends meanwhile has none
    assert [one["cmdline"] for one in left if str(data) in " ".join(one["cmdline"] or [])] == []

    again = start(data, "--port", "18080")
    started = time.monotonic()
    link_of(again)
    assert time.monotonic() - started < 20
    again.terminate()
    again.communicate(timeout=60)
    assert again.returncode == 0


def test_a_second_server_takes_the_next_port_and_leaves_the_first_its_services(data: Path) -> None:
    first = start(data, "--port", "18090")
    url, _, _ = link_of(first)
    second = start(data, "--port", url.rpartition(":")[2])
    other, _, _ = link_of(second)
    assert other != url
    second.send_signal(signal.SIGINT)
    second.communicate(timeout=60)
    assert httpx.get(f"{url}/healthz", timeout=60).status_code == 200
    first.send_signal(signal.SIGTERM)
    first.communicate(timeout=60)
    assert (first.returncode, second.returncode) == (0, 0)


def test_the_local_token_signs_in_as_often_as_one_likes(server: Running) -> None:
    for _ in range(3):
        with httpx.Client(base_url=server.url, follow_redirects=True, timeout=60) as opened:
            assert opened.get(f"/welcome/{server.token}").status_code == 200
            assert "admin@localhost" in opened.get("/account").text


def run_beside(server: Running, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*words), cwd=ROOT, env={**os.environ, **server.environment}, capture_output=True, text=True
    )


def test_accounts_and_links_from_the_command_line(server: Running) -> None:
    made = run_beside(server, "account", "add", "Sam@Example.org", "--role", "therapist", "--name", "Sam")
    assert (made.returncode, "sam@example.org" in made.stdout) == (0, True)
    twice = run_beside(server, "account", "add", "sam@example.org")
    assert (twice.returncode, "already" in twice.stderr) == (1, True)
    link = run_beside(server, "sign-in-link", "sam@example.org").stdout.strip()
    assert link.startswith(server.url)
    with httpx.Client(follow_redirects=True, headers={"accept": "text/html"}, timeout=60) as opened:
        assert opened.get(link).status_code == 200
        assert "Sam" in opened.get(f"{server.url}/account").text
        assert run_beside(server, "account", "disable", "sam@example.org").returncode == 0
        assert opened.get(f"{server.url}/account").url.path == "/sign-in"
    refused = run_beside(server, "sign-in-link", "sam@example.org")
    assert (refused.returncode, refused.stdout) == (1, "")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DATABASE_URL", "postgresql://nobody:hush@127.0.0.1:1/none", "database cannot be reached"),
        ("REDIS_URL", "redis://127.0.0.1:1", "Redis cannot be reached"),
        ("ANAMNESIS_PORT", "many", "port"),
    ],
)
def test_what_cannot_be_reached_or_read_is_said_in_one_line(server: Running, name: str, value: str, said: str) -> None:
    given = {**os.environ, **server.environment, name: value}
    ended = subprocess.run(command("run"), cwd=ROOT, env=given, capture_output=True, text=True, timeout=90)
    assert ended.returncode == 2
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "hush" not in ended.stderr
