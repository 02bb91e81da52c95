"""Guards on every way in: headers, CSRF, origins, errors, logs."""

import asyncio
import io
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import httpx
import pytest
import uvicorn
from arq import ArqRedis
from hypothesis import given
from hypothesis import strategies as st
from litestar import Litestar
from uvicorn.lifespan.on import LifespanOn

from server.accounts.sessions import StaffSessions
from server.app import create_app
from server.database import open_database
from server.http.security import HEADERS, same_origin
from server.logs import Discreet
from server.settings import Settings
from tests.conftest import browser, new_account

UNKNOWN = "00000000-0000-4000-8000-000000000000"
EVERY_KIND = ["/sign-in", "/healthz", "/static/favicon.svg", "/static/missing.js", "/nowhere", "/account", "/welcome/x"]


@pytest.mark.parametrize("path", EVERY_KIND)
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
async def test_every_answer_carries_the_headers(client: httpx.AsyncClient, path: str, accept: str) -> None:
    answer = await client.get(path, headers={"accept": accept})
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["cache-control"] == ("no-cache" if path.startswith("/static/") else "no-store")
    assert "strict-transport-security" not in answer.headers


async def test_refused_methods_and_posts_carry_the_headers_too(client: httpx.AsyncClient) -> None:
    for answer in (await client.post("/sign-in"), await client.delete("/healthz"), await client.post("/nowhere")):
        assert answer.status_code >= 400
        assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


def test_the_policy_lets_no_inline_script_or_style_in() -> None:
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'")
    assert "script-src 'self'" in policy


@pytest.mark.parametrize("path", ["/sign-in", "/sign-out", "/account"])
async def test_a_post_without_the_token_is_refused(staff: httpx.AsyncClient, path: str) -> None:
    del staff.headers["x-csrftoken"]
    form = {"email": "rowan@example.org", "password": "quiet river under stones", "name": "R"}
    assert (await staff.post(path, data=form)).status_code == 403
    forged = await staff.post(path, data=form | {"_csrf_token": "f" * 128})
    assert forged.status_code == 403
    assert (await staff.get("/account")).status_code == 200


async def test_the_hidden_field_is_as_good_as_the_header(staff: httpx.AsyncClient) -> None:
    token = staff.headers.pop("x-csrftoken")
    assert (await staff.post("/sign-out", data={"_csrf_token": token})).status_code == 303


async def test_programs_get_json_errors_and_browsers_pages(client: httpx.AsyncClient) -> None:
    page = await client.get("/nowhere")
    told = await client.get("/nowhere", headers={"accept": "application/json"})
    assert (page.status_code, told.status_code) == (404, 404)
    assert page.headers["content-type"].startswith("text/html")
    assert told.json()["code"] == "not_found"
    guarded = await client.get("/account", headers={"accept": "application/json"})
    assert (guarded.status_code, guarded.json()["code"]) == (401, "sign_in")


async def test_bad_input_is_named_without_its_content(staff: httpx.AsyncClient) -> None:
    answer = await staff.post("/account", data={"nome": "my secret"}, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (422, "correct_input")
    assert "my secret" not in answer.text


async def test_unknown_and_foreign_interviews_look_the_same(staff: httpx.AsyncClient) -> None:
    for path in (f"/interviews/{UNKNOWN}", "/interviews/not-a-number"):
        assert (await staff.get(path)).status_code == 404


async def test_without_a_database_health_says_so_and_pages_ask_to_try_again(
    settings: Settings, queue: ArqRedis, database_url: str
) -> None:
    lost = await open_database(database_url, size=2)
    account = await new_account(lost)
    token = await StaffSessions(lost.pool, settings.session_lifetime).start(account.id)
    app = create_app(settings, lost, queue)
    async with app.lifespan(), browser(app) as opened:
        opened.headers["accept"] = "application/json"
        assert (await opened.get("/healthz")).json() == {"database": "ok", "redis": "ok"}
        await lost.close()
        for _ in range(40):  # what was seen two seconds ago may still be told
            answer = await opened.get("/healthz")
            if answer.status_code != 200:
                break
            await asyncio.sleep(0.1)
        assert (answer.status_code, answer.json()["database"]) == (503, "out of reach")
        opened.cookies.set("anamnesis_staff", token, domain="test.local")
        answer = await opened.get("/account")
        assert (answer.status_code, answer.json()["code"]) == (503, "try_again")
        assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("https://screening.example.org", "screening.example.org", True),
        ("HTTPS://Screening.Example.Org", "screening.example.org", True),
        ("http://127.0.0.1:8001", "127.0.0.1:8000", False),
        ("http://localhost:8000", "127.0.0.1:8000", False),
        ("http://127.0.0.1:8000.evil.example", "127.0.0.1:8000", False),
        ("http://evil.example/127.0.0.1:8000", "127.0.0.1:8000", False),
        ("http://127.0.0.1:8000@evil.example", "127.0.0.1:8000", False),
        ("http://someone@127.0.0.1:8000", "127.0.0.1:8000", False),
        ("null", "127.0.0.1:8000", False),
        ("", "127.0.0.1:8000", False),
        ("", "", False),
        ("file://", "", False),
    ],
)
def test_origin(origin: str, host: str, same: bool) -> None:
    headers = [(b"host", host.encode())] + ([(b"Origin", origin.encode())] if origin else [])
    assert same_origin({"headers": headers}) is same  # type: ignore[typeddict-item]  # all that it reads


