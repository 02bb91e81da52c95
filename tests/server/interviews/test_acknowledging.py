"""Acknowledging an alert asks what was done, and keeps it: in the log, with the alert, in the report."""

import html
import re
from uuid import UUID

import httpx
import psycopg
import pytest
from litestar import Litestar

from agents.interview.patient_input import Words
from server.database import Database
from tests.server.cards.finished import ended_for_safety, say, started
from tests.server.interviews.talking import acknowledged, begun, talker, watched

_ADDED = """
with grown as (update interview set last_seq = last_seq + 1 where id = %(interview)s returning id, last_seq)
insert into event (interview_id, seq, kind, body, at)
select id, last_seq, %(kind)s, '{"by": "old@clinic.example"}', now() from grown
"""
WORDS = "I think about killing myself sometimes."


def alerted(staff: httpx.Client) -> str:
    interview = begun(staff)
    with talker(staff, interview) as patient:
        patient.to_item(2)
        patient.say(WORDS)
    return interview


def shown(staff: httpx.Client, interview: str) -> str:
    part = staff.get(f"/interviews/{interview}/alerts").text
    return " ".join(html.unescape(re.sub("<[^>]+>", "", part)).split())


def finished(staff: httpx.Client, note: str | None = None) -> str:
    """An interview with an alert and a report; acknowledged before the last question where there is a note."""
    interview = alerted(staff)
    if note:
        acknowledged(staff, interview, note)
    with talker(staff, interview) as patient:
        patient.goes_on()
        while patient.skip()["purpose"] != "closing":
            pass
        patient.until("ended")
    return interview


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (None, "Say in a few words what was done"),
        ({"note": "  "}, "Say in a few words what was done"),
        ({"note": "…"}, "Say in a few words what was done"),
        ({"note": 7}, "Say in a few words what was done"),
        ({"note": "Read it; no danger, because: "}, "Add why there is no danger"),
        ({"note": "Will call the patient at: "}, "Add when you will call, for example 15:00."),
        ({"note": "Called:"}, "Finish the sentence after the colon."),
        ({"note": "Left a voicemail", "screen": "asq", "result": "negative"}, "so no screen can have been given"),
        ({"note": "Spoke with her", "screen": "asq"}, "Say what came of the screen"),
        ({"note": "x" * 501}, "A note has at most 500 characters"),
        ({"note": "Called the patient: safe", "nots": "x"}, "nots: there is no such field here, only note"),
    ],
)
def test_without_what_was_done_the_alert_stands(signed_in: httpx.Client, body: object, says: str) -> None:
    interview = alerted(signed_in)
    answer = (
        signed_in.post(f"/interviews/{interview}/acknowledge", json=body)
        if body
        else (signed_in.post(f"/interviews/{interview}/acknowledge"))
    )
    assert answer.status_code in (400, 422)
    assert says in answer.json()["message"]
    assert "acknowledged" not in {one["kind"] for one in watched(signed_in, interview)}


def test_name_time_and_note_are_kept_and_shown(signed_in: httpx.Client) -> None:
    interview = alerted(signed_in)
    answer = signed_in.post(f"/interviews/{interview}/acknowledge", json={"note": " Called the\npatient: <safe> "})
    kept = answer.json()
    assert (kept["by"], kept["note"]) == ("admin@localhost", "Called the patient: <safe>")
    (event,) = (one["body"] for one in watched(signed_in, interview) if one["kind"] == "acknowledged")
    assert event["note"] == kept["note"]
    assert event["at"][:19] == kept["at"][:19]
    assert re.search(
        r"Acknowledged by .*admin@localhost\)? .* UTC: Called the patient: <safe>", shown(signed_in, interview)
    )


def test_the_patient_sees_nothing_of_it(signed_in: httpx.Client) -> None:
    interview = alerted(signed_in)
    acknowledged(signed_in, interview, "Called the patient")
    with talker(signed_in, interview) as patient:
        patient.goes_on()
        assert "Called the patient" not in str(patient.log)


