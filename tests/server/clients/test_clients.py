"""Clients over HTTP: a code and nothing more, their interviews and trend, notes, repeats, and hand-over."""

import re
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from litestar import Litestar
from sqlmodel import col, insert, update

from agents.domain.phase import Phase
from agents.interview import events as ev
from agents.interview.patient_input import Words
from server.accounts.tables import Account
from server.clients.repository import today
from server.database import Database
from server.interviews.tables import Interview, Outcome
from server.settings import Settings
from server.undo import UNDO
from tests.conftest import browser, new_account, sign_in
from tests.server.cards.finished import REPLIES, STOP, say

JSON = {"accept": "application/json"}
Pair = tuple[httpx.AsyncClient, httpx.AsyncClient, Account]


@pytest.fixture
async def pair(app: Litestar, database: Database, settings: Settings) -> AsyncIterator[Pair]:
    """Two therapists' browsers, and the account of the second."""
    async with browser(app) as one, browser(app) as other:
        accounts = [await new_account(database) for _ in range(2)]
        await sign_in(one, accounts[0], database, settings)
        await sign_in(other, accounts[1], database, settings)
        yield one, other, accounts[1]


async def added(staff: httpx.AsyncClient, code: str, year: str = "") -> str:
    """The number of a new client."""
    answer = await staff.post("/clients", data={"code": code, "birth_year": year})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rsplit("/", 1)[1]


async def held(staff: httpx.AsyncClient, client: str) -> UUID:
    """A new interview of the client."""
    answer = await staff.post(f"/clients/{client}/interviews", data={})
    assert answer.status_code == 303, answer.text
    return UUID(answer.headers["location"].rsplit("/", 1)[1])


async def test_a_client_is_a_code_and_perhaps_a_year_and_no_name_fits(staff: httpx.AsyncClient) -> None:
    empty = (await staff.get("/clients")).text
    assert "No clients yet" in empty
    assert "No names, please." in empty
    client = await added(staff, "K-17", "1984")
    page = (await staff.get(f"/clients/{client}")).text
    assert "born 1984" in page
    assert "No interview is completed yet." in page
    for code, year, said in (
        ("Robin Smith", "", "no spaces"),
        ("", "", "1 to 24"),
        ("x" * 25, "", "1 to 24"),
        ("K-18", "1850", "1900"),
        ("K-18", "soon", "1900"),
        ("K-18", "9" * 5_000, "1900"),
        ("K-17", "", "already"),
    ):
        refused = await staff.post("/clients", data={"code": code, "birth_year": year})
        assert (refused.status_code, said in refused.text) == (422, True), code
        assert f'value="{code}"' in refused.text
    changed = await staff.post(f"/clients/{client}", data={"code": "K-19", "birth_year": ""})
    assert changed.status_code == 303
    listed = (await staff.get("/clients")).text
    assert "K-19" in listed
    assert "born" not in listed


