"""The list of interviews: a page at a time, but every open alert on each of them."""

import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import httpx
import pytest
from litestar import Litestar
from sqlmodel import insert

from agents.domain.phase import Phase
from server.accounts.sessions import STAFF_COOKIE, StaffSessions
from server.database import Database
from server.interviews.lists.listing import PAGE
from server.interviews.tables import Interview
from server.settings import Settings
from tests.conftest import browser, new_account, sign_in
from tests.server.cards.finished import completed

_UNREADABLE = """
with grown as (update interview set last_seq = last_seq + 1 where id = %(interview)s returning id, last_seq)
insert into event (interview_id, seq, kind, body, at) select id, last_seq, %(kind)s, %(body)s, now() from grown
"""
EARLY = datetime(2026, 1, 1, tzinfo=UTC)


async def test_many_interviews_come_in_pages_and_alerts_on_every_page(
    staff: httpx.AsyncClient, database: Database, settings: Settings
) -> None:
    me = await StaffSessions(database.pool, settings.session_lifetime).find(staff.cookies[STAFF_COOKIE])
    assert me is not None
    rows = [
        {
            "id": uuid4(),
            "owner_id": me.id,
            "label": f"N-{number:03}",
            "mode": "screening",
            "locale": "en-US",
            "driver": "rules",
            "phase": Phase.INTRO.value,
            "created_at": EARLY + timedelta(hours=number),
            "alerted_at": EARLY if number == 0 else None,
        }
        for number in range(2 * PAGE + 1)
    ]
    async with database.session() as session:
        await session.exec(insert(Interview).values(rows))
    shown: list[str] = []
    for page in (1, 2, 3):
        text = (await staff.get(f"/interviews?page={page}")).text
        assert "1 safety alert waiting" in text
        assert ("Older" in text, "Newer" in text) == (page < 3, page > 1)
        shown += re.findall(r"<h3><a [^>]*>(N-\d+)</a>", text)
    assert shown == [f"N-{number:03}" for number in reversed(range(2 * PAGE + 1))]
    assert "no older interviews" in (await staff.get("/interviews?page=4")).text
    for wrong in ("0", "-1", "x", "9" * 30):
        assert (await staff.get(f"/interviews?page={wrong}")).status_code == 422


@pytest.mark.parametrize(
    ("tier", "level", "badge"),
    [
        ("flag", 1, "Needed attention"),
        ("none", 1, "Needed attention"),
        ("urgent", 1, "Was urgent"),
        ("flag", 2, "Was urgent"),
        ("stop", 3, "Stop"),
        ("flag", 0, "Flagged"),
    ],
)
async def test_once_acknowledged_the_list_names_the_most_serious_level(
    staff: httpx.AsyncClient, database: Database, settings: Settings, tier: str, level: int, badge: str
) -> None:
    me = await StaffSessions(database.pool, settings.session_lifetime).find(staff.cookies[STAFF_COOKIE])
    assert me is not None
    seen = {"alerted_at": EARLY, "acknowledged_at": EARLY} if level else {}
    label = f"S-{tier}-{level}"
    row = {"id": uuid4(), "owner_id": me.id, "label": label, "mode": "screening", "locale": "en-US", "driver": "rules"}
    async with database.session() as session:
        await session.exec(insert(Interview).values(row | seen | {"phase": "DONE", "tier": tier, "alert_level": level}))
    page = (await staff.get(f"/interviews?q={label}")).text.split(f'data-label="{label}"')[1].split("</li>")[0]
    assert re.findall(r'class="badge [^"]*">([^<]+)<', page) == [badge]
    assert 'class="badge stop"' not in page, "what was acknowledged is calm"