@pytest.mark.parametrize(
    ("note", "owed"),
    [
        ("Will call the patient at: 15:00", True),
        ("Not reached; next step: her sister drives there", True),
        ("I'll call her in the evening", True),
        ("Called, no answer", True),
        ("Read what was said", True),
        ("Spoke with the patient: will come in tomorrow", False),
        ("Called at once; the partner stays", True),
        ("Spoke with her at 15:00; the pills are with us", False),
        ("spoke with the patient - will come in tomorrow", False),
        ("Phoned her, she is safe now", False),
        ("La llamé y está a salvo", False),
        ("Read it; no danger, because: it is a line of a song", False),
    ],
)
async def test_after_a_stop_a_plan_to_call_is_no_call(
    app: Litestar, staff: httpx.AsyncClient, note: str, owed: bool
) -> None:
    interview = await ended_for_safety(staff, app.state.parts.rooms)
    assert "reach the patient" not in (await staff.get(f"/interviews/{interview}/view")).text.lower()
    await staff.post(f"/interviews/{interview}/acknowledge", json={"note": note})
    page = (await staff.get(f"/interviews/{interview}/view")).text
    assert ("<b>Reach the patient, if nobody has yet. If nobody answers: the emergency contact" in page) is owed
    assert "Your own assessment of the risk" in page
    record = (await staff.get(f"/interviews/{interview}/record.txt")).text
    assert ("\n- Reach the patient, if nobody has yet. If nobody answers: " in record) is owed
    assert ("Next: reach the patient, if nobody has yet; then your own" in (await staff.get("/today")).text) is owed
    await staff.post(f"/interviews/{interview}/notes", data={"note": "Spoke with her: C-SSRS done"})
    assert "Reach the patient" not in (await staff.get(f"/interviews/{interview}/view")).text
    assert "Reach the patient" not in (await staff.get(f"/interviews/{interview}/record.txt")).text


async def test_whether_a_call_is_owed_is_told_once_with_what_became_of_the_alerts(
    app: Litestar, staff: httpx.AsyncClient
) -> None:
    interview, rooms = await started(staff), app.state.parts.rooms
    for words, note, owed in (
        (WORDS, "Will call the patient at: 15:00", True),
        ("Sometimes I cut my arms when it gets too much.", "Read what was said", True),
        ("I will kill myself tonight.", "Spoke with the patient: safe tonight", False),
    ):
        await say(rooms.room(interview), words)
        seen = await staff.post(f"/interviews/{interview}/acknowledge", json={"note": note})
        assert set(seen.json()) == {"acknowledged", "by", "name", "at", "note"}
        for page in (f"/interviews/{interview}/alerts", f"/interviews/{interview}"):
            text = (await staff.get(page)).text
            assert text.count("data-owed") == int(owed), words
            assert ('<div id="alert-messages" data-owed>' in text) is owed


@pytest.mark.parametrize("before", [True, False])
def test_the_report_says_with_the_risk_what_was_done(signed_in: httpx.Client, before: bool) -> None:
    interview = finished(signed_in, "Called, and *she* is safe" if before else None)
    if not before:
        acknowledged(signed_in, interview, "Called, and *she* is safe")
    report = signed_in.get(f"/interviews/{interview}/report").json()
    assert [one["key"] for one in report["sections"]].count("executive_summary") == 1
    risk = report["markdown"].split("**Risk**")[1].split("**What to do next**")[0]
    line = (
        r"- \*\*Alert acknowledged\*\* by .*localhost.* at [\d-]{10} \d\d:\d\d UTC: Called, and &#42;she&#42; is safe"
    )
    assert re.search(line, risk)
    assert risk.count("Alert acknowledged") == 1


def test_an_acknowledgement_from_before_notes_stays_readable(signed_in: httpx.Client, database_url: str) -> None:
    interview = alerted(signed_in)
    acknowledged(signed_in, interview)
    with psycopg.connect(database_url) as connection:
        connection.execute(
            "update event set body = jsonb_build_object('by', 'old@clinic.example') "
            "where interview_id = %s and kind = 'acknowledged'",
            (UUID(interview),),
        )
    assert "Acknowledged by old@clinic.example" in shown(signed_in, interview)
    (event,) = (one["body"] for one in watched(signed_in, interview) if one["kind"] == "acknowledged")
    assert event == {"by": "old@clinic.example", "name": "", "note": "", "at": None}