async def test_the_trend_shows_what_changed_and_leaves_a_stopped_interview_out(
    app: Litestar, staff: httpx.AsyncClient, database: Database
) -> None:
    client = await added(staff, "T-1")
    first, second = await held(staff, client), await held(staff, client)
    assert "T-1" in (await staff.get(f"/interviews/{first}")).text
    await finished(database, first, {1: 3, 2: 1, 11: 0}, days=30)
    await finished(database, second, {1: 1, 2: 1, 11: 1, 14: 4}, days=1)
    stopped = await held(staff, client)
    room = app.state.parts.rooms.room(stopped)
    for words in ("Yes, let's begin.", REPLIES[1], "I have written the note and I will kill myself tonight."):
        await say(room, words)
    assert room.state.phase is Phase.SAFETY_STOP
    page = (await staff.get(f"/clients/{client}")).text
    one, two = (today() - timedelta(days=days) for days in (30, 1))
    for title, before, after, threshold in (
        ("Depression", "3", "1", 2),
        ("Suicidal Ideation", "0", "1", 1),
        ("Sleep Problems", "not known", "4", 2),
        ("1. Little interest or pleasure", "3", "1", 2),
    ):
        told = f"{title}, of 4: {before} on {one:%-d %B %Y}, {after} on {two:%-d %B %Y}; threshold {threshold}"
        assert f'aria-label="{told}"' in page
    ends = re.findall(r'<p class="m-foot">(.*?)</p>', page)
    assert re.sub(r"<[^>]+>", " ", ends[0]).split() == f"3 on {one:%-d %b} 1 on {two:%-d %b}".split()
    changes = page.split('class="changes"')[1].split("</ul>")[0]
    assert re.findall(r"<strong>([^<]+)</strong>: (\d), was (\d)", changes) == [
        ("Depression", "1", "3"),
        ("Suicidal Ideation", "1", "0"),
    ]
    assert changes.count("now at or over the threshold") == 1
    figures = page.split('class="figures"')[1].split("</table>")[0]
    assert re.findall(r'<a href="/interviews/([^"]+)">', figures) == [str(first), str(second)], "stopped: no column"
    assert "<td>Depression</td><td><b>3</b></td><td>1</td>" in figures
    assert "<td>Sleep Problems</td><td>–</td><td><b>4</b></td>" in figures
    assert "domains at or over threshold, last time 1</p>" in (await staff.get("/today")).text
    assert "more than chance is not shown" in page
    assert "Ended for safety" in page
    assert "disorder" not in page.split('id="start"')[0].lower()


