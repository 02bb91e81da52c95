"""Who may see an interview, through the door: HTTP and the socket of a running server, with everybody's cookies."""

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from server.accounts.sessions import STAFF_COOKIE, StaffSessions
from server.database import Database
from server.http.security import CSRF_COOKIE, CSRF_HEADER
from server.interviews.access import LOOK_AGAIN_SECONDS, MOST_SOCKETS
from server.interviews.lists.removal import remove
from server.settings import Settings
from server.tokens import digest
from tests.conftest import Running, new_account

WAIT = 60
REFUSED = 4403
Person = Callable[[str | None], httpx.Client]


@pytest.fixture
def person(server: Running) -> Iterator[Person]:
    """Makes browsers: a member of staff's by their session's token, anybody's without one."""
    opened: list[httpx.Client] = []

    def make(token: str | None) -> httpx.Client:
        client = httpx.Client(base_url=server.url, timeout=WAIT, headers={"accept": "application/json"})
        if token:
            client.cookies.set(STAFF_COOKIE, token, domain="127.0.0.1")
        client.get("/healthz")
        client.headers[CSRF_HEADER] = client.cookies[CSRF_COOKIE]
        opened.append(client)
        return client

    yield make
    for client in opened:
        client.close()


@pytest.fixture
async def two(person: Person, database: Database, settings: Settings) -> tuple[httpx.Client, httpx.Client]:
    """Two therapists who have nothing to do with each other."""
    sessions = StaffSessions(database.pool, settings.session_lifetime)
    tokens = [await sessions.start((await new_account(database)).id) for _ in range(2)]
    return person(tokens[0]), person(tokens[1])


def started(therapist: httpx.Client, label: str = "D-1") -> tuple[str, str]:
    """A new interview's number and its patient's link."""
    number = therapist.post("/interviews", json={"label": label}).json()["id"]
    return number, therapist.post(f"/interviews/{number}/link").json()["url"]


def socket(client: httpx.Client, interview: str, query: str = "", origin: str | None = None) -> ClientConnection:
    base = str(client.base_url).rstrip("/")
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())}
    headers["Origin"] = origin or base
    url = f"ws{base.removeprefix('http')}/interviews/{interview}/socket{query}"
    opened = connect(url, additional_headers=headers, open_timeout=WAIT, compression=None, legacy=True)
    opened.send(json.dumps({"v": 1, "type": "resume", "lastSeq": 0}))
    return opened


def refused(client: httpx.Client, interview: str, query: str = "", origin: str | None = None) -> bool:
    """Whether the socket is refused before the handshake."""
    try:
        socket(client, interview, query, origin).close()
    except InvalidStatus as answer:
        return answer.response.status_code == 403
    return False


def closed_with(opened: ClientConnection) -> int | None:
    """Read to the end; the code that the server closed with."""
    try:
        while True:
            opened.recv(timeout=WAIT)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else None


def test_an_interview_of_somebody_else_is_not_there(two: tuple[httpx.Client, httpx.Client], person: Person) -> None:
    mine, other = two
    number, link = started(mine)
    patient = person(None)
    assert patient.get(link).status_code == 303
    for stranger, status in ((other, 404), (patient, 401), (person(None), 401)):
        for path in ("", "/profile", "/report", "/alerts", "/view", "/model", "/in-person"):
            assert stranger.get(f"/interviews/{number}{path}").status_code == status, path
        for path in (
            "/link",
            "/link/new",
            "/acknowledge",
            "/alerts/opened",
            "/reread",
            "/report/rules",
            "/release",
            "/close",
            "/in-person/form",
        ):
            assert stranger.post(f"/interviews/{number}{path}").status_code == status, path
        assert stranger.post(f"/interviews/{number}/rename", json={"label": "mine"}).status_code == status
        for path, form in (
            ("/hold", {"why": "pause"}),
            ("/notes", {"note": "n"}),
            ("/in-person/done", {"note": "n"}),
            ("/in-person", {"item": "1", "did": "1"}),
        ):
            assert stranger.post(f"/interviews/{number}{path}", data=form).status_code == status, path
        for what in ("archive", "unarchive", "delete", "restore"):
            assert stranger.post(f"/interviews/{what}", json={"interviews": [number]}).status_code == status, what
    assert number not in other.get("/interviews").text
    assert refused(other, number)
    assert refused(person(None), number)
    assert not refused(mine, number)
    assert refused(mine, number, "?as=patient")
    assert not refused(patient, number)
    for origin in ("http://example.org", "null", str(mine.base_url).replace("127.0.0.1", "localhost").rstrip("/")):
        assert refused(mine, number, origin=origin)
        assert refused(patient, number, origin=origin)