@pytest.mark.parametrize("answered", [True, False])
async def test_it_leaves_an_answer_owed_just_where_one_was(
    app: Litestar, staff: httpx.AsyncClient, answered: bool
) -> None:
    interview, rooms = await started(staff), app.state.parts.rooms
    room = rooms.room(interview)
    await say(room, "Yes, let's begin.")
    await room.accept(Words(text=WORDS, client_id="danger"))
    if answered:
        await room.settle()
    seen = await staff.post(f"/interviews/{interview}/acknowledge", json={"note": "Called the patient"})
    assert seen.status_code == 200
    assert (interview in await rooms.log.owed()) is not answered
    await room.settle()
    assert interview not in await rooms.log.owed()


async def test_a_log_that_ends_with_an_alert_and_owes_nothing_is_not_looked_at_for_ever(
    app: Litestar, staff: httpx.AsyncClient, database: Database
) -> None:
    interview, rooms = await started(staff), app.state.parts.rooms
    await rooms.room(interview).settle()
    async with database.pool.connection() as connection:
        await connection.execute(_ADDED, {"interview": interview, "kind": "acknowledged"})
    assert interview in await rooms.log.owed()
    await rooms.settle_owed()
    assert interview not in await rooms.log.owed()
    stored = len(await rooms.log.read(interview))
    await rooms.settle_owed()
    assert len(await rooms.log.read(interview)) == stored


async def test_a_log_that_cannot_be_read_holds_up_no_other_interview(
    app: Litestar, staff: httpx.AsyncClient, database: Database
) -> None:
    broken, well, rooms = await started(staff), await started(staff), app.state.parts.rooms
    await rooms.room(broken).settle()
    async with database.pool.connection() as connection:
        await connection.execute(_ADDED, {"interview": broken, "kind": "message"})
    await rooms.room(well).accept(Words(text="Yes, let's begin.", client_id="ready"))
    assert {broken, well} <= set(await rooms.log.owed())
    await rooms.settle_owed()
    assert set(await rooms.log.owed()) & {broken, well} == {broken}


async def test_the_alert_of_a_log_that_cannot_be_read_is_acknowledged_all_the_same(
    app: Litestar, staff: httpx.AsyncClient, database: Database
) -> None:
    interview, rooms = await started(staff), app.state.parts.rooms
    await say(rooms.room(interview), "Yes, let's begin.")
    await say(rooms.room(interview), WORDS)
    rooms._rooms.clear()
    async with database.pool.connection() as connection:
        await connection.execute("update event set body = '{}' where interview_id = %s and seq = 2", (interview,))
    page, address = f"/interviews/{interview}", f"/interviews/{interview}/acknowledge"
    shown = await staff.get(page)
    assert shown.status_code == 500
    assert "holds an entry that can&#39;t be read" in shown.text
    assert WORDS in re.sub("<[^>]+>", "", shown.text)
    assert 'id="what-was-done"' in shown.text
    assert (await staff.post(address, json={"note": "Called:"})).status_code == 422
    seen = await staff.post(address, json={"note": "Spoke with the patient: safe tonight"})
    assert seen.status_code == 200
    assert seen.json()["note"] == "Spoke with the patient: safe tonight"
    late = await staff.post(address, json={"note": "Once more", "screen": "asq", "result": "negative"})
    assert late.status_code == 409
    assert "The suicide screen is not kept (ASQ: negative)" in late.text
    assert 'id="what-was-done"' not in (await staff.get(page)).text
    async with database.pool.connection() as connection:
        rows = await connection.execute(
            "select e.kind, e.body->>'note', i.acknowledged_at is not null, i.status, i.answered from event e "
            "join interview i on i.id = e.interview_id and i.last_seq = e.seq where i.id = %s",
            (interview,),
        )
        assert await rows.fetchone() == ("acknowledged", "Spoke with the patient: safe tonight", True, "active", 0)


async def test_what_fails_again_after_it_went_well_is_logged_again(
    app: Litestar, staff: httpx.AsyncClient, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    interview, rooms = await started(staff), app.state.parts.rooms
    await rooms.room(interview).settle()
    async with database.pool.connection() as connection:
        for time in (1, 2):
            await connection.execute(_ADDED, {"interview": interview, "kind": "message"})
            for _ in range(2):
                await rooms.settle_owed()
            assert caplog.text.count(f"interview {interview}: what is owed there cannot be done") == time
            mended = (
                "update event set kind = 'acknowledged' where interview_id = %s and body->>'by' = 'old@clinic.example'"
            )
            await connection.execute(mended, (interview,))
            await rooms.settle_owed()
            assert interview not in await rooms.log.owed()
