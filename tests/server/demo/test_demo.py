"""The three doors of the start page: what is behind them, how it is marked, that it alerts nobody, and how it goes."""

import asyncio
import csv
import io
import re
from uuid import UUID

import httpx
import pytest
from litestar import Litestar

from agents.domain.phase import Phase
from server.accounts.tables import Account
from server.alerts.planning import plan
from server.confirming.agreement import words_in
from server.database import Database
from server.settings import Settings
from tests.conftest import browser, new_account, sign_in
from tests.server.cards.finished import STOP, ended_for_safety, say, started

MARK = ">Invented</span>"
SECRET = "a secret of sixteen and more"
HOOKS = {
    "alert_webhook": "https://hook.example/a",
    "alert_webhook_secret": SECRET,
    "ended_webhook": "https://hook.example/e",
    "ended_webhook_secret": SECRET,
}


@pytest.fixture(autouse=True)
def without_pause(app: Litestar) -> None:
    """Scripted patients need no time to think."""
    app.state.parts.player.pace = 0


async def door(staff: httpx.AsyncClient, name: str) -> str:
    """Where a door leads."""
    answer = await staff.post(f"/demo/{name}")
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


async def over(app: Litestar, address: str) -> UUID:
    """The interview of a page, once no script plays there any more."""
    interview = UUID(address.rpartition("/")[2])
    while app.state.parts.player.playing(interview):  # noqa: ASYNC110  # it tells nobody that it has ended
        await asyncio.sleep(0.01)
    return interview


async def many(database: Database, table: str) -> int:
    async with database.pool.connection() as connection:
        row = await (await connection.execute(f"select count(*) from {table}")).fetchone()  # of this test's own names
        return int(row[0]) if row else 0


async def test_whoever_has_no_interviews_is_offered_three_doors(staff: httpx.AsyncClient) -> None:
    page = (await staff.get("/today")).text
    assert [f'action="/demo/{name}"' in page for name in ("play", "report", "stop")] == [True] * 3
    assert "Remove everything invented" not in page
    await started(staff)
    assert 'id="doors"' not in (await staff.get("/today")).text


async def test_a_script_plays_a_whole_interview_that_is_marked_and_counts_nowhere(
    app: Litestar, staff: httpx.AsyncClient, database: Database
) -> None:
    address = await door(staff, "play")
    interview = await over(app, address)
    room = app.state.parts.rooms.room(interview)
    assert room.state.phase is Phase.REPORT
    await room.write_report("F")
    profile = (await staff.get(f"/interviews/{interview}/profile")).json()
    assert profile["sessionMeta"]["syntheticPersonaId"] == "demo/play"
    assert len(profile["itemResponses"]) == 23
    assert {one["itemId"]: one["score"] for one in profile["itemResponses"]}[9] == 4
    for path in ("/today", "/interviews", "/confirm", f"/confirm?interview={interview}"):
        assert MARK in (await staff.get(path)).text, path
    assert "A script answers here" in (await staff.get(address)).text
    assert (await staff.post(f"/interviews/{interview}/link")).status_code == 409
    rated = await staff.post(f"/interviews/{interview}/ratings", data={"item": "9", "seen": "0", "did": "accept"})
    assert rated.status_code == 303, rated.text
    assert await words_in(database) == []
    (row,) = csv.DictReader(io.StringIO((await staff.get(f"/interviews/{interview}/research.csv")).text))
    assert row["invented"] == "yes"
    tags = (await staff.get(f"/interviews/{interview}/fhir.json")).json()["meta"]["tag"]
    assert "\nInvented, for trying the product out" in (await staff.get(f"/interviews/{interview}/record.txt")).text
    assert tags[0]["code"] == "HTEST"
    assert 'id="doors"' in (await staff.get("/today")).text


