"""Signing in through the door: forms, links, cookies."""

import asyncio
import re
import time
from datetime import timedelta

import httpx
import psycopg
import pytest
from argon2 import PasswordHasher
from arq import ArqRedis
from litestar import Litestar

from server.accounts.attempts import PER_ACCOUNT, PER_ACCOUNT_AND_DEVICE, PER_ADDRESS, Attempt, Attempts
from server.accounts.devices import DEVICE_COOKIE
from server.accounts.passwords import Passwords
from server.accounts.repository import Accounts
from server.accounts.sessions import STAFF_COOKIE
from server.accounts.tables import Account
from server.database import Database
from server.http.security import CSRF_COOKIE
from server.settings import Settings
from server.tokens import digest
from tests.conftest import browser, give_csrf, new_account, sign_in

PASSWORD = "quiet river under stones"


@pytest.fixture(autouse=True)
async def nothing_counted(queue: ArqRedis) -> None:
    """Each test begins as if nobody had tried a password yet: they all come from one address."""
    await queue.flushdb()


async def with_password(database: Database, hashed: str | None = None) -> Account:
    account = await new_account(database)
    hashed = hashed or await Passwords().hash(PASSWORD)
    await Accounts(database).describe(account.id, "Rowan", account.email, hashed)
    return account


@pytest.fixture(scope="module")
def quick() -> str:
    """A hash says what comparing with it costs: this one hardly anything, for tests that count attempts."""
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)


async def attempt(client: httpx.AsyncClient, email: str, password: str) -> httpx.Response:
    """As a person does it: open the page, fill in the form."""
    await give_csrf(client)
    await client.get("/sign-in")
    return await client.post("/sign-in", data={"email": email, "password": password})


async def test_a_right_password_gives_a_new_session_in_a_guarded_cookie(
    client: httpx.AsyncClient, database: Database
) -> None:
    account = await with_password(database)
    answer = await attempt(client, account.email.upper(), PASSWORD)
    assert (answer.status_code, answer.headers["location"]) == (303, "/today")
    cookie = next(value for value in answer.headers.get_list("set-cookie") if value.startswith(STAFF_COOKIE))
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert (await client.get("/account")).status_code == 200


async def test_signing_in_again_ends_the_session_that_the_browser_had(
    client: httpx.AsyncClient, app: Litestar, database: Database
) -> None:
    account = await with_password(database)
    await attempt(client, account.email, PASSWORD)
    old = client.cookies[STAFF_COOKIE]
    await attempt(client, account.email, PASSWORD)
    assert client.cookies[STAFF_COOKIE] != old
    async with browser(app) as thief:
        thief.cookies.set(STAFF_COOKIE, old, domain="test.local")
        assert (await thief.get("/account")).headers["location"] == "/sign-in"


async def test_wrong_password_and_unknown_account_cannot_be_told_apart(
    client: httpx.AsyncClient, database: Database
) -> None:
    account = await with_password(database)
    answers, seconds = [], []
    for email in (account.email, "nobody@example.org"):
        await attempt(client, email, "not this one, sorry")  # the first costs what later ones do not
        started = time.perf_counter()
        answers.append(await attempt(client, email, "not this one, sorry"))
        seconds.append(time.perf_counter() - started)
    known, unknown = (re.sub(r'value="[^"]*"', "", answer.text) for answer in answers)
    assert [answer.status_code for answer in answers] == [401, 401]
    assert known == unknown
    assert min(seconds) > 0.25 * max(seconds)


async def test_an_account_without_a_password_cannot_sign_in_with_one(
    client: httpx.AsyncClient, database: Database
) -> None:
    account = await new_account(database)
    assert (await attempt(client, account.email, "")).status_code in (401, 422)
    assert (await attempt(client, account.email, "anything at all")).status_code == 401


async def test_the_sixth_attempt_has_to_wait_and_is_told_how_long_and_what_else_works(
    client: httpx.AsyncClient, database: Database
) -> None:
    account = await with_password(database)
    for email in (account.email, f"nobody{account.email}"):  # whether or not there is such an account
        for _ in range(5):
            assert (await attempt(client, email, "no")).status_code == 401
        blocked = await attempt(client, email, PASSWORD)
        assert blocked.status_code == 429
        assert 0 < int(blocked.headers["retry-after"]) <= 900
        assert "You can try again in 15 minutes" in blocked.text
        assert "one-time sign-in link" in blocked.text
    token = await Accounts(database).sign_in_link(account.id, timedelta(minutes=15))
    assert (await client.get(f"/welcome/{token}")).status_code == 303


