"""What one interview takes: floods are bounded, nobody who answers notices, and danger always gets through."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from uuid import UUID

import httpx
import psycopg
import pytest
from websockets.sync.client import ClientConnection

from agents.domain.transcript import Role, Turn
from agents.interview.patient_input import Pause, Skip, Words
from agents.interview.state import State
from server.interviews.live.limits import MOST_SAID, MOST_TURNS, SHORT, Bucket, Limits
from server.interviews.live.protocol import Refused
from tests.server.interviews.talking import WAIT, _connected, _link, begun, talker, watched

STOP = "I have decided to kill myself tonight, I have the pills here."
URGENT = "I think about killing myself sometimes."
LONG = "It was a long and grey day and I would rather tell you of the weather. " * 90
"""More than 6,000 characters without any danger in them."""
names = count(1)


class Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_what_it_has_and_fills_again() -> None:
    clock = Clock()
    bucket = Bucket(3, 0.5, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 2
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now += 1_000
    assert [bucket.wait() for _ in range(4)] == [0, 0, 0, 2]
    assert max(bucket.wait() for _ in range(100)) == 5


def said(*texts: str) -> State:
    turns = [Turn(index=n, role=Role.PATIENT, text=text) for n, text in enumerate(texts)]
    return State(transcript=tuple(turns))


def refused(limits: Limits, received: Words | Skip | Pause, state: State) -> str | None:
    try:
        limits.check(received, state)
    except Refused as over:
        return over.code if over.client_id == received.client_id else "of another frame"
    return None


def test_what_an_interview_takes_in_all() -> None:
    short, long = Words("a", "x" * SHORT), Words("b", "x" * (SHORT + 1))
    wordy = said("x" * (MOST_SAID - SHORT))
    assert [refused(Limits(), one, wordy) for one in (short, long)] == [None, "too_many"]
    whole = said(*[""] * MOST_TURNS)
    assert {refused(Limits(), one, whole) for one in (short, Skip("c"), Pause("d"))} == {"too_many"}


def test_edits_are_counted_apart_and_a_minute_brings_ten_more() -> None:
    clock = Clock()
    limits = Limits(clock)
    codes = [refused(limits, Words("a", "no", 1), State()) for _ in range(21)]
    assert codes == [None] * 20 + ["too_fast"]
    assert refused(limits, Words("b", "no"), State()) is None
    clock.now += 60
    assert [refused(limits, Words("c", "no", 1), State()) for _ in range(11)] == [None] * 10 + ["too_fast"]


@contextmanager
def wire(staff: httpx.Client, interview: str) -> Iterator[ClientConnection]:
    """A patient's connection of which the test sees every frame."""
    base = str(staff.base_url).rstrip("/")
    with httpx.Client(base_url=base, timeout=WAIT) as browser:
        browser.get(_link(staff, interview))
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    with _connected(base, interview, cookies) as socket:
        yield socket


def edit(socket: ClientConnection, text: str, item: int = 1) -> str:
    name = f"e{next(names)}"
    socket.send(json.dumps({"v": 1, "type": "edit", "id": name, "itemId": item, "text": text}))
    return name


def answers(socket: ClientConnection, wanted: set[str], seconds: float = 60) -> dict[str, dict[str, Any]]:
    """The answers to these frames: an acknowledgement or an error each."""
    found: dict[str, dict[str, Any]] = {}
    ends = time.monotonic() + seconds
    while wanted - found.keys():
        frame = json.loads(socket.recv(timeout=max(0.1, ends - time.monotonic())))
        if frame.get("id") in wanted:
            found[frame["id"]] = frame
    return found


def ready(staff: httpx.Client, items: int = 3) -> str:
    """An interview with its first items answered."""
    interview = begun(staff)
    with talker(staff, interview) as patient:
        patient.to_item(1)
        for _ in range(items):
            patient.say("No, not at all.")
    return interview


def size(database_url: str, interview: str) -> int:
    """Bytes of the interview's log."""
    with psycopg.connect(database_url) as connection:
        query = "select sum(length(body::text)) from event where interview_id = %s"
        row = connection.execute(query, (UUID(interview),)).fetchone()
    assert row
    return int(row[0])


