"""What a patient's page has before any script: its words, whom to call, and a way to leave; and how heavy it is."""

import gzip
import re
import tomllib
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from agents.errors import CorrectInput
from agents.language import Language
from agents.questions.bank import bank
from agents.questions.catalogue import entry
from agents.resources import CHECKOUT as ROOT
from agents.risk.help.helplines import helplines
from server.addresses import web_page
from server.interviews.locales import LOCALES
from server.interviews.patient_links import LINK_DAYS
from server.patient_page import ENGLISH, words
from server.settings import Settings
from tests.server.interviews.talking import begun

FOLDER = Settings().templates / "pages" / "words"
HEAVIEST = 60_000
"""Bytes of the whole page as sent: HTML, style and scripts."""


def entered(staff: httpx.Client, interview: str) -> tuple[httpx.Client, httpx.Response]:
    """A patient's browser that has opened the link, and the page it came to."""
    browser = httpx.Client(base_url=staff.base_url, follow_redirects=True, headers={"accept": "text/html"}, timeout=60)
    return browser, browser.get(staff.post(f"/interviews/{interview}/link").json()["url"])


def offers(page: httpx.Response, locale: str) -> bool:
    """Whether the page, as it is sent, has every number of a locale above everything else, and the way to leave."""
    head = page.text[: page.text.index("<main")]
    wanted = {way.href for line in helplines(locale).lines for way in line.ways}
    found = {unescape(href) for href in re.findall(r'<a class="button call" href="([^"]+)"', head)}
    title = words(locale, FOLDER)["cover"]["title"]
    return found == wanted and f'data-leave data-title="{title}" href="{Settings().leave_to}"' in head


@pytest.mark.parametrize("locale", LOCALES)
def test_the_numbers_and_the_way_out_are_in_the_first_html(signed_in: httpx.Client, locale: str) -> None:
    browser, page = entered(signed_in, begun(signed_in, locale=locale))
    assert page.status_code == 200
    assert offers(page, locale)
    assert words(locale, FOLDER)["help"]["button"] in unescape(page.text)
    lost = browser.get("/p/" + "x" * 43)
    assert lost.status_code == 404
    assert offers(lost, locale)
    broken = browser.get("/chat/not-a-number")
    assert broken.status_code == 404
    assert offers(broken, locale)
    browser.close()


def test_a_link_that_has_passed_still_knows_where_its_patient_is(signed_in: httpx.Client, database_url: str) -> None:
    interview = begun(signed_in, locale="en-GB")
    link = signed_in.post(f"/interviews/{interview}/link").json()["url"]
    with psycopg.connect(database_url) as connection:
        connection.execute("update patient_link set expires_at = now() where interview_id = %s", (interview,))
    page = httpx.get(link, headers={"accept": "text/html"}, timeout=60)
    assert page.status_code == 404
    assert offers(page, "en-GB")
    assert offers(httpx.get(f"{signed_in.base_url}/p/{'y' * 43}", headers={"accept": "text/html"}, timeout=60), "en-US")


def test_what_looks_like_no_place_is_no_place(signed_in: httpx.Client) -> None:
    for told in ("../../etc", "en-US; x", "<b>", "xx-XX"):
        page = httpx.get(
            f"{signed_in.base_url}/p/z", headers={"accept": "text/html", "cookie": f"place={told}"}, timeout=60
        )
        assert offers(page, "en-US"), told


@pytest.mark.parametrize(
    ("given", "shown"), [({}, True), ({"quickAnswers": True}, True), ({"quickAnswers": False}, False)]
)
def test_answers_to_tap_are_chosen_when_an_interview_is_started(
    signed_in: httpx.Client, given: dict[str, Any], shown: bool
) -> None:
    number = signed_in.post("/interviews", json={"label": "Q-1", **given}).json()["id"]
    browser, page = entered(signed_in, number)
    assert bool(re.search(r'id="room"[^>]* data-quick', page.text)) is shown
    browser.close()


@pytest.mark.parametrize(("boxes", "shown"), [(["on", "off"], True), (["off"], False)])
def test_the_forms_box_chooses_them(signed_in: httpx.Client, boxes: list[str], shown: bool) -> None:
    form = signed_in.get("/interviews").text
    assert re.search(r'type="checkbox" name="quickAnswers" value="on" checked', form)
    assert form.index('name="quickAnswers" value="on"') < form.index('name="quickAnswers" value="off"')
    answer = signed_in.post(
        "/interviews", data={"label": "Q-2", "quickAnswers": boxes}, headers={"accept": "text/html"}
    )
    browser, page = entered(signed_in, str(answer.url).rsplit("/", 1)[1])
    assert bool(re.search(r'id="room"[^>]* data-quick', page.text)) is shown
    browser.close()


