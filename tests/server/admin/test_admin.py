"""The admin's pages through the door: a server with its worker, a scripted provider and a real mail server."""

import html
import re
import time
from collections.abc import Callable, Iterator
from uuid import uuid4

import httpx
import psycopg
import pytest

from agents.scripted.faults import FaultName
from server.engines.ledger import BUCKETS, bucket, longest
from server.engines.roles import LOCKS
from server.engines.stub_provider import StubProvider
from server.engines.stub_running import in_thread
from server.settings import Settings
from tests.browser.held import held as finished
from tests.conftest import Running, start_server
from tests.faults.test_model_faults import MODEL, hold, order
from tests.server.alerts.receivers import mail_server

pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH")
WAIT = 90
JUDGE = "openai/gpt-4.1"
PAGES = ("/admin/system", "/admin/jobs", "/admin/messages")


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    with in_thread(StubProvider()) as url:
        yield url


@pytest.fixture(scope="module")
def server(settings: Settings, provider: str) -> Iterator[Running]:
    with mail_server() as mailbox:
        running = start_server(
            settings,
            OPENAI_BASE_URL=f"{provider}/v1",
            OPENAI_API_KEY="any",
            ANAMNESIS_DRIVERS=MODEL,
            ANAMNESIS_TURN_SECONDS="5",
            ANAMNESIS_SMTP_URL=mailbox.url,
            ANAMNESIS_ALERT_FROM="alerts@clinic.example",
            ANAMNESIS_ALERT_EMAILS="duty@clinic.example, gone@clinic.example",
            ANAMNESIS_ALERT_AGAIN="0.1",
        )
        yield running
        running.process.terminate()
        running.process.wait(60)


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def lines(page: str) -> list[str]:
    """Each row of a page's table or list in one line."""
    parts = re.findall(r"<tr>.*?</tr>|<li\b.*?</li>", page, re.DOTALL)
    return [" ".join(html.unescape(re.sub("<[^>]+>", " ", part)).split()) for part in parts]


def row(staff: httpx.Client, path: str, *words: str) -> str:
    """The first row that holds all these words; empty where there is none."""
    return next((one for one in lines(staff.get(path).text) if all(word in one for word in words)), "")


def test_empty_pages_say_what_comes(signed_in: httpx.Client) -> None:
    assert "No message has been due yet" in signed_in.get("/admin/messages").text
    assert "Nothing has been begun yet" in signed_in.get("/admin/jobs").text
    assert "None of these" in signed_in.get("/admin/jobs?show=failed").text
    page = signed_in.get("/admin/system").text
    assert "Nothing has failed" in page
    assert "Nothing needs you" not in page, "something is still to set up"
    assert not re.search("ANAMNESIS_|PostgreSQL|pgvector|embedder|webhook|learnt", page.split('id="software"')[0])
    still = page.split('id="lacking"')[1].split("</section>")[0]
    assert re.findall(r"<b>([\w ]+)</b>", still) == ["A second person", "Clinic", "Accounts"], "a mail server is set"
    assert "Still to set up before patients come: a second person, clinic, accounts." in signed_in.get("/today").text
    assert "see to asking the questions, scoring the answers, reading for danger, forming impressions, writing" in page
    assert row(
        signed_in,
        "/admin/system",
        "Scorer",
        MODEL,
        "where an interview is led by it",
        "Not checked here",
        "Not asked yet",
    )
    for name in ("Database", "Message queue", "Background work"):
        until(lambda name=name: bool(row(signed_in, "/admin/system", "Works", name)))  # type: ignore[misc]
    assert "/admin/clinic?locale=es-US#safety-title" in page


def test_a_second_person_is_asked_for_until_every_account_has_one(signed_in: httpx.Client) -> None:
    said = row(signed_in, "/admin/system", "A second person")
    assert "If an alert is not acknowledged, nobody else is told of it." in said
    for one, lacking in (("admin@localhost", True), ("lead@clinic.example", False)):
        assert signed_in.post("/account/alerts", data={"email": "yes", "second": one}).status_code == 200
        assert bool(row(signed_in, "/admin/system", "A second person")) is lacking, "nobody is their own second person"
        mine = row(signed_in, "/admin/accounts", "This is you")
        assert ("There is no second person: nobody else is told if it is not acknowledged" in mine) is lacking
    assert "and to lead@clinic.example if nobody acknowledges it within 15 minutes." in mine
    signed_in.post("/account/alerts", data={"email": "yes"})


def test_an_engine_shows_health_times_and_spending(server: Running, signed_in: httpx.Client, provider: str) -> None:
    signed_in.post("/admin/engines/ask")
    until(lambda: "Answered" in row(signed_in, "/admin/system", "Judge", JUDGE))
    order(provider, FaultName.SERVER_ERROR)
    signed_in.post("/admin/engines/ask")
    judge = row(signed_in, "/admin/system", "Judge", JUDGE)
    assert "Failed" in judge
    assert "it failed on its side" in judge
    order(provider)
    signed_in.post("/admin/engines/ask")
    assert "Answered" in row(signed_in, "/admin/system", "Judge", JUDGE)
    assert re.search(
        r"All models together: \$0\.\d+ today, \$0\.\d+ this month; \d+ requests", signed_in.get("/admin/system").text
    )