def test_the_patient_of_one_interview_is_a_stranger_to_another(
    two: tuple[httpx.Client, httpx.Client], person: Person
) -> None:
    (first, link), (second, _) = started(two[0]), started(two[0])
    patient = person(None)
    entered = patient.get(link)
    assert entered.headers["location"] == f"/chat/{first}"
    name, token = next(iter((n, v) for n, v in patient.cookies.items() if n.startswith("patient-")))
    flags = next(value for value in entered.headers.get_list("set-cookie") if value.startswith(name))
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(flags.split("; "))
    assert patient.get(f"/chat/{first}").status_code == 200
    assert patient.get(f"/chat/{second}").status_code == 404
    patient.cookies.set(f"patient-{second.replace('-', '')}", token, domain="127.0.0.1")
    assert patient.get(f"/chat/{second}").status_code == 404
    assert refused(patient, second)


def test_a_link_that_leads_nowhere_says_so_in_the_callers_language(
    two: tuple[httpx.Client, httpx.Client], person: Person
) -> None:
    number, old = started(two[0])
    two[0].post(f"/interviews/{number}/link/new")
    guest = person(None)
    for link in (old, f"/p/{'x' * 43}", "/p/%00", f"/p/{'y' * 3000}"):
        told = guest.get(link)
        assert (told.status_code, told.json()["code"]) == (404, "not_found")
        page = guest.get(link, headers={"accept": "text/html"})
        assert page.status_code == 404
        assert "This conversation is not open here" in page.text
        assert "Open the newest link" in page.text
    assert not any(name.startswith("patient-") for name in guest.cookies)


def test_a_new_link_shuts_out_whoever_came_by_the_old_one(
    two: tuple[httpx.Client, httpx.Client], person: Person
) -> None:
    number, link = started(two[0])
    old, new = person(None), person(None)
    old.get(link)
    left_open = socket(old, number)
    left_open.recv(timeout=WAIT)
    new.get(two[0].post(f"/interviews/{number}/link/new").json()["url"])
    assert closed_with(left_open) == REFUSED
    assert refused(old, number)
    assert old.get(f"/chat/{number}").status_code == 404
    kept = socket(new, number)
    kept.send(json.dumps({"v": 1, "type": "message", "id": "a", "text": "Yes, I'm ready."}))
    with suppress(TimeoutError):
        while '"ack"' not in str(kept.recv(timeout=WAIT)):
            pass
    kept.close()


async def test_an_old_link_used_at_the_moment_of_its_replacement_lets_nobody_in(
    two: tuple[httpx.Client, httpx.Client], person: Person, database: Database
) -> None:
    number, link = started(two[0])
    patient = person(None)
    with ThreadPoolExecutor() as pool, psycopg.connect(database.url) as holding:
        holding.execute("select from interview where id = %s for update", (number,))
        replaced = pool.submit(two[0].post, f"/interviews/{number}/link/new")
        await until_waiting(database, 1)
        entered = pool.submit(patient.get, link)
        await until_waiting(database, 2)
        holding.rollback()
        assert replaced.result().status_code == 200
        assert entered.result().status_code == 404
    assert patient.get(f"/chat/{number}").status_code == 404


async def until_waiting(database: Database, many: int) -> None:
    """Wait until so many statements wait for a lock."""
    query = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    async with asyncio.timeout(WAIT), database.pool.connection() as connection:
        while await (await connection.execute(query)).fetchone() != (many,):  # noqa: ASYNC110  # others make them wait
            await asyncio.sleep(0.05)


