"""The start page: who needs the therapist, why, and what to do."""

import re

import httpx
from litestar import Litestar

from agents.domain.phase import Phase
from server.database import Database
from tests.server.cards.finished import NO, REPLIES, ended_for_safety, say, started


async def part(staff: httpx.AsyncClient, heading: str) -> str:
    """The section under a heading's id; empty where there is none."""
    found = re.search(rf'aria-labelledby="{heading}".*?</section>', (await staff.get("/today")).text, re.DOTALL)
    return found[0] if found else ""


async def doubtful(staff: httpx.AsyncClient, app: Litestar) -> str:
    """A completed interview in which one item was skipped."""
    interview = await started(staff, "screening")
    room = app.state.parts.rooms.room(interview)
    while room.state.phase not in (Phase.REPORT, Phase.DONE):
        if item := room.state.open_item:
            await say(room, "I'd rather not say." if item == 15 else REPLIES.get(item, NO))
        else:
            await say(room, "No, that's all." if room.state.responses else "Yes, I'm ready.")
    await room.write_report("F")
    return str(interview)


async def test_whoever_signs_in_comes_to_today_and_it_is_calm_when_nobody_waits(staff: httpx.AsyncClient) -> None:
    start = await staff.get("/")
    assert (start.status_code, start.headers["location"]) == (303, "/today")
    page = (await staff.get("/today")).text
    assert "Nobody is waiting" in page
    assert "<title>Today" in page
    assert "Nothing is due within a week" in page


async def test_a_finished_interview_says_what_to_confirm_and_names_no_disorder(
    app: Litestar, staff: httpx.AsyncClient
) -> None:
    interview = await doubtful(staff, app)
    listed = await part(staff, "confirm-title")
    assert f'href="/confirm?interview={interview}"' in listed
    assert "Memory" in listed or "memory" in listed
    assert re.search(r"1 declined; ended <time", listed)
    ended = await part(staff, "finished-title")
    assert re.search(r"\d+ of 13 domains at or over threshold", ended)
    assert "disorder" not in (await staff.get("/today")).text.lower()
    assert f"/interviews/{interview}" in (await staff.get("/interviews?show=review")).text


async def test_a_stopped_interview_is_an_alert_and_never_to_confirm(app: Litestar, staff: httpx.AsyncClient) -> None:
    interview = await ended_for_safety(staff, app.state.parts.rooms)
    page = (await staff.get("/today")).text
    assert "<title>(1) Today" in page
    alerts = page.split('id="alerts"')[1].split("</section>")[0]
    assert f'href="/interviews/{interview}#alert"' in alerts
    assert "I will kill myself tonight" in re.sub(r"</?mark>", "", alerts)
    assert await part(staff, "confirm-title") == ""
    assert "Ended for safety" in await part(staff, "finished-title")
    assert await part(staff, "after-title") == ""
    done = "Spoke with the patient: the partner stays"
    assert (await staff.post(f"/interviews/{interview}/acknowledge", json={"note": done})).status_code == 200
    after = await part(staff, "after-title")
    assert f'href="/interviews/{interview}#notes"' in after
    assert "Next: your own assessment of the risk (C-SSRS or ASQ, in person) and a safety plan" in after
    assert done in after
    assert "Nobody is waiting" not in (await staff.get("/today")).text
    await staff.post(f"/interviews/{interview}/notes", data={"note": "C-SSRS at home visit: no intent now"})
    assert await part(staff, "after-title") == ""
    assert "Nobody is waiting" in (await staff.get("/today")).text


async def test_finished_means_since_the_visit_before_and_a_hidden_page_is_no_visit(
    app: Litestar, staff: httpx.AsyncClient, database: Database
) -> None:
    await ended_for_safety(staff, app.state.parts.rooms)
    assert "in the last seven days" in await part(staff, "finished-title")
    await back_by(database, hours=3)
    await staff.get("/today", headers={"x-hidden": "1"})
    assert "Finished since you were last here" in await part(staff, "finished-title")
    assert "Ended for safety" in await part(staff, "finished-title")
    await back_by(database, hours=-4)
    assert "None." in await part(staff, "finished-title")


async def back_by(database: Database, hours: int) -> None:
    """Everybody was last here so many hours ago; below 0, their visit before ended so many hours ahead."""
    async with database.pool.connection() as connection:
        if hours > 0:
            await connection.execute("update visit set at = now() - make_interval(hours => %s)", (hours,))
        else:
            await connection.execute("update visit set before = now() + make_interval(hours => %s)", (-hours,))