async def test_one_persons_wrong_passwords_lock_nobody_else_out(app: Litestar, database: Database, quick: str) -> None:
    clumsy, others = await with_password(database, quick), [await with_password(database, quick) for _ in range(3)]
    async with browser(app) as opened:
        for _ in range(60):  # all of the clinic come from one address
            answer = await attempt(opened, clumsy.email, "no")
    assert answer.status_code == 429
    for account in others:
        async with browser(app) as theirs:
            assert (await attempt(theirs, account.email, PASSWORD)).status_code == 303


async def test_right_passwords_do_not_count(app: Litestar, database: Database, quick: str) -> None:
    account = await with_password(database, quick)
    async with browser(app) as opened:
        for _ in range(3):
            for _ in range(4):
                assert (await attempt(opened, account.email, "no")).status_code == 401
            for _ in range(4):
                assert (await attempt(opened, account.email, PASSWORD)).status_code == 303
                opened.cookies.delete(STAFF_COOKIE)
    for _ in range(PER_ACCOUNT - 13 + 1):  # of the twelve wrong ones each counted for the account, until it was known
        async with browser(app) as new:
            assert (await attempt(new, account.email, PASSWORD)).status_code == 303


async def test_whoever_changes_browsers_meets_the_accounts_limit_and_its_owner_does_not(
    app: Litestar, database: Database, quick: str
) -> None:
    account = await with_password(database, quick)
    async with browser(app) as owner:
        assert (await attempt(owner, account.email, PASSWORD)).status_code == 303
        owner.cookies.delete(STAFF_COOKIE)
        for _ in range(PER_ACCOUNT // 5 + 1):
            async with browser(app) as thief:
                answers = [(await attempt(thief, account.email, "no")).status_code for _ in range(5)]
        assert answers[-1] == 429
        async with browser(app) as thief:
            assert (await attempt(thief, account.email, PASSWORD)).status_code == 429
        assert (await attempt(owner, account.email, PASSWORD)).status_code == 303


async def test_names_of_browsers_that_are_made_up_or_missing_are_one_browser(app: Litestar, database: Database) -> None:
    account = await with_password(database)
    statuses = []
    for number in range(6):
        async with browser(app) as opened:
            await give_csrf(opened)
            if number % 2:
                opened.cookies.set(DEVICE_COOKIE, f"made-up-{number}.{'0' * 64}", domain="test.local")
            form = {"email": account.email, "password": "no"}
            statuses.append((await opened.post("/sign-in", data=form)).status_code)
    assert statuses == [401] * 5 + [429]


async def test_many_accounts_tried_from_one_address_meet_its_limit(
    client: httpx.AsyncClient, app: Litestar, database: Database, queue: ArqRedis
) -> None:
    account = await with_password(database)
    async with browser(app) as owner:
        assert (await attempt(owner, account.email, PASSWORD)).status_code == 303
        owner.cookies.delete(STAFF_COOKIE)
        attempts = Attempts(queue)
        waits = [await attempts.wait_seconds(Attempt(f"a{n}@x", f"d{n}", "127.0.0.1")) for n in range(PER_ADDRESS + 1)]
        assert waits[-1] > 0
        assert (await attempt(client, (await with_password(database)).email, PASSWORD)).status_code == 429
        assert (await attempt(owner, account.email, PASSWORD)).status_code == 303


async def test_many_at_once_are_counted_one_by_one(queue: ArqRedis) -> None:
    attempts, one = Attempts(queue), Attempt("many@example.org", "device", "192.0.2.7")
    waits = await asyncio.gather(*(attempts.wait_seconds(one) for _ in range(40)))
    assert sum(wait == 0 for wait in waits) == PER_ACCOUNT_AND_DEVICE
    await attempts.right(one)
    assert await attempts.wait_seconds(one) == 0


async def test_a_link_signs_in_once(client: httpx.AsyncClient, app: Litestar, database: Database) -> None:
    account = await new_account(database)
    token = await Accounts(database).sign_in_link(account.id, timedelta(minutes=15))
    first = await client.get(f"/welcome/{token}")
    assert (first.status_code, first.headers["location"]) == (303, "/today")
    assert account.email in (await client.get("/account")).text
    async with browser(app) as other:
        second = await other.get(f"/welcome/{token}")
        assert second.status_code == 410
        assert STAFF_COOKIE not in other.cookies


async def test_expired_unknown_and_disabled_links_do_nothing(client: httpx.AsyncClient, database: Database) -> None:
    accounts, account = Accounts(database), await new_account(database)
    late = await accounts.sign_in_link(account.id, timedelta(seconds=-1))
    shut = await accounts.sign_in_link(account.id, timedelta(minutes=1))
    await accounts.disable(account.id)
    for token in (late, shut, "x" * 43, "short"):
        assert (await client.get(f"/welcome/{token}")).status_code == 410
    await accounts.disable(account.id, False)
    assert (await client.get(f"/welcome/{shut}")).status_code == 303


async def test_tokens_are_kept_as_digests_only(
    client: httpx.AsyncClient, database: Database, database_url: str
) -> None:
    account = await new_account(database)
    token = await Accounts(database).sign_in_link(account.id, timedelta(minutes=15))
    await client.get(f"/welcome/{token}")
    session = client.cookies[STAFF_COOKIE]
    with psycopg.connect(database_url) as connection:
        links = connection.execute("select * from sign_in_link where token_hash = %s", (digest(token),)).fetchall()
        sessions = connection.execute(
            "select * from staff_session where token_hash = %s", (digest(session),)
        ).fetchall()
        assert len(links) == len(sessions) == 1
        for row in (*links, *sessions):
            assert token not in str(row)
            assert session not in str(row)


async def test_signing_out_ends_the_session(staff: httpx.AsyncClient, app: Litestar) -> None:
    token = staff.cookies[STAFF_COOKIE]
    assert (await staff.post("/sign-out")).headers["location"] == "/sign-in"
    async with browser(app) as other:
        other.cookies.set(STAFF_COOKIE, token, domain="test.local")
        assert (await other.get("/account")).headers["location"] == "/sign-in"


async def test_a_new_password_signs_other_browsers_out(app: Litestar, database: Database, settings: Settings) -> None:
    account = await new_account(database)
    async with browser(app) as here, browser(app) as there:
        await sign_in(here, account, database, settings)
        await sign_in(there, account, database, settings)
        form = {"name": "Rowan", "email": account.email, "password": PASSWORD}
        answer = await here.post("/account", data=form)
        assert answer.status_code == 303
        assert "Your new password is saved." in (await here.get(answer.headers["location"])).text
        assert (await here.get("/account")).status_code == 200
        assert (await there.get("/account")).headers["location"] == "/sign-in"
        assert (await attempt(there, account.email, PASSWORD)).status_code == 303


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"name": "R", "email": "no address", "password": ""}, "name@example.org"),
        ({"name": "R", "email": "rowan@example.org", "password": "short"}, "12 to 200"),
    ],
)
async def test_the_account_form_says_what_to_correct(staff: httpx.AsyncClient, form: dict[str, str], said: str) -> None:
    answer = await staff.post("/account", data=form)
    assert answer.status_code == 422
    assert said in answer.text


async def test_an_address_in_use_is_refused(staff: httpx.AsyncClient, database: Database) -> None:
    taken = await new_account(database)
    answer = await staff.post("/account", data={"name": "R", "email": taken.email.upper(), "password": ""})
    assert answer.status_code == 422


async def test_what_a_person_types_is_escaped(staff: httpx.AsyncClient) -> None:
    form = {"name": "<script>alert(1)</script>", "email": "no address", "password": ""}
    answer = await staff.post("/account", data=form)
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;alert" in answer.text


async def test_a_disabled_account_is_out_at_once(app: Litestar, database: Database, settings: Settings) -> None:
    account = await new_account(database)
    async with browser(app) as opened:
        await sign_in(opened, account, database, settings)
        assert (await opened.get("/account")).status_code == 200
        await Accounts(database).disable(account.id)
        assert (await opened.get("/account")).headers["location"] == "/sign-in"


async def test_the_cookie_of_the_form_is_no_secret_of_scripts(client: httpx.AsyncClient) -> None:
    answer = await client.get("/sign-in")
    cookie = next(value for value in answer.headers.get_list("set-cookie") if value.startswith(CSRF_COOKIE))
    assert "HttpOnly" in cookie
    assert 'name="_csrf_token"' in answer.text
