"""The accounts' page: for admins alone, and what it does holds."""

import asyncio
import re

import httpx
import pytest
from litestar import Litestar

from agents.errors import CorrectInput
from server.accounts.repository import Accounts
from server.database import Database
from server.settings import Settings
from tests.conftest import browser, new_account, sign_in

PAGE = "/admin/accounts"


@pytest.fixture
async def boss(app: Litestar, database: Database, settings: Settings) -> httpx.AsyncClient:
    opened = browser(app)
    await sign_in(opened, await new_account(database, "admin"), database, settings)
    return opened


async def test_it_is_for_admins(client: httpx.AsyncClient, staff: httpx.AsyncClient, boss: httpx.AsyncClient) -> None:
    assert (await client.get(PAGE)).status_code == 303
    assert (await staff.get(PAGE)).status_code == 403
    assert (await staff.post(PAGE, data={"email": "x@example.org"})).status_code == 403
    assert "/admin/" not in (await staff.get("/interviews")).text
    assert "/admin/system" in (await boss.get("/interviews")).text
    assert PAGE in (await boss.get("/admin/system")).text
    assert (await boss.get(PAGE)).status_code == 200


async def test_a_new_account_gets_a_link_that_signs_in_once(
    boss: httpx.AsyncClient, client: httpx.AsyncClient, database: Database
) -> None:
    answer = await boss.post(PAGE, data={"email": "Robin@Example.org", "name": "Robin", "role": "therapist"})
    link = re.search(r"/welcome/[\w-]+", answer.text)
    assert link is not None
    assert (await client.get(link[0])).headers["location"] == "/today"
    assert (await client.get(link[0])).status_code == 410
    assert (await boss.post(PAGE, data={"email": "robin@example.org"})).status_code == 422
    assert (await boss.post(PAGE, data={"email": "a@example.org", "role": "owner"})).status_code == 422
    robin = await Accounts(database).by_email("robin@example.org")
    assert robin is not None
    assert robin.role == "therapist"


async def test_an_account_is_shut_out_and_let_in_again(
    boss: httpx.AsyncClient, staff: httpx.AsyncClient, database: Database
) -> None:
    someone = (await Accounts(database).everybody())[-1]
    for action, status in (("disable", 303), ("enable", 200)):
        assert (await boss.post(f"{PAGE}/{someone.id}/{action}")).status_code == 303
        assert (await staff.get("/interviews")).status_code == status
    assert (await boss.post(f"{PAGE}/{someone.id}/link")).status_code == 200
    assert (await boss.post(f"{PAGE}/{someone.id}/enable")).status_code == 303
    kept = (await Accounts(database).changes())[someone.id]
    assert [one.after for one in kept] == ["enabled", "disabled"], "twice is once"


async def test_two_admins_who_shut_each_other_out_leave_one(boss: httpx.AsyncClient, database: Database) -> None:
    accounts = Accounts(database)
    mine, other = (await accounts.everybody())[-1], await new_account(database, "admin")
    tries = (accounts.disable(other.id, by=mine), accounts.change(other, mine.id, "therapist"))
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(one) for one in done if one] == [CorrectInput]


async def test_a_changed_role_counts_at_once_and_stays_in_the_record(
    boss: httpx.AsyncClient, staff: httpx.AsyncClient, database: Database
) -> None:
    accounts = Accounts(database)
    someone = (await accounts.everybody())[-1]
    for role, status in (("admin", 200), ("therapist", 403)):
        answer = await boss.post(f"{PAGE}/{someone.id}/change", data={"role": role})
        assert answer.headers["location"] == f"{PAGE}?changed={someone.id}#account-{someone.id}"
        assert (await staff.get(PAGE)).status_code == status
    await boss.post(f"{PAGE}/{someone.id}/change", data={"second": " Duty@Example.org"})
    changed = await accounts.get(someone.id)
    assert changed
    assert (changed.role, changed.alert_second) == ("therapist", "duty@example.org")
    page = (await boss.get(f"{PAGE}?changed={someone.id}")).text
    assert "Saved." in page
    for line in ("Role: therapist → admin", "Role: admin → therapist", "Second person: nobody → duty@example.org"):
        assert page.count(f"<p>{line}</p>") == 1
    stale = {"role": "admin", "role_shown": "admin", "second": "", "second_shown": ""}
    assert (await boss.post(f"{PAGE}/{someone.id}/change", data=stale)).status_code == 303
    changed = await accounts.get(someone.id)
    assert changed
    assert (changed.role, changed.alert_second) == ("therapist", "duty@example.org"), "what was not changed stays"
    for wrong in ({"role": "owner"}, {"second": "nobody at all"}, {"second": someone.email}):
        assert (await boss.post(f"{PAGE}/{someone.id}/change", data=wrong)).status_code == 422
    assert len((await accounts.changes())[someone.id]) == 3


async def test_ones_own_role_and_the_last_admins_stay(
    boss: httpx.AsyncClient, staff: httpx.AsyncClient, database: Database
) -> None:
    accounts = Accounts(database)
    by_role = {one.role: one for one in await accounts.everybody()}
    mine, someone = by_role["admin"], by_role["therapist"]
    answer = await boss.post(f"{PAGE}/{mine.id}/change", data={"role": "therapist"})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "<span>Your own role can only be changed by another admin.</span>" in answer.text
    assert (await staff.post(f"{PAGE}/{someone.id}/change", data={"role": "admin"})).status_code == 403
    with pytest.raises(CorrectInput, match="no longer change accounts"):
        await accounts.change(someone, mine.id, "therapist")
    assert (await boss.get(PAGE)).status_code == 200


async def test_nobody_shuts_themselves_out(boss: httpx.AsyncClient) -> None:
    page = (await boss.get(PAGE)).text
    assert (await boss.post(f"{PAGE}/00000000-0000-0000-0000-000000000000/disable")).status_code == 404
    mine_id = next(
        number
        for number in re.findall(r"/admin/accounts/([0-9a-f-]{36})/link", page)
        if f"/admin/accounts/{number}/disable" not in page
    )
    assert (await boss.post(f"{PAGE}/{mine_id}/disable")).status_code == 422
    assert (await boss.get(PAGE)).status_code == 200