async def test_a_patients_session_that_has_run_out_goes_though_nobody_opens_the_link_again(
    two: tuple[httpx.Client, httpx.Client], person: Person, database: Database
) -> None:
    number, link = started(two[0])
    assert person(None).get(link).status_code == 303
    async with database.pool.connection() as connection:
        await connection.execute(
            "insert into patient_session (token_hash, interview_id, expires_at) "
            "values (%s, %s, now() - interval '1 day')",
            (digest("long ago"), number),
        )
        await remove(database.pool)
        found = "select token_hash from patient_session where interview_id = %s"
        rows = await (await connection.execute(found, (number,))).fetchall()
    assert len(rows) == 1
    assert rows != [(digest("long ago"),)]


def test_copying_the_link_gives_the_living_one_and_shuts_nobody_out(
    two: tuple[httpx.Client, httpx.Client], person: Person
) -> None:
    number, link = started(two[0])
    patient = person(None)
    patient.get(link)
    inside = socket(patient, number)
    again = [two[0].post(f"/interviews/{number}/link").json() for _ in range(3)]
    assert [(one["url"], one["made"]) for one in again] == [(link, False)] * 3
    inside.send(json.dumps({"v": 1, "type": "message", "id": "a", "text": "Yes, I'm ready."}))
    while '"ack"' not in str(inside.recv(timeout=WAIT)):
        pass
    assert person(None).get(link).status_code == 303
    inside.close()


async def test_no_token_is_stored_and_each_link_has_its_own(
    two: tuple[httpx.Client, httpx.Client], database: Database
) -> None:
    number, link = started(two[0])
    other = started(two[0])[1]
    newer = two[0].post(f"/interviews/{number}/link/new").json()["url"]
    tokens = {url.rsplit("/", 1)[1] for url in (link, newer, other)}
    assert len(tokens) == 3
    async with database.pool.connection() as connection:
        rows = await (await connection.execute("select t::text from patient_link t")).fetchall()
    assert not [row for row in rows for token in tokens if token in row[0]]


async def test_a_link_that_cannot_be_shown_still_works_and_the_page_offers_a_new_one(
    two: tuple[httpx.Client, httpx.Client], person: Person, database: Database
) -> None:
    number = two[0].post("/interviews", json={"label": "D-2"}).json()["id"]
    async with database.pool.connection() as connection:
        await connection.execute(
            "insert into patient_link (token_hash, interview_id, expires_at) values (%s, %s, now() + interval '1 day')",
            (digest("kept-elsewhere"), number),
        )
    told = two[0].post(f"/interviews/{number}/link")
    assert (told.status_code, told.json()["code"]) == (409, "not_now")
    assert "Make a new one" in told.json()["message"]
    assert "cannot be shown again" in page_of(two[0], number)
    assert person(None).get("/p/kept-elsewhere").status_code == 303
    assert two[0].post(f"/interviews/{number}/link/new").json()["made"] is True
    assert person(None).get("/p/kept-elsewhere").status_code == 404


async def test_where_no_link_is_alive_the_page_says_so_and_copying_makes_one(
    two: tuple[httpx.Client, httpx.Client], person: Person, database: Database
) -> None:
    number = two[0].post("/interviews", json={"label": "D-3"}).json()["id"]
    assert "There is none yet" in page_of(two[0], number)
    first = two[0].post(f"/interviews/{number}/link").json()
    assert first["made"] is True
    assert "It works until" in page_of(two[0], number)
    async with database.pool.connection() as connection:
        await connection.execute(
            "update patient_link set expires_at = now() - interval '1 minute' where interview_id = %s", (number,)
        )
    assert person(None).get(first["url"]).status_code == 404
    assert "The last one stopped working" in page_of(two[0], number)
    second = two[0].post(f"/interviews/{number}/link").json()
    assert second["made"] is True
    assert person(None).get(second["url"]).status_code == 303


def page_of(therapist: httpx.Client, interview: str) -> str:
    return therapist.get(f"/interviews/{interview}", headers={"accept": "text/html"}).text


def test_nobody_opens_sockets_without_end(two: tuple[httpx.Client, httpx.Client], person: Person) -> None:
    number, link = started(two[0])
    patient = person(None)
    patient.get(link)
    opened = [socket(patient, number) for _ in range(MOST_SOCKETS)]
    assert refused(patient, number)
    assert not refused(two[0], number)
    for one in opened:
        one.close()
    assert any(not refused(patient, number) for _ in range(20))


