"""The clinic's settings through the door: admins only, audited, checked, and read by the conversation."""

import html
import re
import time
from collections.abc import Iterator
from uuid import UUID

import httpx
import psycopg
import pytest

from server.clinic.store import FRESH_SECONDS
from tests.conftest import Running
from tests.server.interviews.talking import begun, talker

PAGE = "/admin/clinic"


@pytest.fixture(autouse=True)
def as_at_first(database_url: str) -> Iterator[None]:
    yield
    with psycopg.connect(database_url) as connection:
        connection.execute("delete from clinic_version")


def shown(staff: httpx.Client, **query: str) -> str:
    return html.unescape(staff.get(PAGE, params=query).text)


def version(page: str) -> str:
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found
    return found[1]


def sent(staff: httpx.Client, path: str = PAGE, **given: str) -> httpx.Response:
    page = shown(staff)
    return staff.post(path, data={"version": version(page), **given})


def test_what_is_saved_is_shown_with_who_and_when(signed_in: httpx.Client) -> None:
    assert "Nothing has been changed yet." in shown(signed_in)
    given = {"phone": "(555) 010-0199", "minutes": "20", "time_zone": "America/New_York", "erasure": "passed_on"}
    answer = sent(signed_in, name="Elm Street <Clinic>", **given)
    assert answer.status_code in (200, 303)
    page = shown(signed_in)
    assert 'value="Elm Street <Clinic>"' in page
    for line in (
        "Clinic's name: nothing → “Elm Street <Clinic>”",
        "Phone: nothing → “(555) 010-0199”",
        "Minutes to set aside: nothing → “20”",
    ):
        assert f"<li>{line}</li>" in page
    listed = page.split('id="changes"')[1].count("<time")
    sent(signed_in, name="Elm Street <Clinic>", **given)
    assert shown(signed_in).split('id="changes"')[1].count("<time") == listed, "what changed nothing is not listed"
    assert 'name="time_zone" value="America/New_York"' in page


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("minutes", "soon", "a whole number"),
        ("minutes", "0", "a whole number"),
        ("minutes", "02401", "a whole number"),
        pytest.param("minutes", "0240" + "9" * 5_000, "a whole number", id="minutes-long"),
        ("phone", "call us", "as your patients dial it"),
        ("exit_page", "http://weather.example", "beginning with https://"),
        ("exit_page", "javascript:alert(1)", "beginning with https://"),
        ("name", "{clinic}", "without braces"),
        ("time_zone", "Eastern", "such as America/New_York"),
        ("time_zone", "../../etc/passwd", "such as America/New_York"),
    ],
)
def test_what_can_not_be_kept_is_said_and_nothing_is_lost(
    signed_in: httpx.Client, field: str, value: str, says: str
) -> None:
    answer = sent(signed_in, **{"name": "Elm Street", field: value})
    assert answer.status_code == 422
    page = html.unescape(answer.text)
    assert says in page
    assert f'value="{value}"' in page
    assert "Nothing has been changed yet." in page


def test_two_admins_do_not_overwrite_each_other(signed_in: httpx.Client) -> None:
    before = version(shown(signed_in))
    sent(signed_in, name="First")
    answer = signed_in.post(PAGE, data={"version": before, "name": "Second"})
    assert answer.status_code == 422
    told = html.unescape(answer.text)
    assert "Not saved: admin@localhost saved these settings" in told
    assert "(Clinic's name: nothing → “First”)" in told
    assert "Save again to put it in place of theirs." in told
    assert 'value="Second"' in told
    assert 'value="First"' in shown(signed_in)
    refused = signed_in.post(PAGE, data={"version": before, "name": "Second", "minutes": "soon"})
    assert version(refused.text) == before, "who was refused for another reason has not seen it"
    signed_in.post(PAGE, data={"version": version(told), "name": "Second"}).raise_for_status()
    assert 'value="Second"' in shown(signed_in)


def test_a_page_that_is_many_versions_old_is_told_what_really_changed(signed_in: httpx.Client) -> None:
    sent(signed_in, name="Elm Street", phone="555 0100")
    before = version(shown(signed_in))
    for again in range(14):
        sent(signed_in, name=f"Elm Street {again}", phone="555 0100")
    told = html.unescape(signed_in.post(PAGE, data={"version": before, "name": "Second"}).text)
    assert "(Clinic's name: “Elm Street” → “Elm Street 13”)" in told


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("You should call us.", "an interviewer must not say (advice)"),
        ("It is not for psychosis.", "an interviewer must not say (diagnosis)"),
        ("Would you like to know?", "asks a question"),
        ("Ask {nobody}.", "braces that nothing fills in (nobody)"),
        ("Ask {clinic!r}.", "braces that nothing fills in"),
        ("Ask {clinic", "braces that nothing fills in"),
        ("x" * 321, "longer than 320"),
    ],
)
def test_an_answer_that_an_interviewer_must_not_give_is_refused(signed_in: httpx.Client, text: str, says: str) -> None:
    answer = sent(signed_in, f"{PAGE}/en-US", answer_cost=text, do="save")
    assert answer.status_code == 422
    page = html.unescape(answer.text)
    assert "Answers, “Cost”: " in page
    assert says in page
    assert text in page


