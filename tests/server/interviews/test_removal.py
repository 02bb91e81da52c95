"""Archived, renamed, deleted, taken back, and at last gone from every table: over HTTP and the patient's socket."""

import re
from uuid import UUID

import httpx
import psycopg
from arq import ArqRedis
from litestar import Litestar

from agents.interview.patient_input import Words
from server.database import Database
from server.interviews.lists.removal import remove
from server.jobs.repository import JobTable
from server.undo import UNDO
from tests.conftest import browser
from tests.server.cards.finished import completed, say

WORD = "zephyrquail"
SAID = "enjoy the choir any more"
JSON = {"accept": "application/json"}


async def put(staff: httpx.AsyncClient, what: str, *interviews: object) -> httpx.Response:
    return await staff.post(f"/interviews/{what}", json={"interviews": [str(one) for one in interviews]}, headers=JSON)


async def begun(staff: httpx.AsyncClient, label: str) -> str:
    return str((await staff.post("/interviews", json={"label": label}, headers=JSON)).json()["id"])


async def labels(staff: httpx.AsyncClient, show: str = "all") -> list[str]:
    return re.findall(r'data-label="([^"]*)"', (await staff.get(f"/interviews?show={show}")).text)


async def test_archiving_takes_many_off_the_list_and_back(staff: httpx.AsyncClient) -> None:
    one, two = await begun(staff, "AR-1"), await begun(staff, "AR-2")
    assert (await put(staff, "archive", one, two)).json()["interviews"] == [one, two]
    assert await labels(staff) == []
    assert set(await labels(staff, "archived")) == {"AR-1", "AR-2"}
    assert (await staff.get(f"/interviews/{one}")).status_code == 200
    form = await staff.post("/interviews/unarchive", data={"interviews": [one, two]})
    assert (form.status_code, form.headers["location"]) == (303, "/interviews")
    assert set(await labels(staff)) == {"AR-1", "AR-2"}
    for wrong in ({"interviews": []}, {"interviews": ["x"]}, {}):
        refused = await staff.post("/interviews/archive", json=wrong, headers=JSON)
        assert (refused.status_code, refused.json()["code"]) == (422, "correct_input")


async def test_a_label_is_changed_and_an_empty_one_refused(staff: httpx.AsyncClient) -> None:
    one = await begun(staff, "RN-1")
    answer = await staff.post(f"/interviews/{one}/rename", json={"label": " RN-2 "}, headers=JSON)
    assert answer.json() == {"label": "RN-2"}
    assert await labels(staff) == ["RN-2"]
    for wrong in ({"label": "  "}, {"label": "x" * 121}, {}):
        assert (await staff.post(f"/interviews/{one}/rename", json=wrong, headers=JSON)).status_code == 422
    assert await labels(staff) == ["RN-2"]


async def test_what_is_deleted_is_out_of_sight_at_once_for_everybody_and_can_be_taken_back(
    app: Litestar, staff: httpx.AsyncClient
) -> None:
    one, other = await begun(staff, "DE-1"), await begun(staff, "DE-2")
    link = (await staff.post(f"/interviews/{one}/link", headers=JSON)).json()["url"]
    async with browser(app) as patient, browser(app) as late:
        await patient.get(link)
        assert (await put(staff, "delete", one)).json()["undoMinutes"] == UNDO.total_seconds() // 60
        assert await labels(staff) == ["DE-2"]
        for path in ("", "/profile", "/report", "/alerts"):
            assert (await staff.get(f"/interviews/{one}{path}", headers=JSON)).status_code == 404
        assert (await patient.get(f"/chat/{one}")).status_code == 404
        assert (await late.get(link)).status_code == 404
        assert (await put(staff, "delete", one)).status_code == 404
        assert (await put(staff, "archive", one, other)).status_code == 404
        assert await labels(staff, "archived") == []
        assert await labels(staff, "deleted") == ["DE-1"]
        assert (await put(staff, "restore", one)).status_code == 200
        assert set(await labels(staff)) == {"DE-1", "DE-2"}
        assert (await patient.get(f"/chat/{one}")).status_code == 200


async def test_a_standing_alert_keeps_an_interview_and_a_new_one_brings_it_back(
    app: Litestar, staff: httpx.AsyncClient
) -> None:
    one = await begun(staff, "AL-1")
    room = app.state.parts.rooms.room(UUID(one))
    await say(room, "Yes, I'm ready.")
    assert (await put(staff, "delete", one)).status_code == 200
    await room.accept(Words(text="I will kill myself tonight, I have written the note.", client_id="danger"))
    await room.settle()
    assert await labels(staff) == ["AL-1"]
    refused = await put(staff, "delete", one)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_now")
    assert "acknowledge" in refused.json()["message"].lower()
    assert await labels(staff) == ["AL-1"]


async def test_when_the_time_is_over_no_word_remains_in_any_table(
    app: Litestar, staff: httpx.AsyncClient, database: Database, queue: ArqRedis
) -> None:
    """Its report, its card, its assessment and their jobs go with it; what belongs to others stays."""
    gone = await completed(staff, app.state.parts.rooms)
    kept = await begun(staff, "KEPT-1")
    await staff.post(f"/interviews/{gone}/rename", json={"label": WORD}, headers=JSON)
    for path in (f"/interviews/{gone}/card", f"/interviews/{gone}/assess"):
        await staff.post(path, json={"engines": [], "judge": False}, headers=JSON)
    await JobTable(database.pool, queue).add("interview_report", str(gone), {"said": WORD})
    await staff.get("/today")
    assert holding(database, WORD)
    assert holding(database, SAID) >= {"event", "snapshot", "assessment"}
    assert holding(database, str(gone)) >= {"event", "interview", "interview_outcome", "job", "snapshot", "assessment"}
    assert (await put(staff, "delete", gone)).status_code == 200
    assert WORD not in (await staff.get("/transcripts")).text
    assert await remove(database.pool) == 0
    async with database.pool.connection() as connection:
        await connection.execute("update interview set deleted_at = now() - %s where id = %s", (UNDO, gone))
    await remove(database.pool)
    assert holding(database, WORD) == set()
    assert holding(database, SAID) == set()
    assert holding(database, str(gone)) == set()
    assert (await put(staff, "restore", gone)).status_code == 404
    assert await labels(staff) == ["KEPT-1"]
    assert (await staff.get(f"/interviews/{kept}")).status_code == 200


def holding(database: Database, word: str) -> set[str]:
    """The tables with a row in which the word stands."""
    with psycopg.connect(database.url) as connection:
        names = connection.execute("select tablename from pg_tables where schemaname = 'public'").fetchall()
        return {
            name
            for (name,) in names
            if connection.execute(f"select 1 from {name} t where t::text like %s limit 1", (f"%{word}%",)).fetchone()
        }
