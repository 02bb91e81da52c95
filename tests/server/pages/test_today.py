"""The start page: who needs the therapist, why, and what to do."""

import asyncio
import re
from uuid import UUID

import httpx
import pytest
from litestar import Litestar

from agents.domain.phase import Phase
from server.database import Database
from server.settings import Settings
from tests.conftest import browser, new_account, sign_in
from tests.server.cards.finished import NO, REPLIES, ended_for_safety, say, started


async def part(staff: httpx.AsyncClient, heading: str, page: str = "/today") -> str:
    """The section under a heading's id; empty where there is none."""
    found = re.search(rf'aria-labelledby="{heading}".*?</section>', (await staff.get(page)).text, re.DOTALL)
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


async def test_a_stopped_interview_is_an_alert_and_never_to_confirm(
    app: Litestar, staff: httpx.AsyncClient, database: Database, settings: Settings
) -> None:
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
    assert 'Next: your own assessment of the risk (<span class="whole">C-SSRS</span> or ASQ, in person) and a' in after
    assert done in after
    assert "Nobody is waiting" not in (await staff.get("/today")).text
    await staff.post(f"/interviews/{interview}/notes", data={"note": "Left a voicemail"})
    assert f'href="/interviews/{interview}#notes"' in await part(staff, "after-title")
    done = {"screen": "c-ssrs", "result": "no intent now"}
    await staff.post(f"/interviews/{interview}/notes", data=done)
    after = await part(staff, "after-title")
    assert "Next: a safety plan agreed with the patient" in after
    assert 'by A. Person. <span class="whole">C-SSRS</span>: no intent now' in after
    (back,) = re.findall(r'action="(/interviews/\S+/take-back)"', (await staff.get(f"/interviews/{interview}")).text)
    async with browser(app) as other:
        await sign_in(other, await new_account(database), database, settings)
        for path in (back, f"/interviews/{interview}/notes"):
            assert (await other.post(path, data=done)).status_code == 404
    tries = await asyncio.gather(staff.post(back), staff.post(back))
    assert sorted(one.status_code for one in tries) == [303, 409], "taken back once"
    assert "Next: your own assessment of the risk" in await part(staff, "after-title")
    await staff.post(f"/interviews/{interview}/notes", data={"note": "Safety plan agreed at home", **done})
    assert await part(staff, "after-title") == ""
    assert "Nobody is waiting" in (await staff.get("/today")).text


async def test_an_interview_is_in_progress_once_the_patient_has_written(
    app: Litestar, staff: httpx.AsyncClient
) -> None:
    interview = await started(staff)
    for page in ("/interviews", f"/interviews/{interview}"):
        assert ">Not begun<" in (await staff.get(page)).text
    assert await part(staff, "running-title") == ""
    await say(app.state.parts.rooms.room(interview), "Before we begin, who reads this?")
    for page in ("/interviews", f"/interviews/{interview}"):
        assert ">In progress<" in (await staff.get(page)).text
    assert ">In progress<" in await part(staff, "running-title")


async def acknowledged(staff: httpx.AsyncClient, interview: UUID, note: str) -> None:
    answer = await staff.post(f"/interviews/{interview}/acknowledge", json={"note": note})
    assert answer.status_code == 200


async def test_an_entry_that_cannot_be_read_keeps_the_others_and_leaves_the_call(
    app: Litestar, staff: httpx.AsyncClient, database: Database
) -> None:
    broken, well = [await ended_for_safety(staff, app.state.parts.rooms) for _ in range(2)]
    await acknowledged(staff, broken, "Spoke with the patient: safe tonight")
    await acknowledged(staff, well, "Spoke with the patient: her sister is there")
    async with database.pool.connection() as connection:
        await connection.execute(
            "update event set body = '{}' where interview_id = %s and kind = 'message'",
            (broken,),
        )
    assert (await staff.get("/today")).status_code == 200
    told, other = re.findall(r"<li data-row>.*?</li>", await part(staff, "after-title"), re.DOTALL)
    assert "Next: reach the patient, if nobody has yet; then your own assessment of the risk" in told
    assert "Spoke with the patient: safe tonight" in told
    assert "reach the patient" not in other
    assert "her sister is there" in other