def test_a_flood_of_long_edits_stays_small_and_a_stop_in_it_acts(signed_in: httpx.Client, database_url: str) -> None:
    interview = ready(signed_in)
    with wire(signed_in, interview) as socket:
        sent = [edit(socket, LONG, 1 + n % 3) for n in range(150)]
        told = answers(socket, set(sent), 180)
        taken = [name for name in sent if told[name]["type"] == "ack"]
        assert 15 <= len(taken) <= 30
        over = [one for one in told.values() if one["type"] == "error"]
        assert {one["code"] for one in over} <= {"too_fast", "too_many"}
        assert all("please" in one["message"].lower() for one in over)
        assert size(database_url, interview) < 1_000_000
        again = next(name for name in sent if name in taken)
        socket.send(json.dumps({"v": 1, "type": "edit", "id": again, "itemId": 1, "text": LONG}))
        assert answers(socket, {again})[again]["type"] == "ack"  # stored before: no limit is over it
        last = edit(socket, STOP)
        assert answers(socket, {last})[last]["type"] == "ack"
    log = watched(signed_in, interview)
    assert [one["body"]["status"] for one in log if one["kind"] == "ended"] == ["terminated_for_safety"]
    assert any(one["kind"] == "alert" and one["body"]["tier"] == "stop" for one in log)


def test_what_the_therapist_should_know_of_gets_through_a_flood_within_reason(signed_in: httpx.Client) -> None:
    interview = ready(signed_in)
    with wire(signed_in, interview) as socket:
        answers(socket, {edit(socket, "No, not at all.") for _ in range(40)})
        first = edit(socket, URGENT)
        assert answers(socket, {first})[first]["type"] == "ack"
    assert any(one["kind"] == "alert" and one["body"]["tier"] == "urgent" for one in watched(signed_in, interview))


def test_what_was_too_fast_is_taken_later_as_it_is(signed_in: httpx.Client) -> None:
    interview = ready(signed_in)
    with wire(signed_in, interview) as socket:
        told = answers(socket, {edit(socket, "No, not at all.") for _ in range(30)})
        refused = next(name for name, one in told.items() if one["type"] == "error")
        time.sleep(6.5)  # until there is one more
        socket.send(json.dumps({"v": 1, "type": "edit", "id": refused, "itemId": 1, "text": "No, never."}))
        assert answers(socket, {refused})[refused]["type"] == "ack"


def test_a_stop_in_an_edit_of_what_has_no_answer_acts(signed_in: httpx.Client) -> None:
    interview = ready(signed_in)
    with wire(signed_in, interview) as socket:
        harmless, stop = edit(socket, "No.", 20), edit(socket, STOP, 20)
        told = answers(socket, {harmless, stop})
        assert (told[harmless]["code"], told[stop]["type"]) == ("unknown_item", "ack")
    assert watched(signed_in, interview)[-1]["body"]["status"] == "terminated_for_safety"


def test_frames_that_come_too_fast_wait_and_none_is_lost(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with wire(signed_in, interview) as socket:
        started = time.monotonic()
        for number in range(260):
            socket.send(json.dumps({"v": 1, "type": "edit", "id": f"w{number}", "itemId": 1, "text": " "}))
        told = answers(socket, {f"w{number}" for number in range(260)})
        assert time.monotonic() - started > 2.5
        assert {one["code"] for one in told.values()} == {"empty"}


def test_a_storm_of_resumes_is_slowed_down_and_danger_does_not_wait_for_it(signed_in: httpx.Client) -> None:
    interview = ready(signed_in)
    with wire(signed_in, interview) as socket:
        started = time.monotonic()
        for _ in range(70):
            socket.send(json.dumps({"v": 1, "type": "resume", "lastSeq": 0}))
        socket.send(json.dumps({"v": 1, "type": "message", "id": "stop", "text": STOP}))
        frames = []
        while not frames or frames[-1]["type"] != "ack":
            frame = json.loads(socket.recv(timeout=WAIT))
            if frame.get("id") == "stop":
                frames.append(frame | {"seconds": time.monotonic() - started})
        assert [frame["type"] for frame in frames] == ["script", "ack"]
        assert frames[0]["seconds"] < 3 < frames[1]["seconds"]


def test_whoever_answers_every_question_in_a_row_never_waits(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(1)
        while (body := patient.say("No, not at all."))["purpose"] != "closing":
            assert body["itemId"] or body["purpose"] == "review"
        assert patient.errors == []


@pytest.mark.parametrize("alerting", [True, False])
def test_an_alert_is_acknowledged_once_and_only_where_one_stands(
    signed_in: httpx.Client, database_url: str, alerting: bool
) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(1)
        patient.say(URGENT if alerting else "No, not at all.")
        path = f"/interviews/{interview}/acknowledge"
        done = {"note": "Called the patient"}
        statuses = [signed_in.post(path, json=done).status_code for _ in range(3)]
        assert statuses == ([200, 409, 409] if alerting else [409] * 3)
        assert "No alert stands here" in signed_in.post(path, json=done).json()["message"]
        if alerting:
            patient.say(f"Yes. {URGENT}")
            assert signed_in.post(path, json=done).status_code == 200  # a new alert stands
    with psycopg.connect(database_url) as connection:
        query = "select count(*) from event where interview_id = %s and kind = 'acknowledged'"
        assert connection.execute(query, (UUID(interview),)).fetchone() == (2 if alerting else 0,)
