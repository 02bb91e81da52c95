"""The OpenAPI document through the door: valid, for whoever is signed in, and true about errors."""

import re
from collections.abc import AsyncIterator

import httpx
import pytest
from arq import ArqRedis
from litestar import Litestar, get, post
from openapi_spec_validator import validate

from agents.errors import NotFound
from server.accounts.repository import Accounts
from server.accounts.sessions import StaffSessions
from server.app import HANDLERS, create_app
from server.database import Database, open_database
from server.http.security import HEADERS, staff
from server.openapi.check import app_of, faults_of
from server.openapi.contract import described, form_of, json_of
from server.openapi.document import routes_of
from server.openapi.serving import openapi_config
from server.settings import Settings
from tests.conftest import browser, give_csrf, new_account, sign_in
from tests.documented import document

UNKNOWN = "00000000-0000-4000-8000-000000000000"
JSON = {"accept": "application/json"}
PUBLIC = {
    "/",
    "/sign-in",
    "/welcome/{token}",
    "/healthz",
    "/chat/{interview_id}",
    "/chat/{interview_id}/told",
    "/p/{token}",
    "/clinic/logo/{digest}",
}
ASIDE = {"post /sign-out", "get /interviews/news"}
"""The one would end the session, the other never ends itself."""
PLACES = ("/schema", "/schema/openapi.json", "/schema/openapi.yaml")


@pytest.fixture
async def admin(app: Litestar, database: Database, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as opened:
        await sign_in(opened, await new_account(database, "admin"), database, settings)
        yield opened


async def test_the_served_document_is_valid_and_holds_every_route(app: Litestar, staff: httpx.AsyncClient) -> None:
    served = (await staff.get("/schema/openapi.json")).json()
    validate(served)
    assert served == document()
    assert served["info"]["version"] == "1"
    bodies = {name: one["post"]["requestBody"]["content"] for name, one in served["webhooks"].items()}
    assert {name: body["application/json"]["schema"]["$ref"].rpartition("/")[2] for name, body in bodies.items()} == {
        "interview.ended": "EndNotice",
        "alert": "Notice",
    }
    operations = [one for methods in served["paths"].values() for one in methods.values()]
    assert len(operations) == len(list(routes_of(app))) > 45
    assert all(one["summary"] and one["description"] and one["tags"] for one in operations)
    assert not [one["description"] for one in operations if "Raises" in one["description"]]
    assert served == (await staff.get("/schema/openapi.json")).json()


async def test_answers_may_get_new_fields_and_bodies_hold_no_others() -> None:
    whole = document()
    content = [
        (said, kind == "requestBody")
        for methods in [*whole["paths"].values(), *whole["webhooks"].values()]
        for operation in methods.values()
        for kind in ("requestBody", "responses")
        for said in re.findall(r"#/components/schemas/([\w-]+)", str(operation.get(kind, "")))
    ]
    schemas = whole["components"]["schemas"]
    assert [name for name, body in content if not body and schemas[name].get("additionalProperties") is False] == []
    assert schemas["Start"]["additionalProperties"] is False
    assert [name for name, one in schemas.items() if one.get("additionalProperties") is False and "Shown" in name] == []


async def test_only_staff_who_are_signed_in_see_it(
    app: Litestar,
    client: httpx.AsyncClient,
    staff: httpx.AsyncClient,
    admin: httpx.AsyncClient,
    database: Database,
    settings: Settings,
) -> None:
    interview = (await staff.post("/interviews", json={"label": "O-1"}, headers=JSON)).json()["id"]
    link = (await staff.post(f"/interviews/{interview}/link", headers=JSON)).json()["url"]
    async with browser(app) as patient, browser(app) as shut_out, browser(app) as too_late:
        assert (await patient.get(link)).status_code == 303
        assert (await patient.get(f"/chat/{interview}")).status_code == 200
        gone = await new_account(database)
        await sign_in(shut_out, gone, database, settings)
        await Accounts(database).disable(gone.id)
        late = await new_account(database)
        await sign_in(too_late, late, database, settings)
        await too_late.post("/sign-out")
        for stranger in (client, patient, shut_out, too_late):
            for path in PLACES:
                answer = await stranger.get(path, headers=JSON)
                assert (answer.status_code, answer.json()["code"]) == (401, "sign_in"), path
                page = await stranger.get(path)
                assert (page.status_code, page.headers["location"]) == (303, "/sign-in"), path
    for insider in (staff, admin):
        assert [(await insider.get(path)).status_code for path in PLACES] == [200, 200, 404]


async def asked(by: httpx.AsyncClient, method: str, path: str) -> int:
    """The status of a route, asked for something that is not there."""
    address = re.sub(r"\{(\w+)\}", lambda place: "1" if place[1] in ("page", "version") else UNKNOWN, path)
    return (await by.request(method, address, headers=JSON)).status_code


async def test_every_route_lets_in_whom_the_document_says(
    app: Litestar, client: httpx.AsyncClient, staff: httpx.AsyncClient, admin: httpx.AsyncClient
) -> None:
    interview = (await staff.post("/interviews", json={"label": "O-3"}, headers=JSON)).json()["id"]
    link = (await staff.post(f"/interviews/{interview}/link", headers=JSON)).json()["url"]
    await give_csrf(client)
    async with browser(app) as patient:
        await patient.get(link)
        await give_csrf(patient)
        for path, methods in document()["paths"].items():
            for method, operation in methods.items():
                named = f"{method} {path}"
                guarded = any("session" in needed for needed in operation["security"])
                assert guarded == (path not in PUBLIC), named
                for stranger in (client, patient):
                    assert ((await asked(stranger, method, path)) == 401) == guarded, named
                if named in ASIDE:
                    continue
                assert ((await asked(staff, method, path)) == 403) == path.startswith("/admin/"), named
                assert await asked(admin, method, path) not in (401, 403), named


async def test_whoever_came_by_a_link_for_programs_sees_it(
    app: Litestar, database: Database, settings: Settings
) -> None:
    accounts = Accounts(database)
    token = await accounts.sign_in_link((await new_account(database)).id, settings.sign_in_link_lifetime)
    async with browser(app) as program:
        program.headers["accept"] = "application/json"
        assert (await program.get(f"/welcome/{token}")).status_code == 303
        assert (await program.get("/schema/openapi.json")).status_code == 200


async def test_the_page_names_every_route_and_needs_no_other_host_and_no_inline_script(
    staff: httpx.AsyncClient,
) -> None:
    answer = await staff.get("/schema")
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]
    page = answer.text
    assert not re.search(r"<script(?![^>]*src=)|<style|style=|onclick=|https?://", page)
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            assert f"{method.upper()} {path}</code>" in page
            assert f'id="{operation["operationId"]}"' in page
    links = set(re.findall(r'href="#([^"]+)"', page))
    assert links <= set(re.findall(r' id="([^"]+)"', page))
    operations = {one["operationId"] for methods in document()["paths"].values() for one in methods.values()}
    contents = set(re.findall(r'href="#([^"]+)"', page.split('aria-label="On this page"')[1].split("</nav>")[0]))
    assert operations | document()["components"]["schemas"].keys() <= contents
    assert 'href="/schema"' in (await staff.get("/account")).text