@given(st.text(alphabet=st.characters(max_codepoint=255)), st.text(alphabet=st.characters(max_codepoint=255)))
def test_origin_never_fails_on_rubbish(origin: str, host: str) -> None:
    scope = {"headers": [(b"origin", origin.encode("latin-1")), (b"host", host.encode("latin-1"))]}
    assert same_origin(scope) in (True, False)  # type: ignore[arg-type]


@contextmanager
def discreet(logger: logging.Logger) -> Iterator[io.StringIO]:
    """What the logger writes, as the server would write it."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(Discreet())
    logger.addHandler(handler)
    yield out
    logger.removeHandler(handler)


def logged(name: str, write: str) -> str:
    logger = logging.Logger(name)  # of this test alone
    with discreet(logger) as out:
        try:
            raise ValueError(write)
        except ValueError as error:
            logger.exception("could not store %s", error)
            logger.error(f"Task exception was never retrieved\nfuture: {error!r}")
    return out.getvalue()


def test_logs_never_quote_what_others_put_into_messages() -> None:
    said = logged("somebody.else", "I have not slept for a week")
    assert "slept" not in said
    assert "ValueError" in said
    assert "test_security.py" in said
    assert "Task exception was never retrieved" in said
    assert "slept" not in logged("server.errors", "").replace("could not store", "")


def test_logs_tell_where_each_error_of_a_group_came_from() -> None:
    def fails() -> None:
        raise ValueError("I have not slept for a week")

    try:
        try:
            fails()
        except ValueError as error:
            raise ExceptionGroup("tasks", [error]) from None
    except ExceptionGroup as group:
        said = Discreet().formatException((type(group), group, group.__traceback__))
    assert "in fails\nValueError\n" in said
    assert said.endswith("ExceptionGroup")
    assert "slept" not in said


def test_logs_tell_what_an_error_came_of_without_quoting_it() -> None:
    def loads(text: str) -> None:
        try:
            int(text)
        except ValueError:
            raise KeyError(text)  # noqa: B904  # what was being handled is its context

    def stores(text: str) -> None:
        try:
            loads(text)
        except KeyError as error:
            raise RuntimeError(text) from error

    def hides(text: str) -> None:
        try:
            stores(text)
        except RuntimeError:
            raise OSError(text) from None

    logger = logging.Logger("server.errors")
    with discreet(logger) as out:
        for fails in (stores, hides):
            try:
                fails("I have not slept for a week")
            except (RuntimeError, OSError):
                logger.exception("failed")
    caused, hidden = out.getvalue().split("failed\n")[1:]
    assert [line for line in caused.splitlines() if line[:1].isalpha()] == ["ValueError", "KeyError", "RuntimeError"]
    assert "in loads\nKeyError\n" in caused
    assert hidden.endswith("in hides\nOSError\n")
    assert "ValueError" not in hidden
    assert "slept" not in out.getvalue()


@pytest.mark.parametrize("name", ["somebody.else", "server.errors"])
def test_an_error_that_is_logged_as_the_message_is_told_by_its_type(name: str) -> None:
    logger = logging.Logger(name)
    with discreet(logger) as out:
        logger.error(ValueError("I have not slept for a week"))
    assert out.getvalue().endswith(f"ERROR {name}: ValueError\n")


def test_what_another_handler_wrote_of_an_error_is_not_taken_over() -> None:
    logger = logging.Logger("server.errors")
    logger.addHandler(logging.StreamHandler(io.StringIO()))
    with discreet(logger) as out:
        logger.error("failed", exc_info=ValueError("I have not slept for a week"))
    assert out.getvalue().endswith("failed\nValueError\n")


async def test_a_start_that_fails_is_told_by_its_places() -> None:
    @asynccontextmanager
    async def fails(_: Litestar) -> AsyncIterator[None]:
        raise ValueError("I have not slept for a week")
        yield

    app = Litestar(lifespan=[fails], logging_config=None)
    with discreet(logging.getLogger("uvicorn.error")) as out:
        await LifespanOn(uvicorn.Config(app, log_config=None, log_level="error")).startup()
    assert "in fails\nValueError\n" in out.getvalue()
    assert "slept" not in out.getvalue()
