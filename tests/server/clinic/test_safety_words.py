"""The clinic's own words around the numbers of the message that ends a conversation: checked, sent, reset."""

import html
import re
import time
from collections.abc import Iterator

import httpx
import psycopg
import pytest

from agents.risk.help.helplines import FOLDER
from agents.risk.help.script import numbers_of, script
from server.clinic.store import FRESH_SECONDS
from tests.conftest import Running
from tests.server.interviews.talking import begun, talker

PAGE = "/admin/clinic"
OWN = "We at Elm Street are glad that you told us this.\n{numbers}\n\n\n  Our duty team   reads what you wrote today."
SENT = (
    "We at Elm Street are glad that you told us this.\n\n"
    f"{numbers_of(script('en-US', FOLDER))}\n\n"
    "Our duty team reads what you wrote today."
)
STOP = "I will hang myself tonight."


@pytest.fixture(autouse=True)
def as_at_first(database_url: str, signed_in: httpx.Client) -> Iterator[None]:
    yield
    with psycopg.connect(database_url) as connection:
        connection.execute("delete from clinic_version")
    signed_in.get(PAGE)


def shown(staff: httpx.Client, locale: str = "en-US") -> str:
    return html.unescape(staff.get(PAGE, params={"locale": locale}).text)


def sent(staff: httpx.Client, words: str, do: str = "save", locale: str = "en-US") -> httpx.Response:
    found = re.search(r'name="version" value="(\d+)"', shown(staff))
    assert found
    return staff.post(f"{PAGE}/{locale}/safety", data={"version": found[1], "script": words, "do": do})


def told(staff: httpx.Client, locale: str = "en-US") -> str:
    interview = begun(staff, locale=locale)
    with talker(staff, interview) as patient:
        patient.reply_after(0)
        body = patient.say(STOP)
        assert body["purpose"] == "script"
        return str(body["text"])


def test_the_clinics_words_reach_the_patient_around_the_files_numbers_and_can_be_reset(signed_in: httpx.Client) -> None:
    built_in = script("en-US", FOLDER)
    assert told(signed_in) == built_in
    assert "Back to the built-in message" not in shown(signed_in)
    assert sent(signed_in, OWN).status_code == 200
    page = shown(signed_in)
    assert "United States: the built-in text → “We at Elm Street are glad that you told us this. {numbers}…”" in page
    assert "Our duty team reads what you wrote today.</p>" in page
    assert told(signed_in) == SENT
    assert told(signed_in, "en-GB") == script("en-GB", FOLDER), "of another place nothing was changed"
    assert "Back to the built-in message" in page
    sent(signed_in, OWN, "reset")
    assert "Back to the built-in message" not in shown(signed_in)
    assert told(signed_in) == built_in


def test_a_preview_shows_it_with_the_numbers_and_saves_nothing(signed_in: httpx.Client) -> None:
    answer = sent(signed_in, OWN, "preview")
    assert answer.status_code == 200
    page = html.unescape(answer.text)
    assert "nothing is saved yet" in page
    read = page.split('id="safety-script"')[1].split("</div>")[0]
    assert read.index("We at Elm Street") < read.index("988") < read.index("Our duty team")
    assert "Elm Street" in page.split('id="safety-words"')[1].split("</textarea>")[0], "what was typed stays"
    assert "Elm Street" not in shown(signed_in)
    assert "Texts for" in html.unescape(signed_in.get(f"{PAGE}/en-US/safety").text), "its address opens again"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("We are glad that you told us this.", "{numbers} has to stand in it once"),
        ("We are glad that you told us this. {numbers}", "on a line of its own"),
        ("We are glad that you told us this.\n{numbers}\n{numbers}", "{numbers} has to stand in it once"),
        ("{numbers}\nYou don't have to get through this alone.", "say in a sentence or two, before the numbers"),
        ("We are glad that you told us this, {therapist}.\n{numbers}", "no braces but those of {numbers}"),
        ("We are glad that you told us this.\n{numbers}\nOr call 555 0199.", "no numbers of your own"),
        ("We are glad that you told us this.\n{numbers}\nOr call nine one one.", "no numbers of your own"),
        ("We are glad that you told us this.\n{numbers}\nSee elmstreet.example.", "no web or e-mail addresses"),
        ("We are glad that you told us this.\n{numbers}\nYou must not call anyone.", "in a sentence without “not”"),
        ("We are glad that you told us this.\nThere's no need to ring them.\n{numbers}", "say whom to call"),
        ("Nos alegra que nos lo cuente ahora.\n{numbers}\nNo llame a nadie.", "say whom to call"),
        ("We are glad that you told us this.\n{numbers}\nHanging up is better than calling.", "say whom to call"),
        ("We are glad that you told us this.\n{numbers}\nYou can’t call us.", "in a sentence without “can’t”"),
        ("We are glad that you told us this.\n{numbers}\nWrite to us.Now.", "put a space after each full stop"),
        ("We are **glad** that you told us this.\n{numbers}", "plain sentences only"),
        ("We are glad that you told us this.\n- Call us\n{numbers}", "plain sentences only"),
        ("We are glad that you told us this. Are you safe?\n{numbers}", "no question"),
        ("We are glad that you told us this.\n{numbers}\n" + "x" * 1_200, "longer than 1,200 characters"),
    ],
)
def test_words_that_a_patient_in_danger_must_not_be_sent_are_refused(
    signed_in: httpx.Client, text: str, says: str
) -> None:
    for do in ("save", "preview"):
        answer = sent(signed_in, text, do)
        assert answer.status_code == 422
        page = html.unescape(answer.text)
        assert says in page
        assert text.split("\n")[0] in page.split('id="safety-words"')[1].split("</textarea>")[0]
    assert "Nothing has been changed yet." in shown(signed_in)


def test_words_that_urge_to_call_are_kept(signed_in: httpx.Client) -> None:
    urges = "If it is urgent, call one of the numbers below. We want you to call now: that is important."
    assert sent(signed_in, f"We are glad that you told us this. {urges}\n{{numbers}}").status_code == 200
    assert urges in shown(signed_in)


def test_it_is_for_admins_and_nobody_overwrites_what_they_have_not_seen(
    server: Running, signed_in: httpx.Client
) -> None:
    assert signed_in.get(f"{PAGE}/xx/safety").status_code == 404
    assert signed_in.post(f"{PAGE}/xx/safety", data={"script": OWN}).status_code == 404
    assert sent(signed_in, OWN).status_code == 200
    late = signed_in.post(f"{PAGE}/en-US/safety", data={"version": "0", "script": OWN + " Again.", "do": "save"})
    assert late.status_code == 422
    assert "Save again to put it in place of theirs." in late.text
    with httpx.Client(base_url=server.url, headers={"accept": "application/json"}, timeout=60) as stranger:
        assert stranger.post(f"{PAGE}/en-US/safety", data={"script": OWN}).status_code in {401, 403}


def test_settings_that_cannot_be_read_stop_no_conversation(signed_in: httpx.Client, database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute(
            """insert into clinic_version (number, by, body) values (999, 'later', '{"of_a_later_release": 1}')"""
        )
    time.sleep(FRESH_SECONDS)
    assert told(signed_in) == script("en-US", FOLDER)


def test_an_empty_message_is_refused_and_not_taken_for_a_way_back(signed_in: httpx.Client) -> None:
    assert sent(signed_in, OWN).status_code == 200
    answer = sent(signed_in, "  ")
    assert answer.status_code == 422
    assert "Write the message, with {numbers} on a line of its own." in html.unescape(answer.text)
    assert told(signed_in) == SENT