async def test_calls_owed_and_stops_come_first_and_all_are_a_link_away(app: Litestar, staff: httpx.AsyncClient) -> None:
    for _ in range(9):
        await disclosed(app, staff, "Read what was said")
    call = await disclosed(app, staff, "Left a voicemail")
    stop = await ended_for_safety(staff, app.state.parts.rooms)
    await acknowledged(staff, stop, "Spoke with the patient: her sister is there")
    listed = await part(staff, "after-title")
    rows = re.findall(r'<li data-row><a class="code" href="/interviews/([^#]+)#notes">', listed)
    assert rows[:2] == [str(call), str(stop)]
    assert len(rows) == 8
    assert 'And 3 more. <a href="/today?after=all#after-title">All 11</a>' in listed
    listed = await part(staff, "after-title", "/today?after=all")
    assert listed.count("<li data-row>") == 11
    assert "after=all" not in listed


async def disclosed(app: Litestar, staff: httpx.AsyncClient, note: str) -> UUID:
    """An interview with an urgent alert, and what its acknowledgement says."""
    interview = await started(staff)
    room = app.state.parts.rooms.room(interview)
    await say(room, "Yes, let's begin.")
    await say(room, "I think about killing myself sometimes.")
    await acknowledged(staff, interview, note)
    return interview


@pytest.mark.parametrize("score", ["0", "2"])
@pytest.mark.parametrize("words", ["I think about killing myself sometimes.", "I will kill myself tonight."])
async def test_what_the_patient_writes_once_an_interview_was_given_back_stays_to_be_done(
    app: Litestar, staff: httpx.AsyncClient, score: str, words: str
) -> None:
    interview = await started(staff)
    room = app.state.parts.rooms.room(interview)
    await say(room, "Yes, let's begin.")
    await staff.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
    for item in range(1, 11):
        await staff.post(f"/interviews/{interview}/in-person", data={"item": str(item), "did": "0"})
    await staff.post(f"/interviews/{interview}/in-person", data={"item": "11", "did": score})
    if score != "0":
        await acknowledged(staff, interview, "Stayed with the patient")
        assert "Next: <span" in await part(staff, "after-title"), "no screen was given yet"
    await staff.post(f"/interviews/{interview}/release")
    await room.refresh()
    await say(room, words)
    await acknowledged(staff, interview, "I will call her at 15:00")
    assert "Next: reach the patient" in await part(staff, "after-title")


@pytest.mark.parametrize(
    ("note", "stays"), [("Will call the patient at: 15:00", True), ("Spoke with the patient: safe tonight", False)]
)
async def test_a_call_owed_from_before_stays_when_item_11_was_then_answered_in_person(
    app: Litestar, staff: httpx.AsyncClient, note: str, stays: bool
) -> None:
    interview = await disclosed(app, staff, note)
    await staff.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
    for item in range(1, 11):
        await staff.post(f"/interviews/{interview}/in-person", data={"item": str(item), "did": "0"})
    await staff.post(f"/interviews/{interview}/in-person", data={"item": "11", "did": "2"})
    done = {"note": "Asked at once", "screen": "asq", "result": "negative"}
    await staff.post(f"/interviews/{interview}/in-person/done", data=done)
    assert ("after-title" in (await staff.get("/today")).text) is stays
    assert ("Next: reach the patient, if nobody has yet</p>" in await part(staff, "after-title")) is stays
    await staff.post(f"/interviews/{interview}/notes", data={"note": "Spoke with her, C-SSRS done"})
    assert await part(staff, "after-title") == ""


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


async def test_the_bar_says_who_is_signed_in_and_a_long_label_is_whole_in_its_title(staff: httpx.AsyncClient) -> None:
    label = "Second round after the day clinic & before the holidays"
    await staff.post("/interviews", json={"label": label})
    page = (await staff.get("/interviews")).text
    assert re.search(r'title="person\d+@example.org, therapist"><span [^>]*>Signed in as </span>A. Person</p>', page)
    assert '<span class="who-short" aria-hidden="true">A.</span>' in page
    assert f'title="{label.replace("&", "&amp;")}">Second round' in page
