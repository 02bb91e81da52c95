"""Versions of a report that were signed off, read over HTTP after something has changed."""

import re
from hashlib import sha256
from html import unescape
from uuid import UUID

import httpx
from litestar import Litestar

from server.database import Database
from server.settings import Settings
from tests.conftest import browser, new_account, sign_in
from tests.server.confirming.test_confirming import held, rate


async def signed(staff: httpx.AsyncClient, interview: UUID) -> str:
    """The report as it stands, signed off: its digest."""
    page = (await staff.get(f"/interviews/{interview}")).text
    shown = re.search(r'name="version" value="(\d+)"><input type="hidden" name="digest" value="([0-9a-f]{64})"', page)
    assert shown
    form = {"version": shown[1], "digest": shown[2]}
    assert (await staff.post(f"/interviews/{interview}/sign-off", data=form)).status_code == 303
    return shown[2]


async def test_every_signed_version_stays_open_to_its_therapist_word_for_word(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    interview = await held(staff, app)
    address = f"/interviews/{interview}/versions/1"
    assert (await staff.get(address)).status_code == 404, "nothing is signed yet"
    first = await signed(staff, interview)
    report = (await staff.get(f"/interviews/{interview}/report")).json()["markdown"]
    assert f'href="{address}"' not in (await staff.get(f"/interviews/{interview}")).text, "it is the report itself"
    assert (await staff.post(f"/interviews/{interview}/new-version")).status_code == 303
    assert await rate(staff, interview, 14, "save", score="3", reason="Told me so in person") == 303
    second = await signed(staff, interview)
    assert first != second
    shown = (await staff.get(f"/interviews/{interview}")).text
    assert f'<a href="{address}">version 1</a> by A. Person' in shown
    page = (await staff.get(address)).text
    assert "Signed off by A. Person" in page
    assert first in page
    assert f'<a href="/interviews/{interview}">Open the report as it stands now</a>' in page
    assert "Version 2 was signed off after it" in page
    told = [unescape(one).strip() for one in re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL)]
    stored = "\n\n".join(told) + "\n"
    assert stored == report
    assert sha256(stored.encode()).hexdigest() == first
    assert "<form" not in page.partition("<main")[2]
    assert second in (await staff.get(f"/interviews/{interview}/versions/2")).text
    assert (await staff.get(f"/interviews/{interview}/versions/3")).status_code == 404


async def test_nobody_else_opens_it(
    staff: httpx.AsyncClient, app: Litestar, database: Database, settings: Settings
) -> None:
    interview = await held(staff, app)
    await signed(staff, interview)
    async with browser(app) as other:
        assert (await other.get(f"/interviews/{interview}/versions/1")).status_code in (303, 401)
        await sign_in(other, await new_account(database), database, settings)
        assert (await other.get(f"/interviews/{interview}/versions/1")).status_code == 404


async def test_what_was_left_open_when_signed_stays_in_sight_and_is_scored_in_a_new_version(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    interview = await held(staff, app)
    await signed(staff, interview)
    queue = (await staff.get("/confirm")).text
    assert "<span>No answers for you to settle" in queue, "nobody waits for them"
    left = queue.partition('id="left-open"')[2]
    address = f"/confirm?interview={interview}&amp;item="
    assert [f"{address}{item}" in left for item in (13, 14, 15, 22)] == [False, True, True, True]
    assert f'href="{address}14">Score in a new version' in (await staff.get(f"/interviews/{interview}")).text
    assert "Left open when signed: <a" in (await staff.get(f"/confirm?interview={interview}")).text
    page = (await staff.get(f"/confirm?interview={interview}&item=14")).text
    assert "A score given now goes into version 2" in page
    assert 'name="score"' not in page
    begun = await staff.post(f"/interviews/{interview}/new-version?item=14")
    assert begun.headers["location"] == f"/confirm?interview={interview}&item=14"
    page = (await staff.get(begun.headers["location"])).text
    assert "Your score goes into version 2 of the report" in page
    assert f'<a href="/interviews/{interview}/versions/1">Version 1</a> stays as A. Person signed it' in page
    assert 'name="score"' in page
    assert 'id="left-open"' not in page
    assert await rate(staff, interview, 14, "save", score="1") == 303
    await signed(staff, interview)
    left = (await staff.get("/confirm")).text.partition('id="left-open"')[2]
    assert [f"{address}{item}" in left for item in (14, 15)] == [False, True]


async def test_a_new_version_in_which_nothing_was_changed_can_be_discarded(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    interview = await held(staff, app)
    discard = f"/interviews/{interview}/discard-version"
    assert (await staff.post(discard)).status_code == 409, "there is none"
    first = await signed(staff, interview)
    assert (await staff.post(discard)).status_code == 409, "it is signed"
    assert (await staff.post(f"/interviews/{interview}/new-version")).status_code == 303
    page = (await staff.get(f"/interviews/{interview}")).text
    assert "Discard version 2</button>" in page
    assert f'href="/interviews/{interview}/versions/1"' in page
    assert (await staff.post(discard)).status_code == 303
    page = (await staff.get(f"/interviews/{interview}")).text
    assert 'Version 1 <span class="hint">signed off by A. Person' in page
    assert first in page
    assert first[:12] in (await staff.get(f"/interviews/{interview}/record.txt")).text
    assert (await staff.post(f"/interviews/{interview}/new-version")).status_code == 303
    assert await rate(staff, interview, 14, "save", score="3", reason="Told me so in person") == 303
    assert "Discard version" not in (await staff.get(f"/interviews/{interview}")).text
    assert (await staff.post(discard)).status_code == 409, "something was changed"
    assert await signed(staff, interview) != first
    assert (await staff.get(f"/interviews/{interview}/versions/2")).status_code == 200


async def test_a_signed_version_is_printed_and_says_what_its_fingerprint_is_for(
    staff: httpx.AsyncClient, app: Litestar
) -> None:
    interview = await held(staff, app)
    digest = await signed(staff, interview)
    main = (await staff.get(f"/interviews/{interview}/versions/1")).text.partition("<main")[2]
    assert 'id="print"' in main
    assert main.index('id="signed-report"') < main.index("How to tell that a copy is this version") < main.index(digest)
