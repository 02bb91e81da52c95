"""What tests stand on: one PostgreSQL and one Redis for the whole run, a fresh migrated database for each module."""

import asyncio
import gc
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import httpx
import hypothesis
import psycopg
import pytest
from arq import ArqRedis
from litestar import Litestar

from agents.resources import CHECKOUT as ROOT
from server.accounts.repository import Accounts, Role
from server.accounts.sessions import STAFF_COOKIE, StaffSessions
from server.accounts.tables import Account
from server.app import create_app
from server.clinic.store import FRESH_SECONDS
from server.database import Database, open_database
from server.embedded import Postgres, Redis
from server.http.security import CSRF_COOKIE, CSRF_HEADER
from server.jobs.queue import open_queue
from server.schema import migrate
from server.settings import Settings
from tests.documented import read_and_check, read_and_check_async
from tests.forked import Forked

os.environ.setdefault("ANAMNESIS_WORDINGS", "7")  # a test reads the same questions each time; servers inherit it
os.environ.setdefault("SSL_CERT_FILE", str(Path(__file__).with_name("nobody.pem")))
"""An authority that has signed nothing: no test leaves this machine, and each client would read all there are anew."""
MISREAD = frozenset(tomllib.loads((Path(__file__).parent / "misread.toml").read_text("utf-8"))["nodes"])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is imported and found stays: the garbage collector does not look at it again and again meanwhile."""
    gc.disable()
    found = yield
    gc.freeze()
    gc.enable()
    return found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is misread today must stay so: a test of misread.toml that passes fails, and its line there goes. The tests
    of this folder itself come first: the wheel's, at the end, would leave all workers but one without work."""
    items.sort(key=lambda item: item.path.parent != Path(__file__).parent)
    for item in items:
        if item.nodeid.removeprefix("tests/") in MISREAD:
            item.add_marker(pytest.mark.xfail(strict=True, reason="misread today (misread.toml)"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With a test that fails stands what its server wrote and nobody has read."""
    report = yield
    used = getattr(item, "funcargs", {}).values()
    for server in (one for one in used if report.failed and isinstance(one, Running)):
        report.sections.append(("written by the server", server.unread()))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was skipped, by name and with why: journeys, say, where there is no browser."""
    skipped = [one for one in terminalreporter.stats.get("skipped", ()) if isinstance(one.longrepr, tuple)]
    if skipped:
        terminalreporter.section("skipped")
    for one in skipped:
        terminalreporter.line(f"{one.nodeid}: {one.longrepr[2].removeprefix('Skipped: ')}")


hypothesis.settings.register_profile(
    "untimed", deadline=None, derandomize=True, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)  # how busy the machine is is no property of the product; the same examples each time, so that a red run is a change's
hypothesis.settings.load_profile("untimed")

BASE = "http://test.local"
numbers = count(1)


@pytest.fixture(scope="module", autouse=True)
def settled() -> Iterator[None]:
    """What a module's tests have read and learnt stays in memory and is no longer looked through for garbage: with
    millions of objects that would hold up a test for seconds, and calls with it."""
    yield
    gc.freeze()


@dataclass(frozen=True)
class Cluster:
    """The services of this test run. `prepared` is a migrated, empty database to copy."""

    postgres: str
    redis: str
    prepared: str = "prepared"

    def fresh_database(self) -> str:
        """The URL of a new database with all tables and no rows."""
        name = f"test_{os.getpid()}_{next(numbers)}"
        with psycopg.connect(self.postgres, autocommit=True) as connection:
            connection.execute(f"create database {name} template {self.prepared}")
        return self.postgres.replace("/postgres?", f"/{name}?")


@dataclass(frozen=True)
class Running:
    """A server in a process of its own. `token` signs in at /welcome/TOKEN as often as you like."""

    url: str
    token: str
    process: subprocess.Popen[str] | Forked
    environment: dict[str, str]

    def unread(self) -> str:
        """What the server wrote and nobody has read, as far as a pipe holds it."""
        if self.process.stdout is None or self.process.stdout.closed:
            return ""
        pipe = self.process.stdout.fileno()
        there, _, _ = select.select([pipe], [], [], 0)
        return os.read(pipe, 1 << 16).decode(errors="replace") if there else ""


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """PostgreSQL and Redis in a folder that goes with the run."""
    folder = Path(tempfile.mkdtemp(prefix="anamnesis-"))
    postgres, redis = Postgres(folder / "postgres", durable=False), Redis(folder / "redis")
    try:
        postgres.start()
        redis.start()
        with psycopg.connect(postgres.url, autocommit=True) as connection:
            connection.execute("create database prepared")
        migrate(postgres.url.replace("/postgres?", "/prepared?"))
        yield Cluster(postgres.url, redis.url)
    finally:
        postgres.stop()
        redis.stop()
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def database_url(cluster: Cluster) -> str:
    """A database of this module's own."""
    return cluster.fresh_database()


@pytest.fixture
def erasing(database_url: str) -> Iterator[None]:
    """The clinic's setting: a plain wish is done at once. A conversation reads it within two seconds."""
    with psycopg.connect(database_url) as connection:
        body = json.dumps({"erases": True})
        connection.execute("insert into clinic_version (number, by, body) values (1, 'a@b.c', %s)", (body,))
    time.sleep(FRESH_SECONDS)
    yield
    with psycopg.connect(database_url) as connection:
        connection.execute("delete from clinic_version")
    time.sleep(FRESH_SECONDS)


@pytest.fixture(scope="module")
def redis_url(cluster: Cluster) -> str:
    """One of Redis' databases, emptied for this module."""
    import redis

    url = f"{cluster.redis}?db={next(numbers) % 16}"
    with redis.Redis.from_url(url) as connection:
        connection.flushdb()
    return url


@pytest.fixture(scope="module")
def settings(database_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings that point at this module's services."""
    return Settings(
        database_url=database_url, redis_url=redis_url, data=tmp_path_factory.mktemp("data"), open_reference=False
    )


@pytest.fixture(scope="module")
async def database(database_url: str) -> AsyncIterator[Database]:
    """Both ways into this module's database."""
    opened = await open_database(database_url, size=4)
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
async def queue(redis_url: str) -> AsyncIterator[ArqRedis]:
    """The job queue."""
    opened = await open_queue(redis_url)
    yield opened
    await opened.aclose()


@pytest.fixture(scope="module")
async def app(settings: Settings, database: Database, queue: ArqRedis) -> AsyncIterator[Litestar]:
    """The application of this module, started."""
    application = create_app(settings, database, queue)
    async with started(application):
        yield application


@asynccontextmanager
async def started(application: Litestar) -> AsyncIterator[None]:
    """The application between its start and its end, both in one task as its task groups want it."""
    up, end = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        async with application.lifespan():
            up.set()
            await end.wait()

    living = asyncio.create_task(live())
    up_or_failed = asyncio.create_task(up.wait())
    await asyncio.wait({living, up_or_failed}, return_when=asyncio.FIRST_COMPLETED)
    up_or_failed.cancel()
    yield
    end.set()
    await living


@pytest.fixture
async def client(app: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that nobody has signed in with. Follow redirects yourself."""
    async with browser(app) as opened:
        yield opened


@pytest.fixture
async def staff(app: Litestar, database: Database, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A browser in which a therapist of their own is signed in; the CSRF header is set."""
    async with browser(app) as opened:
        await sign_in(opened, await new_account(database), database, settings)
        yield opened


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Running]:
    """`anamnesis run` on a free port, with this module's services."""
    running = start_server(settings)
    yield running
    running.process.terminate()
    running.process.wait(60)


@pytest.fixture
def signed_in(server: Running) -> Iterator[httpx.Client]:
    """A signed-in admin's browser on the running server; the CSRF header is set."""
    hooks = {"response": [read_and_check]}
    with httpx.Client(base_url=server.url, follow_redirects=True, event_hooks=hooks, timeout=60) as opened:
        opened.get(f"/welcome/{server.token}")
        opened.headers[CSRF_HEADER] = opened.cookies[CSRF_COOKIE]
        yield opened


def start_server(settings: Settings, *, afresh: bool = False, **environment: str) -> Running:
    """Start `anamnesis run` with these settings and wait until it answers: as a copy of a process that has imported the
    program before or, `afresh`, as people start it."""
    assert settings.database_url is not None
    assert settings.redis_url is not None
    given = {
        "DATABASE_URL": settings.database_url,
        "REDIS_URL": settings.redis_url,
        "ANAMNESIS_DATA": str(settings.data),
        "ANAMNESIS_OPEN_REFERENCE": str(settings.open_reference),
    }
    return _start(settings.data, {**os.environ, **given, **environment}, given, afresh)


def start_embedded(data: Path, **environment: str) -> Running:
    """Start `anamnesis run` with services of its own in this folder, and wait until it answers."""
    given = {"ANAMNESIS_DATA": str(data), "ANAMNESIS_OPEN_REFERENCE": "False"}
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    return _start(data, {**kept, **given, **environment}, given, afresh=True)


def _start(data: Path, environment: dict[str, str], given: dict[str, str], afresh: bool) -> Running:
    told = data / "server.json"
    told.unlink(missing_ok=True)
    process = _process("run", "--port", "0", environment=environment, afresh=afresh)
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline and process.poll() is None:
        if told.exists() and (found := _answering(told)):
            return Running(found["url"], found["token"], process, given)
        time.sleep(0.02)
    process.kill()
    pytest.fail(f"the server did not start:\n{process.communicate()[0]}")


def _process(*command: str, environment: dict[str, str], afresh: bool) -> subprocess.Popen[str] | Forked:
    if not afresh:
        return Forked(*command, environment=environment)
    words, out = [sys.executable, "-m", "server.cli", *command], subprocess.PIPE
    return subprocess.Popen(words, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT, text=True)


def _answering(told: Path) -> dict[str, str] | None:
    try:
        found: dict[str, str] = json.loads(told.read_text())
        return found if httpx.get(f"{found['url']}/healthz", timeout=60).status_code == 200 else None
    except (ValueError, httpx.TransportError):
        return None


def browser(app: Litestar) -> httpx.AsyncClient:
    """A client of the application in this process, with cookies of its own."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)  # type: ignore[arg-type]  # litestar types its scope
    return httpx.AsyncClient(
        transport=transport,
        base_url=BASE,
        headers={"accept": "text/html"},
        event_hooks={"response": [read_and_check_async]},
    )


async def new_account(database: Database, role: Role = "therapist") -> Account:
    """An account of its own for one test."""
    return await Accounts(database).add(f"person{next(numbers)}@example.org", role, "A. Person")


async def sign_in(client: httpx.AsyncClient, account: Account, database: Database, settings: Settings) -> None:
    """Give the client a session of this account and the CSRF header that goes with its cookie."""
    sessions = StaffSessions(database.pool, settings.session_lifetime)
    client.cookies.set(STAFF_COOKIE, await sessions.start(account.id), domain="test.local")
    await give_csrf(client)


async def give_csrf(client: httpx.AsyncClient) -> str:
    """Fetch a file for the CSRF cookie that comes with it and send it along as the header from now on."""
    await client.get("/static/favicon.svg")
    client.headers[CSRF_HEADER] = client.cookies[CSRF_COOKIE]
    return client.cookies[CSRF_COOKIE]
