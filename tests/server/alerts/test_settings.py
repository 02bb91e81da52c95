"""What an admin is told of a setting about alerts that is wrong, and what the clinic may decide."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from pydantic import ValidationError

from agents.errors import CorrectInput
from server.addresses import MailServer
from server.alerts.notice import email, notice
from server.alerts.outbox import Due
from server.alerts.planning import Unplanned, messages
from server.clinic.clock import clock_of
from server.settings import Settings

MAIL = {"smtp_url": "smtp://mail.example", "alert_from": "alerts@clinic.example"}
ALERT = """{"turn": 3, "level": "stop", "tier": "stop", "findings": [],
  "quotes": [[{"text": "Tonight I will "}, {"text": "end it", "marked": true}]]}"""


@pytest.mark.parametrize(
    ("given", "where", "words"),
    [
        ({"smtp_url": "mail.example"}, "smtp_url", "smtp://user:password@host:587"),
        ({"smtp_url": "smtp://mail.example"}, "alert_from", "ANAMNESIS_ALERT_FROM"),
        (
            {"smtp_url": "smtp://u:geheim@mail.example?tls=none", "alert_from": "a@b.c"},
            "smtp_url",
            "without encryption",
        ),
        ({"smtp_url": "smtp://u:geheim@mail.example:many", "alert_from": "a@b.c"}, "smtp_url", "cannot be read"),
        ({"alert_emails": "duty@clinic.example"}, "alert_emails", "ANAMNESIS_SMTP_URL"),
        ({"alert_second_emails": "second@clinic.example"}, "alert_second_emails", "ANAMNESIS_SMTP_URL"),
        (MAIL | {"alert_emails": "duty"}, "alert_emails", "name@example.org"),
        (MAIL | {"alert_second_after": -1}, "alert_second_after", "greater than or equal to 0"),
        ({"alert_webhook": "https://hook.example"}, "alert_webhook_secret", "at least 16 characters"),
        ({"alert_webhook": "http://hook.example", "alert_webhook_secret": "x" * 16}, "alert_webhook", "https://"),
    ],
)
def test_a_wrong_setting_is_named_with_its_remedy(given: dict[str, Any], where: str, words: str) -> None:
    with pytest.raises(ValidationError) as wrong:
        Settings(**given)
    found = {error["loc"][0]: error["msg"] for error in wrong.value.errors()}
    assert words in found[where]
    assert "geheim" not in found[where]


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("smtp://mail.example", ("mail.example", 587, None, None, "starttls")),
        ("smtps://a%40b:p%2Fw@mail.example", ("mail.example", 465, "a@b", "p/w", "tls")),
        ("smtp://relay.local:25?tls=none", ("relay.local", 25, None, None, "none")),
    ],
)
def test_a_mail_servers_url(url: str, read: tuple[Any, ...]) -> None:
    found = MailServer.parse(url)
    assert (found.host, found.port, found.user, found.password, found.tls) == read


@pytest.mark.parametrize("url", ["", "http://mail.example", "smtp://", "smtp://mail.example/inbox", "smtp://m?tls=x"])
def test_what_is_no_mail_server(url: str) -> None:
    with pytest.raises(CorrectInput):
        MailServer.parse(url)


def test_the_link_leads_to_the_public_address() -> None:
    given = due()
    said = notice(Settings(public_url="https://screening.example/"), given)
    assert said.interview == f"https://screening.example/interviews/{given.interview}"


def due() -> Due:
    at = datetime(2026, 3, 1, 4, 31, tzinfo=UTC)
    return Due(uuid4(), uuid4(), "email", "a@b.c", False, 1, ALERT, at, None, None)


def test_the_patients_words_are_in_a_message_only_where_the_clinic_says_so() -> None:
    for quotes in (False, True):
        said = notice(Settings(alert_quotes=quotes), due())
        mail = email(said, "alerts@clinic.example", "a@b.c", said.at).get_content()
        assert ("> Tonight I will end it" in mail) is quotes
        assert ("Tonight" in said.model_dump_json()) is quotes
        assert "Time: 2026-03-01 04:31 UTC\n" in mail
        there = email(said, "alerts@clinic.example", "a@b.c", said.at, clock_of("Mars/Olympus", "Pacific/Kiritimati"))
        assert "Time: 2026-03-01 18:31 (Pacific/Kiritimati)\n" in there.get_content()


def test_what_a_bare_answer_is_to_is_in_a_message_only_where_its_words_are() -> None:
    answer = {"turn": 5, "level": "attention", "tier": "flag", "findings": [], "quotes": [[{"text": "everything"}]]}
    asked = {"aside": "left", "before": [{"text": "I want it to stop"}]}
    for quotes in (False, True):
        said = notice(Settings(alert_quotes=quotes), replace(due(), entry=json.dumps(answer | asked)))
        mail = email(said, "alerts@clinic.example", "a@b.c", said.at).get_content()
        told = "> After “I want it to stop”, asked whether they meant this conversation:\n> \n> everything\n"
        assert (told in mail) is quotes
        assert ("it to stop" in said.model_dump_json()) is quotes


def test_a_disabled_account_is_told_nothing_and_its_second_person_still_is() -> None:
    settings = Settings(**MAIL, alert_emails="duty@clinic.example", alert_webhook_hosts="hook.example")
    alert = Unplanned(
        uuid4(), 7, datetime.now(UTC), "me@clinic.example", True, True, "https://hook.example/x", "two@clinic.example"
    )
    told = [(one.channel, one.address, one.second) for one in messages(settings, alert)]
    assert told == [("email", "duty@clinic.example", False), ("email", "two@clinic.example", True)]
    enabled = [one.address for one in messages(settings, alert._replace(disabled=False))]
    assert enabled == ["me@clinic.example", "duty@clinic.example", "two@clinic.example", "hook.example"]


def test_an_account_without_a_mail_server_is_sent_nothing() -> None:
    alert = Unplanned(uuid4(), 7, datetime.now(UTC), "me@clinic.example", False, True, None, "two@clinic.example")
    assert list(messages(Settings(), alert)) == []
