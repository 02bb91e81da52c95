"""The list of interviews searched, filtered and sorted, over HTTP."""

import re
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import httpx
import pytest
from sqlmodel import insert

from server.accounts.sessions import STAFF_COOKIE, StaffSessions
from server.database import Database
from server.interviews.tables import Client, Interview, Outcome
from server.settings import Settings

EARLY = datetime(2026, 1, 1, tzinfo=UTC)
KINDS = {
    "A-active": {"status": "active", "phase": "ASK_ITEM"},
    "b-done": {"status": "completed", "phase": "DONE"},
    "C-doubtful": {"status": "completed", "phase": "DONE"},
    "D-stopped": {"status": "terminated_for_safety", "phase": "SAFETY_STOP", "tier": "stop"},
    "E-left": {"status": "ended_by_patient", "phase": "DONE"},
    "F-alerted": {"status": "active", "phase": "ASK_ITEM", "alert_level": 2, "alerted_at": EARLY},
    "G-archived": {"status": "completed", "phase": "DONE", "archived_at": EARLY},
    "H%_x": {"status": "active", "phase": "INTRO"},
}
EMPTY = {"alert_level": 0, "alerted_at": None, "archived_at": None, "tier": "none", "client_id": None}


@pytest.fixture
async def filled(staff: httpx.AsyncClient, database: Database, settings: Settings) -> httpx.AsyncClient:
    """One interview of each kind; that of A is a client's."""
    me = await StaffSessions(database.pool, settings.session_lifetime).find(staff.cookies[STAFF_COOKIE])
    assert me is not None
    owned = {"owner_id": me.id, "mode": "screening", "locale": "en-US", "driver": "rules"}
    ids: dict[str, UUID] = {label: uuid4() for label in KINDS}
    client = uuid4()
    rows = [
        {**EMPTY, **owned, **kind, "id": ids[label], "label": label, "created_at": EARLY + timedelta(hours=place)}
        for place, (label, kind) in enumerate(KINDS.items())
    ]
    rows[0]["client_id"] = client
    doubt = [{"item": 14, "why": "unclear"}]
    outcomes = [
        {
            "interview_id": ids[label],
            "seq": 0,
            "scores": {"1": 3},
            "doubts": doubts,
            "doubt_count": len(doubts),
            "signed_at": EARLY if label == "b-done" else None,
        }
        for label, doubts in (("b-done", []), ("C-doubtful", doubt), ("G-archived", doubt))
    ]
    async with database.session() as session:
        await session.exec(insert(Client).values({"id": client, "owner_id": me.id, "code": "Q-77"}))
        await session.exec(insert(Interview).values(rows))
        await session.exec(insert(Outcome).values(outcomes))
    return staff


async def shown(staff: httpx.AsyncClient, **asked: str) -> list[str]:
    """The labels on the list, in order."""
    text = (await staff.get("/interviews", params=asked)).text
    return re.findall(r"<h3><a [^>]*>([^<]+)</a>", text)


async def test_each_filter_shows_its_own_and_says_how_many(filled: httpx.AsyncClient) -> None:
    newest = ["H%_x", "F-alerted", "E-left", "D-stopped", "C-doubtful", "b-done", "A-active"]
    assert await shown(filled) == newest
    assert await shown(filled, show="active") == ["H%_x", "F-alerted", "A-active"]
    assert await shown(filled, show="completed") == ["C-doubtful", "b-done"]
    assert await shown(filled, show="unsigned") == ["C-doubtful"]
    assert await shown(filled, show="stopped") == ["D-stopped"]
    assert await shown(filled, show="left") == ["E-left"]
    assert await shown(filled, show="review") == ["F-alerted", "C-doubtful"]
    assert await shown(filled, show="archived") == ["G-archived"]
    text = (await filled.get("/interviews")).text
    assert dict(re.findall(r'show=(\w+)[^>]*>[^<]+<span class="count">(\d+)<', text)) == {
        "all": "7",
        "review": "2",
        "active": "3",
        "completed": "2",
        "unsigned": "1",
        "stopped": "1",
        "left": "1",
        "archived": "1",
    }
    assert "1 of 13 domains at or over threshold: Depression" in text
    assert "1 to confirm" in text
    assert (await filled.get("/interviews?show=nothing")).status_code == 422


async def test_a_stopped_interview_has_no_strip_and_nothing_to_confirm(filled: httpx.AsyncClient) -> None:
    text = (await filled.get("/interviews?show=stopped")).text
    assert "Ended for safety" in text
    assert "to confirm" not in text
    assert "domains at or over threshold" not in text


async def test_the_search_reads_labels_and_client_codes_and_takes_every_sign_as_it_is(
    filled: httpx.AsyncClient,
) -> None:
    assert await shown(filled, q="DOUBT") == ["C-doubtful"]
    assert await shown(filled, q="q-77") == ["A-active"]
    assert await shown(filled, q="%_") == ["H%_x"]
    assert await shown(filled, q="Q-77", show="completed") == []
    nothing = (await filled.get("/interviews", params={"q": "<b>nobody"})).text
    assert "Nothing found for" in nothing
    assert "<b>nobody" not in nothing
    assert (await filled.get("/interviews", params={"q": "x" * 121})).status_code == 422
    assert (await filled.get("/interviews", params={"q": "a\0b"})).status_code == 200


async def test_the_list_is_sorted_as_asked(filled: httpx.AsyncClient) -> None:
    assert await shown(filled, sort="label") == [
        "A-active",
        "b-done",
        "C-doubtful",
        "D-stopped",
        "E-left",
        "F-alerted",
        "H%_x",
    ]
    assert (await shown(filled, sort="oldest"))[0] == "A-active"
    assert (await shown(filled, sort="alerts"))[0] == "F-alerted"
    assert len(await shown(filled, sort="changed")) == 7
