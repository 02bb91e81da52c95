"""An alert by e-mail, by a webhook and to a second person, through the door: the server runs with its worker, a real
mail server and a real webhook listen."""

import hashlib
import hmac
import html
import re
import time
from collections.abc import Iterator

import httpx
import pytest

from server.settings import Settings
from tests.conftest import Running, start_server
from tests.server.alerts.receivers import HANG, Called, Hook, Mailbox, mail_server, text_of, until, webhook_server
from tests.server.interviews.talking import acknowledged, begun, talker

SECRET = "a secret of the clinic's"
WORDS = "When the house is quiet I think about killing myself."
SECOND_AFTER = 2
ME = "admin@localhost"


pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH")


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as box:
        yield box


@pytest.fixture(scope="module")
def hook() -> Iterator[Hook]:
    with webhook_server() as one:
        yield one


@pytest.fixture(scope="module")
def server(settings: Settings, mailbox: Mailbox, hook: Hook) -> Iterator[Running]:
    running = start_server(
        settings,
        ANAMNESIS_SMTP_URL=mailbox.url,
        ANAMNESIS_ALERT_FROM="alerts@clinic.example",
        ANAMNESIS_ALERT_EMAILS="duty@clinic.example, gone@clinic.example, later@clinic.example",
        ANAMNESIS_ALERT_SECOND_EMAILS="second@clinic.example",
        ANAMNESIS_ALERT_SECOND_AFTER=str(SECOND_AFTER),
        ANAMNESIS_ALERT_WEBHOOK=f"{hook.url}/clinic",
        ANAMNESIS_ALERT_WEBHOOK_SECRET=SECRET,
        ANAMNESIS_ALERT_WEBHOOK_HOSTS="127.0.0.1",
        ANAMNESIS_ALERT_TIMEOUT="1",
        ANAMNESIS_ALERT_AGAIN="0.1",
    )
    yield running
    running.process.terminate()
    running.process.wait(60)


def alerted(staff: httpx.Client, text: str = WORDS) -> str:
    """The number of an interview in which something was said that alerts."""
    interview = begun(staff, label="Q-77")
    say(staff, interview, text)
    return interview


def say(staff: httpx.Client, interview: str, text: str = WORDS) -> None:
    with talker(staff, interview) as patient:
        patient.to_item(2)
        patient.say(text)


def shown(staff: httpx.Client, interview: str) -> str:
    """What the interview's page says of who was told, in one line."""
    part = staff.get(f"/interviews/{interview}/alerts").text
    return " ".join(html.unescape(re.sub("<[^>]+>", "", part)).split())


def signed(one: Called, secret: str) -> bool:
    stamp = one.headers["anamnesis-timestamp"]
    assert abs(time.time() - int(stamp)) < 60
    right = hmac.new(secret.encode(), stamp.encode() + b"." + one.body, hashlib.sha256).hexdigest()
    return one.headers["anamnesis-signature"] == f"sha256={right}"


def test_an_email_says_level_time_and_where_and_nothing_of_what_was_said(
    signed_in: httpx.Client, server: Running, mailbox: Mailbox
) -> None:
    interview = alerted(signed_in)
    for address in (ME, "duty@clinic.example"):
        (mail,) = until(lambda address=address: mailbox.to(address, interview))  # type: ignore[misc]  # mypy's lambdas
        said = text_of(mail)
        assert mail["From"] == "alerts@clinic.example"
        assert mail["Subject"] == "Anamnesis: urgent safety alert"
        assert re.search(r"^Time: \d{4}-\d\d-\d\d \d\d:\d\d UTC$", said, re.MULTILINE)
        assert f"Interview: {server.url}/interviews/{interview}" in said
        assert said.count(interview) == 1, "its address, and no number besides"
        for word in ("quiet", "killing", "Q-77", "suicid"):
            assert word not in mail.as_string()
    until(lambda: f"E-mail to {ME} accepted by the mail server" in shown(signed_in, interview))
    assert f"E-mail to {ME} accepted by the mail server" in html.unescape(
        signed_in.get(f"/interviews/{interview}").text
    )


def test_a_stop_is_told_too_in_the_clinics_time(signed_in: httpx.Client, mailbox: Mailbox) -> None:
    signed_in.post("/admin/clinic", data={"version": "0", "time_zone": "Pacific/Kiritimati"}).raise_for_status()
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        patient.send("I am going to kill myself tonight.")
    (mail,) = until(lambda: mailbox.to(ME, interview))
    assert mail["Subject"].endswith("act now")
    assert re.search(r"^Time: \d{4}-\d\d-\d\d \d\d:\d\d \(Pacific/Kiritimati\)$", text_of(mail), re.MULTILINE)
    file = f"/interviews/{interview}/record.txt"
    assert signed_in.get(file).text.endswith(". Times: Pacific/Kiritimati\n")
    assert signed_in.get(file, params={"zone": "Asia/Tokyo"}).text.endswith(". Times: Asia/Tokyo\n"), "the reader's"