async def test_an_alert_of_the_clients_interview_stands_on_top_until_it_is_acknowledged(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    client, other = await added(staff, "A-5"), await added(staff, "A-6")
    interview = await held(staff, client)
    room = app.state.parts.rooms.room(interview)
    for words in ("Yes, let's begin.", STOP):
        await say(room, words)
    page = (await staff.get(f"/clients/{client}")).text
    alert = page[page.index('aria-labelledby="alerts-title"') : page.index('class="desk"')]
    assert 'data-level="stop"' in alert
    assert f'href="/interviews/{interview}#alert"' in alert
    assert "1 safety alert waiting for you" in alert
    assert "alerts-title" not in (await staff.get(f"/clients/{other}")).text
    seen = await staff.post(
        f"/interviews/{interview}/acknowledge", json={"note": "Spoke with the patient: safe tonight"}
    )
    assert seen.status_code == 200
    assert "alerts-title" not in (await staff.get(f"/clients/{client}")).text


async def test_a_domain_that_is_no_longer_known_says_what_it_was(staff: httpx.AsyncClient, database: Database) -> None:
    client = await added(staff, "T-2")
    every = dict.fromkeys(range(1, 24), 0)
    await finished(database, await held(staff, client), every | {14: 2}, days=30)
    unknown = {item: score for item, score in every.items() if item not in (14, 15, 22)}
    await finished(database, await held(staff, client), unknown, days=9)
    page = (await staff.get(f"/clients/{client}")).text
    assert changed(page) == ["Sleep Problems: not known, was 2", "Memory: not known, was 0", SUBSTANCE]
    await finished(database, await held(staff, client), every, days=1)
    page = (await staff.get(f"/clients/{client}")).text
    assert changed(page)[1] == "Memory: 0, was not known"


SUBSTANCE = "Substance Use: not known, was 0"


def changed(page: str) -> list[str]:
    """The lines of "Since last time", without their marks."""
    lines = re.findall(r"<li>(.*?)</li>", page.split('class="changes"')[1].split("</ul>")[0])
    return [re.sub(r"^[▲▼○]", "", re.sub(r"<[^>]+>", "", one)) for one in lines]


async def finished(database: Database, interview: UUID, scores: dict[int, int], days: int) -> None:
    """As if it had ended so many days ago with these scores."""
    ended = today() - timedelta(days=days)
    values = {"status": "completed", "phase": "DONE", "completed_at": ended}
    out: dict[str, Any] = {"interview_id": interview, "seq": 10**6, "doubts": [], "doubt_count": 0}
    async with database.session() as session:
        await session.exec(update(Interview).where(col(Interview.id) == interview).values(values))
        await session.exec(insert(Outcome).values(out | {"scores": {str(key): one for key, one in scores.items()}}))


async def test_a_note_stays_and_a_bad_one_keeps_its_words(staff: httpx.AsyncClient) -> None:
    client = await added(staff, "N-1")
    assert (await staff.post(f"/clients/{client}/notes", data={"note": "Calls <b>back</b> at two."})).status_code == 303
    page = (await staff.get(f"/clients/{client}")).text
    assert "Calls &lt;b&gt;back&lt;/b&gt; at two." in page
    too_long = "y" * 4001
    refused = await staff.post(f"/clients/{client}/notes", data={"note": too_long})
    assert (refused.status_code, too_long in refused.text) == (422, True)


async def test_repeats_fall_due_and_starting_one_plans_the_next(staff: httpx.AsyncClient, database: Database) -> None:
    client = await added(staff, "R-1")
    day = today() + timedelta(days=2)
    plan = {"every_weeks": "4", "next_on": day.isoformat()}
    for weeks in ("0", "53", "9" * 5_000):
        wrong = await staff.post(f"/clients/{client}/plan", data={**plan, "every_weeks": weeks})
        assert (wrong.status_code, "every 1 to 52 weeks" in wrong.text) == (422, True)
    assert (await staff.post(f"/clients/{client}/plan", data=plan)).status_code == 303
    due = (await staff.get("/today")).text.split('id="due-title"')[1]
    assert "R-1" in due
    assert "every 4 weeks" in due
    await held(staff, client)
    after = (day + timedelta(weeks=4)).strftime("%A, %-d %B %Y")
    assert after in (await staff.get(f"/clients/{client}")).text
    assert "R-1" not in (await staff.get("/today")).text.split('id="due-title"')[1].split("</section>")[0]
    for wrong in ({"every_weeks": "0"}, {"every_weeks": "53"}, {"every_weeks": "x"}, {"next_on": ""}):
        refused = await staff.post(f"/clients/{client}/plan", data=plan | wrong)
        assert (refused.status_code, 'role="alert"' in refused.text) == (422, True), wrong
    late = plan | {"next_on": (today() - timedelta(days=1)).isoformat()}
    assert "today or later" in (await staff.post(f"/clients/{client}/plan", data=late)).text
    assert after in await repeats(staff, client)
    for _ in range(2):  # a second press changes nothing
        ended = await staff.post(f"/clients/{client}/plan/end")
        assert ended.headers["location"].endswith("#plan-undo")
        page = await repeats(staff, client)
        assert ("have ended" in page, 'id="plan-undo"' in page, after in page) == (True, True, False)
    for _ in range(2):
        assert (await staff.post(f"/clients/{client}/plan/resume")).status_code == 303
        assert after in await repeats(staff, client)
    await staff.post(f"/clients/{client}/plan/end")
    async with database.pool.connection() as connection:
        await connection.execute("update client_plan set ended_at = now() - %s where client_id = %s", (UNDO, client))
    assert "None planned" in await repeats(staff, client)
    assert (await staff.post(f"/clients/{client}/plan/resume")).status_code == 404
    assert (await staff.post(f"/clients/{client}/plan", data=plan)).status_code == 303
    assert "R-1" in (await staff.get("/today")).text.split('id="due-title"')[1]


async def repeats(staff: httpx.AsyncClient, client: str) -> str:
    """What the client's page says of repeats."""
    return (await staff.get(f"/clients/{client}")).text.split('id="plan-title"')[1].split("</section>")[0]


async def test_a_client_handed_over_is_the_colleagues_with_every_interview(pair: Pair) -> None:
    giver, taker, account = pair
    client = await added(giver, "H-1")
    interview = await held(giver, client)
    talk = {"transcript": "Interviewer: How do you sleep?\nParticipant: Badly.", "label": "Intake", "client": "H-1"}
    transcript = (await giver.post("/transcripts/assess", json=talk, headers=JSON)).json()["id"]
    await giver.post("/transcripts/assess", json=talk | {"client": "H-2"}, headers=JSON)
    listed = (await giver.get("/clients")).text
    row = {code: listed.split(f">{code}</a>")[1].split("</li>")[0] for code in ("H-1", "H-2")}
    assert "<span>1 interview</span><span>1 transcript</span>" in row["H-1"]
    assert "interview" not in row["H-2"]
    assert "<span>1 transcript</span>" in row["H-2"]
    theirs = f"/clients/{client}", f"/interviews/{interview}", f"/transcripts/{transcript}"
    for path in theirs:
        assert (await taker.get(path)).status_code == 404
    for path, data in (
        ("", {"code": "H-2"}),
        ("/notes", {"note": "x"}),
        ("/plan", {"every_weeks": "4", "next_on": today().isoformat()}),
        ("/plan/end", {}),
        ("/plan/resume", {}),
        ("/interviews", {}),
        ("/hand-over", {"taker": str(account.id)}),
    ):
        assert (await taker.post(f"/clients/{client}{path}", data=data)).status_code == 404, path
    nobody = await giver.post(f"/clients/{client}/hand-over", data={"taker": str(interview)})
    assert (nobody.status_code, "Choose the colleague" in nobody.text) == (422, True)
    assert (await giver.post(f"/clients/{client}/hand-over", data={"taker": str(account.id)})).status_code == 303
    for path in theirs:
        assert (await giver.get(path)).status_code == 404
        assert (await taker.get(path)).status_code == 200
    page = (await taker.get(f"/clients/{client}")).text
    assert re.search(rf"to {re.escape(account.email)}, 1 interview\b", page)
    assert f'href="/transcripts/{transcript}">Intake</a>' in page
    assert "<span>1 transcript</span>" in page


async def test_a_hand_over_leaves_a_line_with_both_and_can_be_undone_for_a_while(
    app: Litestar, database: Database, pair: Pair
) -> None:
    giver, taker, account = pair
    client = await added(giver, "H-4")
    interview = await held(giver, client)
    assert "H-4" not in (await taker.get("/today")).text
    gone = await giver.post(f"/clients/{client}/hand-over", data={"taker": str(account.id)})
    assert gone.headers["location"] == "/clients#handed"
    page = (await giver.get("/clients")).text
    assert re.search(r'id="handed".*H-4 was handed over to [^,]+, .*with 1 interview\.', page)
    assert f'action="/clients/{client}/hand-over/undo"' in page
    told = (await taker.get("/today")).text.split('id="received-title"')[1].split("</section>")[0]
    assert f'href="/clients/{client}">H-4</a>' in told
    assert re.search(r"by [^,]+, <time", told)
    assert 'id="came">Handed over' in (await taker.get(f"/clients/{client}")).text
    assert (await taker.post(f"/clients/{client}/hand-over/undo")).status_code == 404, "not theirs to take back"
    back = await giver.post(f"/clients/{client}/hand-over/undo")
    assert (back.status_code, back.headers["location"]) == (303, f"/clients/{client}#hand-over")
    assert (await giver.get(f"/interviews/{interview}")).status_code == 200
    assert (await taker.get(f"/clients/{client}")).status_code == 404
    assert "H-4" not in (await taker.get("/today")).text
    page = (await giver.get(f"/clients/{client}")).text
    assert 'id="came"' not in page, "nobody has it from somebody else"
    (line,) = re.findall("<li>.*</li>", page.split('id="hand-over"')[1].split("</section>")[0])
    assert re.search(rf" to {re.escape(account.email)}, 1 interview<.*by [^,]+, <time.*; undone <time", line)
    assert "was handed over to" not in (await giver.get("/clients")).text
    assert (await giver.post(f"/clients/{client}/hand-over/undo")).status_code == 404
    assert (await giver.post(f"/clients/{client}/hand-over", data={"taker": str(account.id)})).status_code == 303
    async with database.pool.connection() as connection:
        await connection.execute(
            "update client_handover set at = at - interval '1 hour' where client_id = %s", (client,)
        )
    assert "was handed over to" not in (await giver.get("/clients")).text
    assert (await giver.post(f"/clients/{client}/hand-over/undo")).status_code == 404, "too late"


async def test_many_clients_are_found_filtered_sorted_and_come_in_pages(database: Database, pair: Pair) -> None:
    giver, _, _ = pair
    first = await added(giver, "B-000")
    async with database.pool.connection() as connection:
        await connection.execute(
            "insert into client (id, owner_id, code) "
            "select gen_random_uuid(), c.owner_id, 'B-' || lpad(n::text, 3, '0') "
            "from client c, generate_series(1, 120) n where c.id = %s",
            (first,),
        )
    await held(giver, first)
    day = today().isoformat()
    await giver.post(f"/clients/{first}/plan", data={"every_weeks": "4", "next_on": day})
    shown = await codes(giver)
    assert (len(shown), shown[0], shown[-1]) == (50, "B-000", "B-049")
    assert (await codes(giver, page="3"))[-1] == "B-120"
    assert await codes(giver, q="b-11") == [f"B-{n}" for n in range(110, 120)]
    assert await codes(giver, show="due") == await codes(giver, show="planned") == ["B-000"]
    assert "B-000" not in await codes(giver, show="new")
    assert (await codes(giver, sort="due"))[0] == "B-000"
    assert "Nothing found for “zz”" in (await giver.get("/clients", params={"q": "zz"})).text
    page = (await giver.get("/clients")).text
    assert re.search(r'aria-current="true">All <span class="count">121<', page)
    assert re.search(r'No interview yet <span class="count">120<', page)
    assert (await giver.get("/clients", params={"page": "0"})).status_code in (400, 422)


async def codes(client: httpx.AsyncClient, **asked: str) -> list[str]:
    return re.findall(
        r'<h3><a href="/clients/[0-9a-f-]+">([^<]+)</a>', (await client.get("/clients", params=asked)).text
    )


async def test_what_was_asked_of_a_clients_interview_is_followed_by_whose_client_it_is(
    app: Litestar, pair: Pair
) -> None:
    giver, taker, account = pair
    client = await added(giver, "H-9")
    interview = await held(giver, client)
    room = app.state.parts.rooms.room(interview)
    await say(room, "Yes, let's begin.")
    await room.accept(Words(text=REPLIES[1], client_id="missed"))
    turn = len(room.state.transcript) - 1
    missed = ev.Noticed(code="risk", text="No usable answer.", engine="a/model", role="risk", turn=turn)
    await room.write(lambda _state, _log: [missed])
    job = (await giver.post(f"/interviews/{interview}/reread", headers=JSON)).json()["id"]
    assert (await giver.get(f"/jobs/{job}", headers=JSON)).status_code == 200
    assert (await taker.get(f"/jobs/{job}", headers=JSON)).status_code == 404
    assert (await giver.post(f"/clients/{client}/hand-over", data={"taker": str(account.id)})).status_code == 303
    assert (await giver.get(f"/jobs/{job}", headers=JSON)).status_code == 404
    assert (await taker.get(f"/jobs/{job}", headers=JSON)).status_code == 200


async def test_a_code_that_the_colleague_uses_already_stops_the_hand_over(pair: Pair) -> None:
    giver, taker, account = pair
    mine, _ = await added(giver, "S-1"), await added(taker, "S-1")
    refused = await giver.post(f"/clients/{mine}/hand-over", data={"taker": str(account.id)})
    assert (refused.status_code, "another code first" in refused.text) == (422, True)
    assert (await giver.get(f"/clients/{mine}")).status_code == 200


async def test_a_clients_interview_is_found_by_its_code(staff: httpx.AsyncClient) -> None:
    client = await added(staff, "FIND.9")
    interview = await held(staff, client)
    await staff.post(f"/interviews/{interview}/rename", json={"label": "other"}, headers=JSON)
    assert str(interview) in (await staff.get("/interviews?q=find.9")).text