async def test_what_was_broken_off_goes_on_and_a_second_play_begins_anew(
    app: Litestar, staff: httpx.AsyncClient
) -> None:
    app.state.parts.player.pace = 60
    address = await door(staff, "play")
    assert "Let the script go on" not in (await staff.get(address)).text
    assert await door(staff, "play") == address
    interview = UUID(address.rpartition("/")[2])
    await app.state.parts.player.end([interview])
    assert "Let the script go on" in (await staff.get(address)).text
    app.state.parts.player.pace = 0
    assert await door(staff, f"{interview}/play") == address
    await over(app, address)
    room = app.state.parts.rooms.room(interview)
    assert len(room.state.responses) == 23
    await room.write_report("F")
    assert await door(staff, "play") != address


async def test_a_report_with_its_card_and_a_trend_over_weeks(staff: httpx.AsyncClient) -> None:
    address = await door(staff, "report")
    assert await door(staff, "report") == address
    page = (await staff.get(address)).text
    client = re.search(r'href="(/clients/[0-9a-f-]+)"', page)
    assert client
    assert f'href="{address}/card"' in page
    card = (await staff.get(f"{address}/card")).text
    assert "snapshot" in card
    assert MARK in card
    of_client = (await staff.get(client[1])).text
    assert "4 interviews" in of_client
    assert "<strong>Depression</strong>: 2, was 3" in of_client
    again = (await staff.get(address)).text
    earlier = re.search(r', 2 not known</h2> <a class="hint" href="(/interviews/[0-9a-f-]+)">last time 4, <time', again)
    assert earlier
    assert f'href="{earlier[1]}"' in of_client
    assert "Depression: 2 of 4, several days, at or over threshold, 3 last time, threshold 2" in again
    assert "down by</span> 1</span>" in again
    days = sorted(re.findall(r'<time datetime="(\d{4}-\d\d-\d\d)[^"]*" data-local="short">[^<]*</time></a>', of_client))
    assert len(set(days)) == 4
    assert MARK in (await staff.get("/clients")).text
    report = (await staff.get(f"{address}/report")).json()["markdown"]
    assert "Invented-1" in report


async def test_a_stop_from_both_sides_alerts_on_the_pages_and_nobody_outside(
    app: Litestar, staff: httpx.AsyncClient, database: Database, settings: Settings
) -> None:
    address = await door(staff, "stop")
    assert await door(staff, "stop") == address
    page = (await staff.get(address)).text
    assert "Call or text 988" in page
    assert "Anamnesis: safety alert, act now" in page
    assert "I will do it tonight" in page
    interview = address.rpartition("/")[2]
    mail = page.split('class="mail"')[1].split("</section>")[0]
    assert "Interview: " in mail
    assert interview not in mail, "what nobody knows it by"
    alerts = (await staff.get("/today")).text.split('id="alerts"')[1].split("</section>")[0]
    assert interview in alerts
    assert MARK in alerts
    real = await ended_for_safety(staff, app.state.parts.rooms)
    await plan(database.pool, settings.model_copy(update=HOOKS))
    async with database.pool.connection() as connection:
        told = await (await connection.execute("select distinct interview_id from alert_delivery")).fetchall()
    assert told == [(real,)]
    assert "a script played the patient" in (await staff.get(f"/interviews/{interview}")).text
    patient = await staff.get(await door(staff, f"{interview}/patient"))
    assert (patient.status_code, patient.headers["location"]) == (303, f"/chat/{interview}")
    chat = await staff.get(f"/chat/{interview}")
    assert chat.status_code == 200
    done = await staff.post(f"/interviews/{interview}/acknowledge", json={"note": "Looked at it"})
    assert done.is_success
    assert "Looked at it" in (await staff.get(address)).text


