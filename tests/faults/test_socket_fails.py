"""A socket that fails by an error of ours: it is closed as that, so that its page connects anew, and it is logged."""

import json
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.embedded import Postgres
from server.interviews.live.socket import STORED_SECONDS
from tests.conftest import Running
from tests.faults.line import Line, interview, sign_in, told
from tests.faults.test_storage_gone import alone, kill, own

__all__ = ["alone", "own"]
FAILED = 4500
REFUSED = 4403
WORDS = "I have not slept for a week"


def closed_with(line: Line) -> int | None:
    """Read to the end; the code that the server closed with."""
    with pytest.raises(ConnectionClosed) as end:
        line.until(lambda _: False)
    return end.value.rcvd.code if end.value.rcvd else None


def test_an_entry_that_cannot_be_read_ends_the_socket_of_a_silent_patient(server: Running, database_url: str) -> None:
    number, cookies = interview(sign_in(server))
    line = Line(server, number, cookies)
    seen = line.until(told)["seq"]
    body = json.dumps({"text": WORDS})
    with psycopg.connect(database_url, autocommit=True) as elsewhere:
        entry = "insert into event (interview_id, seq, kind, body, at) values (%s, 1000, 'message', %s, now())"
        elsewhere.execute(entry, (number, body))
        elsewhere.execute("select pg_notify('anamnesis_interview', %s)", (f"elsewhere {number}",))
        assert closed_with(line) == FAILED
        elsewhere.execute("delete from event where interview_id = %s and seq = 1000", (number,))
    logged = server.unread()
    assert "in _send_feed\n" in logged
    assert "\nUnreadable\n" in logged
    assert "slept" not in logged
    Line(server, number, cookies, seen).exchange("Yes, let's begin.")


def test_a_look_up_that_fails_is_no_refusal(server: Running, database_url: str) -> None:
    staff = sign_in(server)
    number, cookies = interview(staff)
    line = Line(server, number, cookies)
    line.until(told)
    with psycopg.connect(database_url, autocommit=True) as elsewhere:
        elsewhere.execute("alter table patient_session rename column expires_at to ends_at")
        try:
            staff.post(f"/interviews/{number}/link/new").raise_for_status()
            assert closed_with(line) == FAILED
            assert "in until_out\n" in (logged := server.unread())
            assert "\nUndefinedColumn\n" in logged
            with pytest.raises(InvalidStatus):
                Line(server, number, cookies)
            assert "\nUndefinedColumn\n" in server.unread()
        finally:
            elsewhere.execute("alter table patient_session rename column ends_at to expires_at")


def test_what_waits_when_somebody_is_shut_out_does_not_fail_later(server: Running, database_url: str) -> None:
    staff = sign_in(server)
    number, cookies = interview(staff)
    line = Line(server, number, cookies)
    line.until(told)
    with psycopg.connect(database_url) as elsewhere:
        elsewhere.execute("lock table event in access exclusive mode")
        line.say("Yes, let's begin.")
        line.say(WORDS)
        staff.post(f"/interviews/{number}/link/new").raise_for_status()
        assert closed_with(line) == REFUSED
        time.sleep(2 * STORED_SECONDS)
    assert "Exception in callback" not in server.unread()


def test_a_database_that_is_away_is_said_once_however_often_pages_ask(alone: Running, own: Postgres) -> None:
    number, cookies = interview(sign_in(alone))
    alone.unread()
    kill(own, signal.SIGKILL)
    with ThreadPoolExecutor() as pages:
        asking = [pages.submit(Line, alone, number, cookies) for _ in range(3)]
    assert {type(one.exception()) for one in asking} == {InvalidStatus}
    logged = alone.unread()
    assert logged.count("sockets cannot be opened now") == 1
    assert "error of ours" not in logged
