"""Two servers on one database and one Redis: what happens on one is seen on the other within a second."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from server.settings import Settings
from tests.conftest import Running, start_server
from tests.faults.line import STOP, Frame, Line, interview, kind, said, sign_in

pytestmark = pytest.mark.alone  # it is timed
SOON = 1.0


@pytest.fixture(scope="module")
def other(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The second node: the same services, a data folder of its own."""
    running = start_server(settings.model_copy(update={"data": tmp_path_factory.mktemp("other")}))
    yield running
    running.process.terminate()
    running.process.wait(60)


def seen_within(line: Line, wanted: Frame, since: float) -> None:
    """The same entry comes on this line within a second of `since`."""
    line.until(lambda frame: frame.get("seq") == wanted["seq"] and frame["type"] == "event", SOON)
    assert time.monotonic() - since < SOON


def test_turns_and_the_alert_reach_the_therapist_on_the_other_node(server: Running, other: Running) -> None:
    here, there = sign_in(server), sign_in(other)
    number, cookies = interview(here)
    patient, therapist = Line(server, number, cookies), Line(other, number, there.cookies)
    patient.exchange("Yes, let's begin.")
    therapist.until(said("Yes, let's begin."), SOON)
    for text in ("Nearly every day, I can't enjoy anything.", "No, not at all."):
        reply = patient.exchange(text)
        seen_within(therapist, reply, patient.at[-1])
    patient.say(STOP)
    patient.until(kind("ended"))
    since = patient.at[-1]
    alert = therapist.until(kind("alert"), SOON)
    assert alert["body"]["tier"] == "stop"
    therapist.until(kind("ended"), SOON)
    assert time.monotonic() - since < SOON
    seqs = [frame["seq"] for frame in therapist.frames if frame["type"] == "event"]
    assert seqs == list(range(1, len(seqs) + 1))


def test_the_list_on_the_other_node_hears_of_an_alert(server: Running, other: Running) -> None:
    here, there = sign_in(server), sign_in(other)
    number, cookies = interview(here)
    patient = Line(server, number, cookies)
    patient.exchange("Yes, let's begin.")
    with there.stream("GET", "/interviews/news") as news:
        lines = news.iter_lines()
        assert next(line for line in lines if line.startswith("event:")) == "event: news"
        patient.say(STOP)
        patient.until(kind("ended"))
        since = time.monotonic()
        while f"/interviews/{number}" not in alerts(there):
            next(line for line in lines if line.startswith("event:"))
        assert time.monotonic() - since < SOON


def alerts(staff: httpx.Client) -> str:
    """The part of the list that shows waiting alerts."""
    page = staff.get("/interviews", headers={"accept": "text/html"}).text
    return page.split('id="alerts"')[1].split('class="columns"')[0]


def test_what_came_while_the_listener_was_cut_off_is_read_on(
    server: Running, other: Running, database_url: str
) -> None:
    here, there = sign_in(server), sign_in(other)
    number, cookies = interview(here)
    patient, therapist = Line(server, number, cookies), Line(other, number, there.cookies)
    patient.exchange("Yes, let's begin.")
    therapist.until(said("Yes, let's begin."), SOON)
    with psycopg.connect(database_url, autocommit=True) as connection:
        cut = connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and application_name = 'anamnesis listener'"
        ).fetchall()
    assert len(cut) == 2
    reply = patient.exchange("No, not at all.")
    therapist.until(lambda frame: frame.get("seq") == reply["seq"], 3)
    patient.say(STOP)
    patient.until(kind("ended"))
    therapist.until(kind("ended"), SOON)


def test_a_patient_who_moves_to_the_other_node_and_back_goes_on(server: Running, other: Running) -> None:
    here = sign_in(server)
    number, cookies = interview(here)
    first = Line(server, number, cookies)
    first.exchange("Yes, let's begin.")
    asked = []
    for turn, node in enumerate((other, server, other, server)):
        line = Line(node, number, cookies)
        name = uuid(turn)
        asked.append(line.answered(line.say("No, not at all.", name))["body"]["itemId"])
        again = line.until(lambda frame, name=name: frame["type"] == "ack" and frame["id"] == name)["seq"]
        line.frames.clear()
        line.say("No, not at all.", name)
        assert line.until(lambda frame: frame["type"] == "ack")["seq"] == again
        line.send({"type": "edit", "id": f"edit {turn}", "itemId": asked[-1] - 1, "text": "Nearly every day."})
        line.until(lambda frame: frame["type"] == "ack" and frame["id"].startswith("edit"))
    assert asked == [2, 3, 4, 5]


def uuid(turn: int) -> str:
    return f"turn {turn}"


def test_two_patients_tabs_on_two_nodes_see_the_same(server: Running, other: Running) -> None:
    here = sign_in(server)
    number, cookies = interview(here)
    one, two = Line(server, number, cookies), Line(other, number, cookies)
    one.exchange("Yes, let's begin.")
    for writer in (two, one, two, two, one):
        writer.exchange("No, not at all.")
    last = max(frame["seq"] for frame in one.frames if frame["type"] == "event")
    for line in (one, two):
        line.until(lambda frame: frame.get("seq", 0) >= last)
    seen = [
        [frame for frame in line.frames if frame.get("seq", 99) <= last and frame["type"] == "event"]
        for line in (one, two)
    ]
    assert json.dumps(seen[0]) == json.dumps(seen[1])


def test_nobody_is_told_of_others_interviews(server: Running, other: Running, tmp_path: Path) -> None:
    with httpx.Client(base_url=other.url, timeout=60) as stranger:
        assert stranger.get("/interviews/news", headers={"accept": "application/json"}).status_code == 401