def test_the_webhook_is_signed_and_says_nothing_of_what_was_said(
    signed_in: httpx.Client, server: Running, hook: Hook
) -> None:
    interview = alerted(signed_in)
    (one,) = until(lambda: hook.about(interview))
    assert signed(one, SECRET)
    assert not signed(one, "another secret of somebody's")
    said = one.said
    assert said.pop("id")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", said.pop("at"))
    assert said == {
        "level": "urgent",
        "sessionId": interview,
        "interview": f"{server.url}/interviews/{interview}",
        "second": False,
        "quotes": [],
    }


def test_a_webhook_that_fails_is_tried_again_and_the_page_says_so(signed_in: httpx.Client, hook: Hook) -> None:
    interview = begun(signed_in)
    hook.answers[interview] = [500, HANG]
    say(signed_in, interview)
    until(lambda: len(hook.about(interview)) > 2)
    first, _, third = hook.about(interview)
    assert first.said == third.said
    assert signed(third, SECRET)
    until(lambda: "webhook (127.0.0.1) accepted" in shown(signed_in, interview))
    told = shown(signed_in, interview)
    assert re.search(r"webhook \(127.0.0.1\) failed: the webhook answered 500 \S+ \S+ UTC, trying again at", told)
    assert "webhook (127.0.0.1) failed: no answer within 1 seconds" in told


def test_a_mail_server_that_puts_off_is_asked_again_and_one_that_refuses_is_not(
    signed_in: httpx.Client, mailbox: Mailbox
) -> None:
    mailbox.put_off.clear()
    interview = alerted(signed_in)
    until(lambda: mailbox.to("later@clinic.example", interview))
    until(lambda: "E-mail to later@clinic.example accepted" in shown(signed_in, interview))
    told = shown(signed_in, interview)
    assert "E-mail to later@clinic.example failed: the mail server refused it (451 busy)" in told
    assert "E-mail to gone@clinic.example failed: the mail server refused it (550 no such user); not tried" in told


def test_an_alert_that_nobody_acknowledges_goes_to_a_second_person(signed_in: httpx.Client, mailbox: Mailbox) -> None:
    left, seen = alerted(signed_in), begun(signed_in)
    until(lambda: mailbox.to(ME, left))
    assert mailbox.to("second@clinic.example", left) == []
    assert "e-mail to second@clinic.example, the second person" in shown(signed_in, left)
    say(signed_in, seen)
    acknowledged(signed_in, seen)
    (mail,) = until(lambda: mailbox.to("second@clinic.example", left))
    assert mail["Subject"] == "Anamnesis: urgent safety alert, not acknowledged"
    assert "quiet" not in mail.as_string()
    until(lambda: re.search(r"E-mail to second@clinic.example, the second person, accepted", shown(signed_in, left)))
    until(lambda: f"second person, not sent: {ME} had acknowledged" in shown(signed_in, seen))
    assert f"Acknowledged by {ME}" in shown(signed_in, seen)
    assert mailbox.to("second@clinic.example", seen) == []


def test_who_opened_the_page_is_kept_once_for_each_alert(signed_in: httpx.Client) -> None:
    interview = alerted(signed_in)
    assert "Page opened" not in shown(signed_in, interview)
    for _ in range(2):
        signed_in.post(f"/interviews/{interview}/alerts/opened").raise_for_status()
    assert shown(signed_in, interview).count(f"Page opened by {ME}") == 1
    acknowledged(signed_in, interview)
    signed_in.post(f"/interviews/{interview}/alerts/opened").raise_for_status()
    assert shown(signed_in, interview).count(f"Page opened by {ME}") == 1


def choose(staff: httpx.Client, **given: str) -> httpx.Response:
    return staff.post("/account/alerts", data=given, headers={"accept": "text/html"})


def test_an_account_chooses_its_webhook_its_second_person_and_no_email(
    signed_in: httpx.Client, mailbox: Mailbox, hook: Hook
) -> None:
    page = choose(signed_in, second="Partner@Practice.example", webhook=f"{hook.url}/mine").text
    secret = re.search(r'value="([\w-]{43})" readonly', page)
    assert secret
    assert choose(signed_in, second="Partner@Practice.example", webhook=f"{hook.url}/mine").text.count(secret[1]) == 1
    interview = alerted(signed_in)
    (mine,) = until(lambda: hook.about(interview, "/mine"))
    assert signed(mine, secret[1])
    assert not signed(mine, SECRET)
    until(lambda: mailbox.to("partner@practice.example", interview))
    assert mailbox.to(ME, interview) == []
    assert secret[1] not in choose(signed_in, email="yes").text
    again = alerted(signed_in)
    until(lambda: mailbox.to(ME, again))
    assert hook.about(again, "/mine") == []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"webhook": "https://elsewhere.example/x"}, "a host that the clinic has allowed (127.0.0.1)"),
        ({"webhook": "http://elsewhere.example/x"}, "begins with https://"),
        ({"webhook": "javascript:alert(1)"}, "This is no webhook"),
        ({"second": "nobody"}, "looks like name@example.org"),
    ],
)
def test_an_account_is_told_what_is_wrong_and_keeps_its_choice(
    signed_in: httpx.Client, given: dict[str, str], words: str
) -> None:
    before = signed_in.get("/account").text
    refused = choose(signed_in, **given)
    assert refused.status_code == 422
    assert words in html.unescape(refused.text)
    token = re.compile(r'name="(_csrf_token|csrf-token)"[^>]*')
    assert token.sub("", signed_in.get("/account").text) == token.sub("", before)