async def test_stops_come_before_urgent_alerts_and_those_before_what_needs_attention(
    app: Litestar, staff: httpx.AsyncClient, database: Database, settings: Settings
) -> None:
    """A later alert of a lower level stands behind an older one of a higher; a colleague's behind one's own."""
    me = await StaffSessions(database.pool, settings.session_lifetime).find(staff.cookies[STAFF_COOKIE])
    assert me is not None
    rows = [
        {
            "id": uuid4(),
            "owner_id": me.id,
            "label": f"L-{level}{late}",
            "mode": "screening",
            "locale": "en-US",
            "driver": "rules",
            "phase": Phase.ASK_ITEM.value,
            "tier": "flag",
            "alert_level": level,
            "alerted_at": EARLY + timedelta(hours=late - level),
        }
        for late in (0, 1)
        for level in (1, 2, 3)
    ]
    async with database.session() as session:
        await session.exec(insert(Interview).values(rows))
    text = (await staff.get("/interviews")).text
    alerts = text.split('id="alerts"')[1].split('class="columns"')[0]
    assert "6 safety alerts waiting" in alerts
    assert re.findall(r"<strong>(L-\d+)</strong>", alerts) == ["L-31", "L-30", "L-21", "L-20", "L-11", "L-10"]
    later = alerts.split('id="later-alerts"')[1]
    assert re.findall(r"1 more that needs attention|<strong>(L-\d+)</strong>", later) == ["", "L-10"]
    badges = re.findall(r'class="badge (\w+)">([^<]+)<', alerts)
    assert badges[::2] == [("stop", "Stop"), ("urgent", "Urgent"), ("attention", "Needs attention")]
    lead = await new_account(database, "admin")
    async with database.session() as session:
        own = {"id": uuid4(), "owner_id": lead.id, "label": "L-own", "alerted_at": EARLY - timedelta(days=9)}
        await session.exec(insert(Interview).values(rows[0] | own))
    async with browser(app) as opened:
        await sign_in(opened, lead, database, settings)
        alerts = (await opened.get("/interviews")).text.split('id="alerts"')[1]
    assert re.findall(r"<strong>(L-2\d|L-1\d|L-own)</strong>", alerts) == ["L-21", "L-20", "L-own", "L-11", "L-10"]


async def test_an_interview_whose_first_words_cannot_be_stored_is_not_there(
    staff: httpx.AsyncClient, database: Database
) -> None:
    async with database.pool.connection() as connection:
        await connection.execute("alter table event add constraint no_start check (kind <> 'started') not valid")
        assert (await staff.post("/interviews", json={"label": "HALF-1"})).status_code == 500
        assert "HALF-1" not in (await staff.get("/interviews")).text
        await connection.execute("alter table event drop constraint no_start")
        assert (await staff.post("/interviews", json={"label": "HALF-2"})).status_code == 201
        assert "HALF-2" in (await staff.get("/interviews")).text


@pytest.mark.parametrize(("kind", "body"), [("message", "{}"), ("alert", "{}"), ("message", "[]"), ("alert", "7")])
async def test_a_log_that_cannot_be_read_takes_no_list_away(
    staff: httpx.AsyncClient, app: Litestar, database: Database, kind: str, body: str
) -> None:
    broken, well = [await completed(staff, app.state.parts.rooms, "screening") for _ in range(2)]
    async with database.pool.connection() as connection:
        await connection.execute(_UNREADABLE, {"interview": broken, "kind": kind, "body": body})
        await connection.execute("update interview set alerted_at = now(), alert_level = 2 where id = %s", (broken,))
    page = await staff.get(f"/interviews/{broken}", headers={"accept": "text/html"})
    assert "record holds an entry that can&#39;t be read" in page.text
    assert "If the patient may be in danger, don&#39;t wait for this page: call them." in page.text
    assert '<h2 id="unreadable-title">This interview can&#39;t be read</h2>' in page.text
    assert "A safety alert is waiting" in page.text
    for page in ("/today", "/interviews", "/confirm"):
        assert (await staff.get(page)).status_code == 200
    async with database.pool.connection() as connection:
        found = await connection.execute("select interview_id from interview_outcome where doubt_count is not null")
        assert well in {row[0] for row in await found.fetchall()}
