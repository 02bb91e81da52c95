"""`/healthz` proves a write to each service, names the one that fails, and never hangs."""

import signal
import time
from uuid import uuid4

import httpx
import psycopg
import pytest
import redis

from server.embedded import Postgres
from server.interviews.lists.removal import EVERY_SECONDS
from tests.conftest import Running
from tests.faults.line import Line, interview, sign_in, told
from tests.faults.test_storage_gone import alone, kill, own

__all__ = ["alone", "own"]
_LEFT_BY_A_KILLED_WORKER = """
insert into job (id, kind, key, payload, state, lease_until)
values (%s, 'nobody does this', 'left', '{}', 'running', now() - interval '1 minute')
"""
_LEFT = "select (select count(*) from interview), (select state from job where key = 'left')"
WELL = {"database": "ok", "redis": "ok"}


def asked(client: httpx.Client) -> tuple[int, dict[str, str], float]:
    """Status, what is said, and the seconds that it took."""
    since = time.monotonic()
    answer = client.get("/healthz", timeout=10)
    return answer.status_code, answer.json(), time.monotonic() - since


def until(client: httpx.Client, wanted: dict[str, str], seconds: float = 6) -> float:
    """Ask until this is said, each time within 3 seconds; how long it took."""
    since = time.monotonic()
    while True:
        status, said, took = asked(client)
        assert took < 3
        if said == wanted:
            assert status == (200 if wanted == WELL else 503)
            return time.monotonic() - since
        assert time.monotonic() - since < seconds, said
        time.sleep(0.1)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_database_that_is_gone_or_hangs_is_said_within_three_seconds(
    alone: Running, own: Postgres, number: signal.Signals
) -> None:
    client = sign_in(alone)
    assert asked(client)[:2] == (200, WELL)
    kill(own, number)
    assert until(client, WELL | {"database": "out of reach"}) < 4.5
    if number == signal.SIGSTOP:
        kill(own, signal.SIGCONT)
    else:
        own.start()
    until(client, WELL)


def test_a_database_that_takes_no_writes_is_ill(alone: Running, own: Postgres) -> None:
    client = sign_in(alone)
    number, cookies = interview(client)
    line = Line(alone, number, cookies)
    line.until(told)
    with psycopg.connect(own.url, autocommit=True) as connection:
        connection.execute("alter system set default_transaction_read_only = on")
        connection.execute("select pg_reload_conf()")
    until(client, WELL | {"database": "takes no writes"})
    for answer in (
        client.post("/interviews", json={"label": "A-2"}),
        client.post(f"/interviews/{number}/link/new"),
        client.post(f"/interviews/{number}/hold", data={"why": "pause"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (503, "try_again")
        assert "takes no writes" in answer.json()["message"]
    page = client.post("/interviews", data={"label": "A-2"}, headers={"accept": "text/html"})
    assert page.status_code == 503
    assert "takes no writes" in page.text
    for reading in ("/today", "/interviews", "/confirm", f"/interviews/{number}"):
        assert client.get(reading, headers={"accept": "text/html"}).status_code == 200, reading
    name = line.say("Yes, let's begin.")
    error = line.until(lambda frame: frame["type"] == "error")
    assert (error["code"], error["id"]) == ("try_again", name)


def test_what_runs_in_the_background_outlives_a_database_that_takes_no_writes(alone: Running, own: Postgres) -> None:
    client = sign_in(alone)
    number, _ = interview(client)
    with psycopg.connect(own.url, autocommit=True) as connection:
        connection.execute("alter system set default_transaction_read_only = on")
        connection.execute("select pg_reload_conf()")
        until(client, WELL | {"database": "takes no writes"})
        time.sleep(2 * EVERY_SECONDS)
        connection.execute("alter system reset default_transaction_read_only")
        connection.execute("select pg_reload_conf()")
        until(client, WELL)
        connection.execute("update interview set deleted_at = now() - interval '1 day' where id = %s", (number,))
        connection.execute(_LEFT_BY_A_KILLED_WORKER, (uuid4(),))
        deadline = time.monotonic() + 5 * EVERY_SECONDS
        while (left := connection.execute(_LEFT).fetchone()) != (0, "queued"):
            assert time.monotonic() < deadline, left
            time.sleep(0.2)


def test_a_redis_that_takes_no_writes_is_ill(alone: Running, redis_url: str) -> None:
    client = sign_in(alone)
    with redis.Redis.from_url(redis_url) as connection:
        connection.config_set("maxmemory", 1)
        try:
            until(client, WELL | {"redis": "takes no writes"})
        finally:
            connection.config_set("maxmemory", 0)
    until(client, WELL)