def test_a_refusal_names_the_field_as_the_page_does(signed_in: httpx.Client) -> None:
    given = {"clause_after_note": "You should call.", "answer_there_now": "You should call.", "do": "save"}
    page = html.unescape(sent(signed_in, f"{PAGE}/en-US", **given).text)
    (wrong,) = re.findall(r'<p class="note bad" role="alert">.*?<span>(.*?)</span>', page, re.DOTALL)
    named = re.findall(r"(Facts|Answers), “(.*?)”: ", wrong)
    labels = [label.strip() for label in re.findall(r"<label>([^<]+)<", page.replace("\n", " "))]
    assert [where for where, _ in named] == ["Facts", "Answers"]
    assert not re.search("after_note|there_now", wrong)
    assert {name for _, name in named} <= set(labels)
    general = html.unescape(sent(signed_in, minutes="soon", exit_page="x").text)
    assert "Minutes to set aside: " in general
    assert "Quick exit leads to: " in general


def test_the_contents_lead_to_each_part_and_each_topic(signed_in: httpx.Client) -> None:
    page = shown(signed_in)
    contents = page.split('aria-label="On this page"')[1].split("</nav>")[0]
    links = set(re.findall(r'href="#([^"]+)"', contents))
    assert {"general", "logo", "facts", "answers", "answer-cost", "safety", "changes"} <= links
    assert links <= set(re.findall(r' id="([^"]+)"', page))


def test_a_preview_shows_and_saves_nothing(signed_in: httpx.Client) -> None:
    sent(signed_in, name="Elm Street")
    answer = sent(signed_in, f"{PAGE}/en-US", answer_cost="{clinic} pays for it.", do="preview")
    assert answer.status_code == 200
    assert "Patients read: <q>Elm Street pays for it.</q>" in answer.text
    assert "Elm Street pays for it." not in shown(signed_in, locale="en-US")


def test_the_address_of_a_preview_opens_again(signed_in: httpx.Client) -> None:
    page = signed_in.get(f"{PAGE}/es-ES")
    assert (page.status_code, page.url.query) == (200, b"locale=es-ES")
    assert signed_in.get(f"{PAGE}/xx-XX").status_code == 404


def test_the_conversation_says_what_the_clinic_wrote(signed_in: httpx.Client) -> None:
    sent(signed_in, name="Elm Street", minutes="20")
    sent(signed_in, f"{PAGE}/en-US", clause_readers="the front desk", answer_cost="{clinic} pays for it.", do="save")
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(1)
        assert patient.say("Who will read this?")["text"].startswith(
            "Your therapist can read it, and so can the front desk."
        )
        assert patient.say("Does this cost anything?")["text"].startswith("Elm Street pays for it.")
    british = begun(signed_in, locale="en-GB")
    with talker(signed_in, british) as patient:
        patient.to_item(1)
        assert patient.say("Does this cost anything?")["text"].startswith("This page asks for no payment. What Elm")


def test_the_safety_texts_are_shown_and_their_numbers_cannot_be_changed(signed_in: httpx.Client) -> None:
    for locale, number in (("en-US", "988"), ("en-GB", "116 123"), ("es-US", "AYUDA")):
        page = shown(signed_in, locale=locale)
        safety = page.split('id="safety-script"')[1]
        assert number in safety
        assert "read only: files on the server" in page
    assert signed_in.get(PAGE, params={"locale": "xx"}).status_code == 404


def test_nobody_but_an_admin_sees_or_changes_it(server: Running, signed_in: httpx.Client, database_url: str) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as stranger:
        assert stranger.get(PAGE, headers={"accept": "application/json"}).status_code == 401
    with psycopg.connect(database_url) as connection:
        connection.execute("update account set role = 'therapist' where email = 'admin@localhost'")
    try:
        assert signed_in.get(PAGE).status_code == 403
        assert signed_in.post(PAGE, data={"name": "x"}).status_code == 403
        assert signed_in.post(f"{PAGE}/en-US", data={"do": "save"}).status_code == 403
    finally:
        with psycopg.connect(database_url) as connection:
            connection.execute("update account set role = 'admin' where email = 'admin@localhost'")


def test_the_patients_page_knows_where_to_leave_to_and_how_long_it_takes(signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    link = signed_in.post(f"/interviews/{interview}/link").json()["url"]
    with httpx.Client(base_url=str(signed_in.base_url), follow_redirects=True, timeout=60) as browser:
        assert "About 15 minutes, for 23 questions" in browser.get(link).text
        sent(signed_in, exit_page="https://weather.example/", minutes="40")
        time.sleep(FRESH_SECONDS)
        page = browser.get(link).text
    assert 'href="https://weather.example/"' in page
    assert "About 40 minutes, for 23 questions" in page


def versions(database_url: str) -> list[tuple[int, str]]:
    with psycopg.connect(database_url) as connection:
        return connection.execute("select number, by from clinic_version order by number").fetchall()


def test_every_version_stays(signed_in: httpx.Client, database_url: str) -> None:
    for name in ("One", "Two", "Three"):
        sent(signed_in, name=name)
    assert versions(database_url) == [(number, "admin@localhost") for number in (1, 2, 3)]
    assert UUID(begun(signed_in))