@pytest.mark.parametrize(
    ("method", "path", "sent", "status", "code"),
    [
        ("GET", "/library/passages/a%00", {}, 400, "correct_input"),
        ("POST", "/interviews", {"json": {"label": "x", "driver": "nobody/none"}}, 400, "correct_input"),
        ("POST", "/sign-out", {"headers": {"x-csrftoken": "forged"}}, 403, "not_allowed"),
        ("GET", "/admin/accounts", {}, 403, "not_allowed"),
        ("GET", f"/jobs/{UNKNOWN}", {}, 404, "not_found"),
        ("POST", "/interviews", {"json": {"label": "x" * 1_000_001}}, 413, "too_large"),
        ("GET", f"/library/passages/{'x' * 300}", {}, 414, "too_long"),
        ("POST", "/interviews", {"json": {}}, 422, "correct_input"),
        ("GET", "/transcripts?page=0", {}, 422, "correct_input"),
    ],
)
async def test_every_error_has_the_documented_shape(
    staff: httpx.AsyncClient, method: str, path: str, sent: dict[str, object], status: int, code: str
) -> None:
    headers = JSON | sent.pop("headers", {})  # type: ignore[operator]
    answer = await staff.request(method, path, headers=headers, **sent)  # type: ignore[arg-type]
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json().keys() == document()["components"]["schemas"]["Problem"]["properties"].keys()


async def test_what_is_not_for_now_and_what_failed_for_now_have_it_too(
    staff: httpx.AsyncClient, settings: Settings, queue: ArqRedis, database_url: str
) -> None:
    interview = (await staff.post("/interviews", json={"label": "O-2"}, headers=JSON)).json()["id"]
    answer = await staff.get(f"/interviews/{interview}/report", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
    lost = await open_database(database_url, size=2)
    token = await StaffSessions(lost.pool, settings.session_lifetime).start((await new_account(lost)).id)
    async with browser(create_app(settings, lost, queue)) as opened:
        await lost.close()
        opened.cookies.set("anamnesis_staff", token, domain="test.local")
        answer = await opened.get("/account", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (503, "try_again")


def test_every_route_is_described() -> None:
    assert list(faults_of(app_of(HANDLERS))) == []


def test_a_route_that_is_not_described_is_named() -> None:
    @get("/bare", sync_to_thread=False)
    def bare() -> dict[str, str]:
        return {}

    @post("/half", sync_to_thread=False, **described("half", "", gives=json_of(dict)))
    def half() -> dict[str, str]:
        """Raises NotFound."""
        return {}

    @get("/whole", guards=[staff], sync_to_thread=False, **described("whole", "Whole", gives=json_of(str)))
    def whole() -> str:
        """Raises nothing."""
        return ""

    @get("/told", sync_to_thread=False, **described("told", "Told", gives=json_of(str), errors=(NotFound,)))
    def told() -> str:
        """What it says. Raises NotFound."""
        return ""

    @post("/form", sync_to_thread=False, **described("form", "Form", takes=form_of(None), gives=json_of(str)))
    def form() -> str:
        """Takes anything."""
        return ""

    app = Litestar([bare, half, whole, told, form], openapi_config=openapi_config())
    assert sorted(faults_of(app)) == [
        "GET /bare: no error answers",
        "GET /bare: no operation id",
        "GET /bare: no summary",
        "GET /bare: no typed answer",
        "POST /form: a body in JSON, or a form, without a type",
        "POST /half: NotFound raised, as its docstring says, but not among its errors",
        "POST /half: an answer in JSON without a type",
        "POST /half: no summary",
        "POST /half: no typed body (NOTHING where it takes none)",
    ]
