"""A message survives its worker and the queue; what cannot be delivered delays no patient."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
import redis

from agents.resources import CHECKOUT as ROOT
from server.settings import Settings
from tests.conftest import Running, start_server
from tests.server.alerts.receivers import HANG, Hook, until, webhook_server
from tests.server.alerts.test_alerts_reach import SECRET, shown
from tests.server.interviews.talking import begun, talker


@pytest.fixture(scope="module")
def hook() -> Iterator[Hook]:
    with webhook_server() as one:
        yield one


@pytest.fixture(scope="module")
def sent(hook: Hook) -> dict[str, str]:
    """What server and worker are set to; nothing listens where the mail server should be."""
    return {
        "ANAMNESIS_WORKER": "false",
        "ANAMNESIS_SMTP_URL": "smtp://127.0.0.1:1?tls=none",
        "ANAMNESIS_ALERT_FROM": "alerts@clinic.example",
        "ANAMNESIS_ALERT_WEBHOOK": f"{hook.url}/clinic",
        "ANAMNESIS_ALERT_WEBHOOK_SECRET": SECRET,
        "ANAMNESIS_ALERT_TIMEOUT": "5",
        "ANAMNESIS_ALERT_AGAIN": "0.1",
    }


@pytest.fixture(scope="module")
def server(settings: Settings, sent: dict[str, str]) -> Iterator[Running]:
    running = start_server(settings, **sent)
    yield running
    running.process.terminate()
    running.process.wait(60)


@contextmanager
def worker(server: Running, sent: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A worker in a process of its own, killed at the end of the block."""
    environment = {**os.environ, **server.environment, **sent}
    process = subprocess.Popen(
        [sys.executable, "-m", "server.cli", "worker"], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL
    )
    yield process
    process.send_signal(signal.SIGKILL)
    process.wait(60)


def test_a_killed_worker_and_a_flushed_queue_lose_no_message_and_delay_no_patient(
    signed_in: httpx.Client, server: Running, sent: dict[str, str], hook: Hook, redis_url: str
) -> None:
    interview = begun(signed_in)
    hook.answers[interview] = [HANG]
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        begin = time.monotonic()
        patient.say("I think about killing myself sometimes.")
        assert time.monotonic() - begin < 5
    assert "No message has been sent yet" in shown(signed_in, interview)
    with worker(server, sent):
        until(lambda: hook.about(interview), 90)
    with redis.Redis.from_url(redis_url) as queue:
        queue.flushdb()
    assert "webhook (127.0.0.1) being sent" in shown(signed_in, interview)
    with worker(server, sent):
        until(lambda: len(hook.about(interview)) > 1, 90)
        until(lambda: "webhook (127.0.0.1) accepted" in shown(signed_in, interview))
        told = shown(signed_in, interview)
        assert "webhook (127.0.0.1) interrupted: the server stopped before it knew the outcome" in told
        assert "failed: the mail server cannot be reached" in told
        assert "trying again at" in told
    first, second = hook.about(interview)
    assert first.said == second.said
