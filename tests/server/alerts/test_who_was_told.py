"""What a patient reads about who was told of a stop is what the tables prove: sent, being sent, waiting, or failed."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import psycopg
import pytest

from server.settings import Settings
from tests.conftest import Cluster, Running, start_server
from tests.server.alerts.receivers import Mailbox, mail_server, until
from tests.server.interviews.talking import begun, talker

pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH")
STOP = "I am going to kill myself tonight."
NOWHERE = "smtp://127.0.0.1:9?tls=none"


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as box:
        yield box


@pytest.fixture
def alone(settings: Settings, cluster: Cluster) -> Settings:
    """Settings with a database of this test's own: the worker of another server, where no mail is set up, would decide
    for this one's alerts too that nothing is sent."""
    return settings.model_copy(update={"database_url": cluster.fresh_database()})


@contextmanager
def running(settings: Settings, **given: str) -> Iterator[httpx.Client]:
    """A server with these settings, and an admin signed in on it."""
    server = start_server(settings, ANAMNESIS_ALERT_AGAIN="0.5", **given)
    try:
        yield signed(server)
    finally:
        server.process.terminate()
        server.process.wait(60)


def signed(server: Running) -> httpx.Client:
    browser = httpx.Client(base_url=server.url, follow_redirects=True, timeout=60)
    browser.get(f"/welcome/{server.token}")
    browser.headers["x-csrftoken"] = browser.cookies["anamnesis_csrf"]
    return browser


def stopped(staff: httpx.Client, **given: str) -> tuple[str, httpx.Client]:
    """An interview that ended for safety, and its patient's browser."""
    interview = begun(staff, **given)
    link = staff.post(f"/interviews/{interview}/link").json()["url"]
    patient = httpx.Client(base_url=str(staff.base_url), follow_redirects=True, timeout=60)
    patient.get(link)
    with talker(staff, interview) as talking:
        talking.to_item(2)
        assert talking.say(STOP)["purpose"] == "script"
    return interview, patient


def told(patient: httpx.Client, interview: str) -> tuple[str, str]:
    found = patient.get(f"/chat/{interview}/told").raise_for_status().json()
    return found["telling"], found["words"]


def test_where_nothing_is_set_up_it_says_that_the_alert_waits(signed_in: httpx.Client) -> None:
    interview, patient = stopped(signed_in)
    telling, words = told(patient, interview)
    assert telling == "waiting"
    assert words.startswith("An alert about this is on your therapist's page.")
    assert "sent" not in words
    spanish, reader = stopped(signed_in, locale="es-US")
    assert told(reader, spanish)[1].startswith("En la página de su terapeuta")


def test_sent_is_said_only_once_the_log_says_so(alone: Settings, mailbox: Mailbox) -> None:
    with running(alone, ANAMNESIS_SMTP_URL=mailbox.url, ANAMNESIS_ALERT_FROM="a@clinic.example") as staff:
        interview, patient = stopped(staff)
        seen = {told(patient, interview)[0]}
        until(lambda: told(patient, interview)[0] == "sent")
        assert seen <= {"sending", "sent"}
        assert told(patient, interview)[1].startswith("I've sent your therapist a note about this.")


def test_where_sending_fails_it_says_so_and_whom_to_call(alone: Settings) -> None:
    assert alone.database_url is not None
    body = '{"name": "Elm Street", "phone": "555 0100"}'
    with running(alone, ANAMNESIS_SMTP_URL=NOWHERE, ANAMNESIS_ALERT_FROM="a@clinic.example") as staff:
        interview, patient = stopped(staff)
        until(lambda: told(patient, interview)[0] == "failed")
        assert told(patient, interview)[1] == (
            "I couldn't reach your therapist from here. Please call one of the numbers above."
        )
        with psycopg.connect(alone.database_url) as connection:
            connection.execute("insert into clinic_version (number, by, body) values (1, 'a', %s::jsonb)", (body,))
        until(lambda: told(patient, interview)[1].endswith("or Elm Street at 555 0100."))


def test_a_stranger_learns_nothing_and_without_an_alert_there_is_nothing(signed_in: httpx.Client) -> None:
    interview, _ = stopped(signed_in)
    with httpx.Client(base_url=str(signed_in.base_url), timeout=60) as stranger:
        assert stranger.get(f"/chat/{interview}/told").status_code == 404
    calm = begun(signed_in)
    assert signed_in.get(f"/chat/{calm}/told").status_code == 404