HOSTILE = [
    ("[" * 60_000, "bad_frame"),
    ('{"type":"skip","id":"a","x":' + '{"a":' * 9_000 + "1" + "}" * 9_000 + "}", "bad_frame"),
    (json.dumps({"type": "skip", "id": "\x00"}), "bad_frame"),
    ('{"type":"skip","id":"\\ud800"}', "bad_frame"),
    (json.dumps({"type": "resume", "lastSeq": 10**30}), "bad_frame"),
    (json.dumps({"type": "edit", "id": "e", "itemId": 10**30, "text": "no"}), "unknown_item"),
    (b"\x00\x01", "bad_frame"),
    (json.dumps({"type": "message", "id": "m", "text": "x" * 60_000}), "too_long"),
]


def test_a_hostile_frame_is_refused_and_the_line_goes_on(
    two: tuple[httpx.Client, httpx.Client], person: Person
) -> None:
    number, link = started(two[0])
    patient = person(None)
    patient.get(link)
    opened = socket(patient, number)
    for frame, code in HOSTILE:
        opened.send(frame)
        answer = {"type": "event"}
        while answer["type"] == "event":
            answer = json.loads(opened.recv(timeout=WAIT))
        assert (answer["type"], answer["code"]) == ("error", code), frame[:40]
    opened.send("x" * 65_537)
    assert closed_with(opened) == 1009


def test_staff_watch_and_do_not_write(two: tuple[httpx.Client, httpx.Client]) -> None:
    number, _ = started(two[0])
    opened = socket(two[0], number)
    opened.send(json.dumps({"v": 1, "type": "message", "id": "a", "text": "I am not the patient."}))
    answer = {"type": "event"}
    while answer["type"] == "event":
        answer = json.loads(opened.recv(timeout=WAIT))
    assert (answer["code"], answer["id"]) == ("not_allowed", "a")
    opened.close()


async def test_an_admin_who_is_one_no_more_stops_watching_at_once(
    two: tuple[httpx.Client, httpx.Client], person: Person, database: Database, settings: Settings
) -> None:
    sessions = StaffSessions(database.pool, settings.session_lifetime)
    accounts = [await new_account(database, "admin") for _ in range(2)]
    stays, goes = [person(await sessions.start(one.id)) for one in accounts]
    interview, _ = started(two[0])
    watching, begun = socket(goes, interview), time.monotonic()
    form = {"role": "therapist"}
    assert stays.post(f"/admin/accounts/{accounts[1].id}/change", data=form).status_code == 303
    assert closed_with(watching) == REFUSED
    assert time.monotonic() - begun < LOOK_AGAIN_SECONDS / 2


@pytest.mark.parametrize(
    "body", ["[" * 60_000, "{", '"x"', "null", '{"label":"\\u0000"}', '{"label":"\\ud800"}', '{"label":" "}', "{}"]
)
def test_a_body_that_cannot_be_read_is_the_callers_fault(two: tuple[httpx.Client, httpx.Client], body: str) -> None:
    answer = two[0].post("/interviews", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (422, "correct_input")


def test_posts_without_the_token_change_nothing(two: tuple[httpx.Client, httpx.Client]) -> None:
    number, link = started(two[0])
    token = two[0].headers.pop(CSRF_HEADER)
    for path in ("/interviews", f"/interviews/{number}/link/new", f"/interviews/{number}/acknowledge"):
        assert two[0].post(path, json={"label": "forged"}).status_code == 403
        assert two[0].post(path, json={"label": "forged"}, headers={CSRF_HEADER: "f" * 128}).status_code == 403
    two[0].headers[CSRF_HEADER] = token
    assert "forged" not in two[0].get("/interviews", headers={"accept": "text/html"}).text
    assert two[0].get(link).status_code == 303


def test_labels_are_text_on_every_page(two: tuple[httpx.Client, httpx.Client]) -> None:
    label = '"><img src=x onerror=alert(1)></title><script>alert(2)</script>{{7*7}}'
    number, _ = started(two[0], label)
    for path in ("/interviews", f"/interviews/{number}"):
        page = two[0].get(path, headers={"accept": "text/html"}).text
        assert not re.search(r"<img src=x|<script>alert", page)
        assert "&lt;img src=x" in page
        assert "{{7*7}}" in page