def test_the_whole_page_is_light(signed_in: httpx.Client) -> None:
    browser, page = entered(signed_in, begun(signed_in))
    sizes = {"/chat": int(page.headers["content-length"])}
    waiting = set(re.findall(r'(?:href|src)="(/static/[\w.]+)(?:"|#)', page.text))
    while waiting:
        path = waiting.pop()
        sent = browser.get(path)
        sizes[path] = len(gzip.compress(sent.content, 6)) if "content-encoding" in sent.headers else len(sent.content)
        found = re.findall(r'(?:from|import|import\() ?"(/static/[\w.]+)"', sent.text) if path.endswith(".js") else []
        waiting |= set(found) - set(sizes)
        assert sent.headers.get("content-encoding") == "gzip" or len(sent.content) < 500, path
    browser.close()
    assert {"/static/base.css", "/static/chat.css", "/static/chat.js", "/static/talk.js"} <= set(sizes)
    assert "/static/app.css" not in sizes
    print("\n".join(f"{size:6} {path}" for path, size in sorted(sizes.items())), f"\n{sum(sizes.values()):6} in all")
    assert page.headers["content-encoding"] == "gzip"
    assert sum(sizes.values()) < HEAVIEST


def test_pages_with_a_form_are_not_compressed(signed_in: httpx.Client) -> None:
    assert "content-encoding" not in signed_in.get("/interviews").headers


def keys(given: Any, place: str = "") -> set[str]:
    """Every place of a file of words, with the names that its sentence is filled with."""
    if isinstance(given, dict):
        return {found for name, value in given.items() for found in keys(value, f"{place}.{name}")}
    if isinstance(given, list):
        return {found for number, value in enumerate(given) for found in keys(value, f"{place}.{number}")}
    slots = sorted(re.findall(r"{(\w+)}", given))
    return {f"{place} {slots}"}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.name)
def test_every_language_has_every_sentence(path: Path) -> None:
    given, english = (tomllib.loads(one.read_text("utf-8")) for one in (path, FOLDER / ENGLISH))
    assert given["language"] == path.stem
    assert keys(given) == keys(english)
    assert len(given["answers"]["often"]) == 5


@pytest.mark.parametrize(("language", "days"), [("en", "days"), ("es", "días")])
def test_wherever_the_link_is_named_as_the_way_back_stands_how_long_it_works(language: Language, days: str) -> None:
    said = (*bank(language).lines["paused"], *entry("stop", language).answers)
    assert len(said) == 3
    assert all(f"{LINK_DAYS} {days}" in text for text in said)


@pytest.mark.parametrize(
    ("locale", "says"), [("en-US", "{} days after it was made"), ("es-ES", "los {} días siguientes")]
)
def test_the_page_says_how_long_the_link_works(signed_in: httpx.Client, locale: str, says: str) -> None:
    browser, page = entered(signed_in, begun(signed_in, locale=locale))
    browser.close()
    assert says.format(LINK_DAYS) in page.text


def test_no_text_gives_the_link_another_time() -> None:
    texts = [one for part in ("templates", "docs", "agents/questions") for one in (ROOT / part).rglob("*.*")]
    read = [one.read_text("utf-8") for one in (*texts, ROOT / "README.md") if one.suffix in {".toml", ".j2", ".md"}]
    sentences = [said for text in read for said in re.split(r"[.!?;]\s|\n", text)]
    given = [
        int(number)
        for said in sentences
        if re.search(r"\b(?:same|patient) link\b|\benlace\b", said)
        for number in re.findall(r"\b(\d+) (?:days|días)\b", said)
    ]
    assert len(given) == 6
    assert set(given) == {LINK_DAYS}


def test_a_sentence_without_a_translation_stands_in_english(tmp_path: Path) -> None:
    (tmp_path / ENGLISH).write_text((FOLDER / ENGLISH).read_text("utf-8"), "utf-8")
    (tmp_path / "nl.toml").write_text('language = "nl"\n[help]\nbutton = "Nu hulp"\n', "utf-8")
    dutch = words("nl-NL", tmp_path)
    assert (dutch["language"], dutch["help"]["button"]) == ("nl", "Nu hulp")
    assert dutch["leave"]["button"] == words("en-US", FOLDER)["leave"]["button"]


def test_no_page_claims_that_leaving_clears_the_history() -> None:
    said = (FOLDER / ENGLISH).read_text("utf-8")
    about = re.findall(r"[^.]*history[^.]*\.", said)
    assert len(about) == 2
    assert all("doesn't clear" in sentence for sentence in about)


def test_where_leaving_leads_is_a_page_of_the_web() -> None:
    assert web_page(" https://www.example.org/weather ") == "https://www.example.org/weather"
    for wrong in ("javascript:alert(1)", "weather", "ftp://example.org", "https://"):
        with pytest.raises(CorrectInput, match=r"https://www\.example\.org"):
            web_page(wrong)