async def test_a_trial_by_hand_with_an_invented_client_is_invented_and_alerts_as_any(
    app: Litestar, staff: httpx.AsyncClient, database: Database, settings: Settings
) -> None:
    page = (await staff.get(await door(staff, "report"))).text
    client = re.search(r'href="(/clients/[0-9a-f-]+)"', page)
    assert client
    begun = await staff.post(f"{client[1]}/interviews")
    trial = UUID(begun.headers["location"].rpartition("/")[2])
    assert "Alerts go out as for a real patient" in (await staff.get(f"/interviews/{trial}")).text
    assert (await staff.post(f"/interviews/{trial}/link")).is_success
    room = app.state.parts.rooms.room(trial)
    for words in ("Yes, let's begin.", STOP):
        await say(room, words)
    await plan(database.pool, settings.model_copy(update=HOOKS))
    async with database.pool.connection() as connection:
        query = "select count(*) from alert_delivery where interview_id = %s"
        assert (await (await connection.execute(query, (trial,))).fetchone() or (0,))[0] > 0
    asked = (await staff.get("/demo/remove")).text
    assert "1 interview with an invented client stays" in asked
    await staff.post("/demo/remove")
    assert (await staff.get(f"/interviews/{trial}")).status_code == 200
    assert "Nothing invented is here" in (await staff.get("/demo/remove")).text


async def test_everything_invented_goes_in_one_click_and_nothing_else(
    app: Litestar, staff: httpx.AsyncClient, database: Database
) -> None:
    real = await started(staff)
    tables = ("interview", "event", "client", "client_plan", "client_note", "job", "snapshot", "card")
    before = [await many(database, table) for table in tables]
    for name in ("play", "report", "stop"):
        await over(app, await door(staff, name))
    page = (await staff.get("/today")).text
    assert "6 invented interviews and 1 invented client" in page
    there = [await many(database, table) for table in tables]
    assert there != before
    asked = (await staff.get("/demo/remove")).text
    assert "1 invented client, with notes" in asked
    assert "6 interviews in which a script answered" in asked
    assert "stay" not in asked
    assert [await many(database, table) for table in tables] == there
    assert await door(staff, "remove") == "/today?invented=removed"
    assert [await many(database, table) for table in tables] == before
    page = (await staff.get("/today?invented=removed")).text
    assert "Everything invented is removed" in page
    assert 'id="invented"' not in page
    assert (await staff.get(f"/interviews/{real}")).status_code == 200


async def test_a_month_that_is_being_filled_in_is_said_and_not_removed(app: Litestar, staff: httpx.AsyncClient) -> None:
    await door(staff, "stop")
    app.state.parts.demo.filling = 3, 9
    assert "3 of 9 clients are here" in (await staff.get("/today")).text
    page = (await staff.get("/demo/remove")).text
    assert "still being filled in" in page
    assert "Remove for good" not in page
    assert (await staff.post("/demo/remove")).status_code == 409
    app.state.parts.demo.filling = None
    assert "clients are here" not in (await staff.get("/today")).text
    assert await door(staff, "remove") == "/today?invented=removed"


async def test_removing_ends_a_script_that_plays(app: Litestar, staff: httpx.AsyncClient) -> None:
    app.state.parts.player.pace = 60
    interview = UUID((await door(staff, "play")).rpartition("/")[2])
    assert app.state.parts.player.playing(interview)
    await staff.post("/demo/remove")
    assert not app.state.parts.player.playing(interview)
    assert (await staff.get(f"/interviews/{interview}")).status_code == 404


async def test_nobody_opens_a_colleagues_scripts_and_no_program_may_take_their_names(
    app: Litestar, staff: httpx.AsyncClient, database: Database, settings: Settings
) -> None:
    address = await door(staff, "stop")
    interview = address.rpartition("/")[2]
    other: Account = await new_account(database)
    async with browser(app) as colleague:
        await sign_in(colleague, other, database, settings)
        for path in (f"/demo/{interview}/play", f"/demo/{interview}/patient"):
            assert (await colleague.post(path)).status_code == 404
        assert (await colleague.get(address)).status_code == 404
        await colleague.post("/demo/remove")
    assert (await staff.get(address)).status_code == 200
    real = await started(staff)
    assert (await staff.post(f"/demo/{real}/play")).status_code == 404
    assert (await staff.get(f"/demo/stop/{real}")).status_code == 404
    refused = await staff.post("/interviews", json={"label": "A", "personaId": "demo/play"})
    assert refused.status_code == 422
    taken = await staff.post("/interviews", json={"label": "A", "personaId": "somebody"})
    assert taken.status_code == 201
    assert "A persona answered here" in (await staff.get(f"/interviews/{taken.json()['id']}")).text
