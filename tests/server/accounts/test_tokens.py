"""Tokens for programs through the door: every route with every scope and none; made, used, kept, ended."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import httpx
import pytest
from arq import ArqRedis
from litestar import Litestar

from server.accounts.api_tokens import KEPT_DAYS
from server.accounts.repository import Accounts
from server.accounts.scopes import SCOPES
from server.accounts.tables import Account
from server.accounts.token_tries import PER_ADDRESS
from server.database import Database
from server.settings import Settings
from tests.conftest import browser, new_account, sign_in
from tests.documented import document
from tests.server.cards.finished import completed

UNKNOWN = "00000000-0000-4000-8000-000000000000"
ALL = tuple(SCOPES)
OPEN = {
    "interviews:create": {
        "post /interviews",
        "post /interviews/{interview_id}/link",
        "post /interviews/{interview_id}/link/new",
    },
    "interviews:read": {"get /interviews/{interview_id}/status", "get /interviews/status"},
    "results:read": {
        f"get /interviews/{{interview_id}}/{name}"
        for name in ("profile", "report", "report.txt", "report.md", "report.pdf", "record.txt", "interview.json")
    }
    | {
        f"get /interviews/{{interview_id}}/{name}"
        for name in ("items.csv", "domains.csv", "research.csv", "fhir.json", "everything.zip")
    },
}
"""All that a token opens. A route that is added to a scope is added here too."""
ANYBODYS = {"get /healthz", "get /clinic/logo/{digest}"}


@dataclass
class Person:
    """Somebody at the page of their account."""

    account: Account
    page: httpx.AsyncClient
    app: Litestar

    async def token(self, *scopes: str, name: str = "Record system", days: str = "90") -> str:
        answer = await self.page.post("/account/tokens", data={"name": name, "days": days, "scope": list(scopes)})
        assert answer.status_code == 200, answer.text
        found = re.search(r'value="(anamnesis_[\w-]{43})"', answer.text)
        assert found
        return found[1]

    async def shown(self) -> str:
        return (await self.page.get("/account")).text


@pytest.fixture
async def person(app: Litestar, database: Database, settings: Settings) -> AsyncIterator[Person]:
    account = await new_account(database)
    async with browser(app) as opened:
        await sign_in(opened, account, database, settings)
        yield Person(account, opened, app)


@pytest.fixture
async def program(app: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    """A client without cookies. That it asks for pages changes nothing: a program gets JSON."""
    async with browser(app) as opened:
        yield opened


def as_(token: str) -> dict[str, Any]:
    return {"headers": {"authorization": f"Bearer {token}"}}


async def test_every_route_opens_to_its_scope_alone(person: Person, program: httpx.AsyncClient) -> None:
    tokens = {scope: await person.token(scope) for scope in ALL}
    wrong = []
    for path, methods in document()["paths"].items():
        address = re.sub(r"\{(\w+)\}", lambda place: "1" if place[1] in {"page", "version"} else UNKNOWN, path)
        for method in methods:
            named = f"{method} {path}"
            if named in ANYBODYS:
                continue
            for scope, token in tokens.items():
                answer = await program.request(method, address, **as_(token))
                refused = answer.status_code == 403 and answer.json()["code"] == "not_allowed"
                if refused == (named in OPEN[scope]) or answer.status_code in (401, 429):
                    wrong.append((named, scope, answer.status_code, answer.text[:80]))
    assert wrong == []
    for path in ("/schema", "/schema/openapi.json"):
        assert (await program.get(path, **as_(tokens["results:read"]))).status_code == 403


async def test_the_document_says_which_scope(person: Person) -> None:
    told = {
        f"{method} {path}": [one["token"] for one in operation["security"] if "token" in one]
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }
    assert {named: scopes for named, scopes in told.items() if scopes} == {
        named: [[scope]] for scope, routes in OPEN.items() for named in routes
    }
    assert document()["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


async def test_a_token_does_what_it_is_for_and_only_with_its_own_accounts_interviews(
    app: Litestar, person: Person, program: httpx.AsyncClient, staff: httpx.AsyncClient
) -> None:
    token = await person.token(*ALL)
    asked = {"label": "E-1", "reference": "visit/77", "client": "K-17", "mode": "screening"}
    for _ in range(2):
        started = await program.post("/interviews", json=asked, **as_(token))
        assert started.status_code == 201
        assert "set-cookie" not in started.headers
    mine = started.json()["id"]
    link = await program.post(f"/interviews/{mine}/link", **as_(token))
    assert re.fullmatch(r"http://test.local/p/[\w-]{43}", link.json()["url"])
    status = (await program.get(f"/interviews/{mine}/status", **as_(token))).json()
    kept = {name: status[name] for name in ("reference", "client", "status", "endedAt", "webhook", "answered")}
    assert kept == {
        "reference": "visit/77",
        "client": "K-17",
        "status": "active",
        "endedAt": None,
        "webhook": None,
        "answered": 0,
    }
    found = await program.get("/interviews/status", params={"reference": "visit/77"}, **as_(token))
    numbers = [one["id"] for one in found.json()["interviews"]]
    assert (numbers[0], len(numbers)) == (mine, 2)
    page = await person.page.get("/clients")
    assert page.text.count("K-17</") == 1
    theirs = await completed(staff, app.state.parts.rooms)
    for name in ("status", "profile", "interview.json", "fhir.json", "report.pdf"):
        assert (await program.get(f"/interviews/{theirs}/{name}", **as_(token))).status_code == 404
    assert (await program.post(f"/interviews/{theirs}/link", **as_(token))).status_code == 404


async def test_results_carry_the_reference(app: Litestar, person: Person, program: httpx.AsyncClient) -> None:
    token = await person.token("results:read", "interviews:create")
    started = await program.post("/interviews", json={"label": "E-2", "reference": "visit/78"}, **as_(token))
    number = started.json()["id"]
    whole = (await program.get(f"/interviews/{number}/interview.json", **as_(token))).json()
    assert whole["interview"]["reference"] == "visit/78"
    bundle = (await program.get(f"/interviews/{number}/fhir.json", **as_(token))).json()
    (answers,) = (
        one["resource"] for one in bundle["entry"] if one["resource"]["resourceType"] == "QuestionnaireResponse"
    )
    assert answers["basedOn"][0]["identifier"]["value"] == "visit/78"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"client": "Ann Smith"}, "client"),
        ({"client": "x" * 25}, "client"),
        ({"reference": ""}, "reference"),
        ({"reference": "x" * 121}, "reference"),
    ],
)
async def test_what_cannot_be_kept_is_said(
    person: Person, program: httpx.AsyncClient, given: dict[str, str], words: str
) -> None:
    token = await person.token("interviews:create")
    answer = await program.post("/interviews", json={"label": "E-3", **given}, **as_(token))
    assert answer.status_code == 422
    assert words in answer.json()["message"]


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"json": {"label": "x", "refrence": "visit/99"}}, "refrence: there is no such field here, only label, mode"),
        ({"data": {"label": "x", "refrence": "visit/99"}}, "refrence: there is no such field here"),
        ({"content": '{"label": "x", "\\ud800": 1}', "headers": {"content-type": "application/json"}}, ""),
        ({"content": '{"label": "x"}', "headers": {"content-type": "text/plain"}}, "content-type: application/json"),
        ({"content": "<a/>", "headers": {"content-type": "application/xml"}}, "content-type: application/json"),
        ({}, "content-type: application/json"),
        ({"headers": {"content-type": "application/json"}}, "a JSON object is needed"),
        ({"json": ["x"]}, "a JSON object is needed"),
    ],
)
async def test_what_is_not_read_is_never_lost_without_a_word(
    person: Person, program: httpx.AsyncClient, sent: dict[str, Any], words: str
) -> None:
    token = await person.token("interviews:create")
    headers = as_(token)["headers"] | sent.pop("headers", {})
    answer = await program.post("/interviews", headers=headers, **sent)
    assert (answer.status_code, answer.json()["code"]) == (422, "correct_input")
    assert words in answer.json()["message"]


async def test_a_parameter_that_is_missing_is_named(person: Person, program: httpx.AsyncClient) -> None:
    token = await person.token("interviews:read")
    answer = await program.get("/interviews/status", **as_(token))
    assert (answer.status_code, answer.json()["message"]) == (422, "reference: this query parameter is needed")


async def test_a_form_with_a_token_is_answered_in_json(person: Person, program: httpx.AsyncClient) -> None:
    token = await person.token("interviews:create")
    answer = await program.post("/interviews", data={"label": "x", "reference": "visit/5"}, **as_(token))
    assert answer.status_code == 201
    assert UUID(answer.json()["id"])


async def test_who_sends_neither_token_nor_session_is_told_to_sign_in(
    person: Person, program: httpx.AsyncClient
) -> None:
    for path in ("/interviews", f"/interviews/{UNKNOWN}/link", "/transcripts/assess", "/admin/accounts"):
        answer = await program.post(path, json={"label": "x"}, headers={"accept": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (401, "sign_in"), path
    del person.page.headers["x-csrftoken"]
    forged = await person.page.post("/interviews", data={"label": "x"})
    assert forged.status_code == 403


async def test_a_token_and_cookies_never_mix(person: Person, program: httpx.AsyncClient) -> None:
    token = await person.token("interviews:read")
    both = {"authorization": f"Bearer {token}"}
    for path in ("/account", "/interviews", "/today", "/clients"):
        assert (await person.page.get(path, headers=both)).status_code == 403
    no_token = {"authorization": "Bearer wrong"}
    answer = await person.page.get("/account", headers=no_token)
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in")
    assert answer.headers["www-authenticate"] == "Bearer"
    started = await person.page.post("/interviews", json={"label": "E-4"}, headers=both)
    assert started.json()["message"] == "This token lacks the scope interviews:create."
    program.cookies.set("anamnesis_staff", token, domain="test.local")
    assert (await program.get("/account")).headers["location"] == "/sign-in"
    assert (await person.page.get("/account", headers={"authorization": "Basic eDp5"})).status_code == 200


async def test_an_ended_token_opens_nothing_at_once(
    person: Person, program: httpx.AsyncClient, database: Database, queue: ArqRedis
) -> None:
    async def opens(token: str) -> bool:
        answer = await program.get("/interviews/status", params={"reference": "x"}, **as_(token))
        assert answer.status_code in (200, 401)
        return answer.status_code == 200

    revoked, expired, kept = [await person.token("interviews:read", name=name) for name in ("One", "Two", "Three")]
    assert await opens(revoked)
    page = await person.shown()
    numbers = dict(re.findall(r'/account/tokens/([\w-]{36})/revoke">.*?aria-label="Revoke (\w+)"', page, re.DOTALL))
    number = next(number for number, name in numbers.items() if name == "One")
    async with database.pool.connection() as connection:
        await connection.execute("update api_token set expires_at = now() where name = 'Two'")
        stored = await (await connection.execute("select t::text from api_token t")).fetchall()
    for _ in range(2):  # the second is of a page that has not heard of the first
        assert (await person.page.post(f"/account/tokens/{number}/revoke")).status_code == 303
    assert [await opens(token) for token in (revoked, expired, kept)] == [False, False, True]
    assert not [row for row in stored for token in (revoked, expired, kept) if token in row[0]]
    await Accounts(database).disable(person.account.id)
    assert not await opens(kept)
    await Accounts(database).disable(person.account.id, disabled=False)
    assert not await opens(kept)
    await queue.flushdb()


async def test_nobody_ends_somebody_elses(person: Person, staff: httpx.AsyncClient) -> None:
    await person.token("interviews:read")
    number = re.search(r"/account/tokens/([\w-]{36})/revoke", await person.shown())
    assert number
    assert (await staff.post(f"/account/tokens/{number[1]}/revoke")).status_code == 404
    assert number[1] not in (await staff.get("/account")).text


async def test_the_page_shows_names_times_and_what_they_were_used_for(
    person: Person, program: httpx.AsyncClient
) -> None:
    token = await person.token("interviews:read", "results:read", name='<b>EHR "7"</b>')
    page = await person.shown()
    assert token not in page
    assert "&lt;b&gt;EHR &#34;7&#34;&lt;/b&gt;" in page
    assert "never used" in page
    for _ in range(3):
        await program.get(f"/interviews/{UNKNOWN}/status", **as_(token))
    await program.get("/welcome/a-secret-of-somebody", **as_(token))
    page = await person.shown()
    assert "last used" in page
    assert re.search(rf"3 times that day: <code>GET /interviews/{UNKNOWN}/status</code>", page)
    assert re.search(r"<code>GET /welcome/\{token(:str)?\}</code> <strong>refused</strong>", page)
    assert "a-secret-of-somebody" not in page


async def test_a_use_of_long_ago_is_forgotten_when_the_next_token_is_made(
    person: Person, program: httpx.AsyncClient, database: Database
) -> None:
    token = await person.token("interviews:read")
    for age in (KEPT_DAYS - 1, KEPT_DAYS + 1):
        await program.get("/interviews/status", **as_(token))
        async with database.pool.connection() as connection:
            await connection.execute("update api_use set day = day - %s where day = current_date", (age,))
    await person.token("interviews:read", name="Next")
    async with database.pool.connection() as connection:
        left = await (await connection.execute("select current_date - day from api_use")).fetchall()
    assert (KEPT_DAYS - 1,) in left
    assert (KEPT_DAYS + 1,) not in left


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"name": " ", "scope": ["interviews:read"]}, "Give the token a name"),
        ({"name": "x" * 61, "scope": ["interviews:read"]}, "Give the token a name"),
        ({"scope": []}, "Choose what the token may do"),
        ({"scope": ["admin"]}, "Choose what the token may do"),
        ({"scope": ["interviews:read"], "days": "3650"}, "A token works for 30, 90 or 365 days"),
    ],
)
async def test_the_form_says_what_is_wrong(person: Person, given: dict[str, Any], words: str) -> None:
    answer = await person.page.post("/account/tokens", data={"name": "Mine", "days": "90"} | given)
    assert answer.status_code == 422
    assert words in answer.text
    assert "anamnesis_" not in answer.text.replace("anamnesis_csrf", "")


async def test_guessing_is_slowed_and_locks_out_no_token_that_works(
    person: Person, program: httpx.AsyncClient, queue: ArqRedis
) -> None:
    await queue.flushdb()
    token = await person.token("interviews:read")
    assert (await program.get(f"/interviews/{UNKNOWN}/status", **as_(token))).status_code == 404
    tried = [await program.get("/interviews/status", **as_(f"anamnesis_{n}")) for n in range(PER_ADDRESS + 2)]
    assert [one.status_code for one in tried] == [401] * PER_ADDRESS + [429] * 2
    assert 0 < int(tried[-1].headers["retry-after"]) <= 15 * 60
    assert tried[-1].json()["code"] == "too_fast"
    fresh = await person.token("interviews:read", name="Made since")
    for works in (token, fresh):
        assert (await program.get(f"/interviews/{UNKNOWN}/status", **as_(works))).status_code == 404
    assert (await program.get("/interviews/status", **as_("anamnesis_x"))).status_code == 429
    await queue.flushdb()
    assert UUID(UNKNOWN)