def test_a_job_is_found_cancelled_and_tried_again(
    server: Running, signed_in: httpx.Client, provider: str, database_url: str
) -> None:
    order(provider, FaultName.SERVER_ERROR)
    held = hold(server, signed_in, answers=2)
    job = signed_in.post(f"/interviews/{held.id}/reread").json()["id"]
    assert row(signed_in, "/admin/jobs?kind=reread", "Interview read again by the model: faults")
    signed_in.post(f"/jobs/{job}/cancel").raise_for_status()
    assert row(
        signed_in, "/admin/jobs?show=cancelled", "Interview read again by the model: faults", "Cancelled", "Try again"
    )
    assert not row(signed_in, "/admin/jobs?show=cancelled&kind=assess", "read again")
    order(provider)
    until(lambda: bool(row(signed_in, "/admin/system", "Risk", MODEL, "0 answered, ", "it failed")))
    signed_in.post(f"/jobs/{job}/retry").raise_for_status()
    until(lambda: bool(row(signed_in, "/admin/jobs?show=done", "Interview read again by the model: faults", "Done")))
    until(lambda: "price not known" in row(signed_in, "/admin/system", "Scorer", MODEL, "Answered", " ms"))
    with psycopg.connect(database_url) as connection:
        connection.execute(
            "insert into job (id, kind, key, payload, not_before) "
            "values (%s, 'of_a_later_version', 'x', '{}', now() - interval '2 minutes')",
            (uuid4(),),
        )
    assert row(signed_in, "/admin/jobs?show=stuck", "of a later version", "Stuck: nobody works on it", "Cancel")
    assert row(signed_in, "/admin/system", "Background work", "1 is stuck: nobody works on it")
    assert not row(signed_in, "/admin/jobs?show=queued", "of a later version"), "a job is in one state"
    assert "the background work may not be running" in signed_in.get("/admin/jobs?show=stuck").text


def test_a_job_names_what_it_is_about_and_an_embedder_that_is_down_has_no_rules_in_its_place(
    server: Running, signed_in: httpx.Client, database_url: str
) -> None:
    interview = finished(signed_in)
    signed_in.post(f"/interviews/{interview}/rename", json={"label": "CARD-7"}).raise_for_status()
    until(lambda: signed_in.post(f"/interviews/{interview}/card", json={"engines": []}).status_code == 202)
    assert row(signed_in, "/admin/jobs?kind=report_card", "Report card: CARD-7")
    given = {"transcript": "Interviewer: How do you sleep?\nParticipant: Badly, most nights.", "label": "Intake 7"}
    number = signed_in.post("/transcripts/assess", json=given, headers={"prefer": "respond-async"}).json()["id"]
    assert row(signed_in, "/admin/jobs?kind=assess", "Assessment of a transcript: Intake 7")
    assert f'href="/transcripts/{number}">Intake 7</a>' in signed_in.get("/admin/jobs?kind=assess").text
    with psycopg.connect(database_url) as connection:
        connection.execute(
            "insert into model_outage (id, model, since, tried_at, kind, reason) "
            "values (%s, %s, now(), now(), 'Unreachable', 'no answer')",
            (uuid4(), LOCKS["embedder"]),
        )
    down = row(signed_in, "/admin/system", "Model down", LOCKS["embedder"])
    assert "reports are written without passages of the library" in down
    assert "the rules answer" not in down


def test_a_message_is_shown_masked_and_tried_again(server: Running, signed_in: httpx.Client) -> None:
    hold(server, signed_in, answers=12)
    until(lambda: bool(row(signed_in, "/admin/messages?show=failed", "E-mail to g…@clinic.example")))
    until(lambda: bool(row(signed_in, "/admin/messages?show=accepted", "E-mail to d…@clinic.example", "Sent")))
    assert "gone@clinic.example" not in signed_in.get("/admin/messages").text
    assert "could not be sent" in row(signed_in, "/admin/system", "Messages", "about alerts")
    failed = re.findall(r'action="(/admin/messages/[^"]+/again)"', signed_in.get("/admin/messages?show=failed").text)
    assert row(signed_in, "/admin/messages?show=failed", "g…@", "tried 1 time ")
    assert signed_in.post(failed[0]).status_code == 200
    until(lambda: bool(row(signed_in, "/admin/messages?show=failed", "g…@", "tried 2 times")))
    assert signed_in.post(f"/admin/messages/{uuid4()}/again").status_code == 404


def test_they_are_for_admins(server: Running, signed_in: httpx.Client, database_url: str) -> None:
    posts = ("/admin/engines/ask", f"/admin/messages/{uuid4()}/again")
    with httpx.Client(base_url=server.url, headers={"accept": "application/json"}, timeout=60) as stranger:
        assert {stranger.get(page).status_code for page in PAGES} == {401}
    with psycopg.connect(database_url) as connection:
        connection.execute("update account set role = 'therapist' where email = 'admin@localhost'")
    try:
        assert {signed_in.get(page).status_code for page in PAGES} == {403}
        assert {signed_in.post(path).status_code for path in posts} == {403}
        assert 'href="/admin/system"' not in signed_in.get("/today").text
    finally:
        with psycopg.connect(database_url) as connection:
            connection.execute("update account set role = 'admin' where email = 'admin@localhost'")


@pytest.mark.parametrize("seconds", [0.0, 0.0004, 0.02, 0.9, 12.5, 299.0])
def test_a_time_is_told_a_fifth_too_long_at_most(seconds: float) -> None:
    place = bucket(seconds)
    assert 0 <= place < BUCKETS
    assert seconds <= longest(place) * 1.000001
    assert longest(place) <= max(0.001, seconds * 1.2) * 1.000001
