"""A finished interview in one screen, its quotes and the words that they quote; what a stopped one never shows."""

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import DESK, PHONE, Complaints
from tests.browser.held import SAID, held, left, stopped
from tests.browser.people import accessible, reload
from tests.conftest import Running
from tests.server.interviews.talking import acknowledged

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]
SCREEN = {"width": 1280, "height": 800}
CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
PLACES = ("#alert", "#copy-note", ".profile", ".pair", "#report", "#transcript")
"""From top to bottom on a phone."""
RISK = "Some nights I think it would be easier not to wake up, but I wouldn't do anything."


def opened(server: Running, context: Contexts, interview: str, size: dict[str, int] = SCREEN) -> Page:
    page = context(size).new_page()
    page.goto(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/interviews/{interview}")
    expect(page.locator("#log")).to_have_attribute("aria-busy", "false")
    return page


def in_screen(part: Locator) -> None:
    """Wholly visible without scrolling."""
    expect(part).to_be_visible()
    box = part.bounding_box()
    assert box
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= SCREEN["height"], f"{part} ends at {box['y'] + box['height']}"


def test_one_screen_with_the_risk_first_and_no_disorder_named(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    interview = held(signed_in)
    page = opened(server, context, interview)
    expect(page.locator("#alert-title")).to_contain_text(re.compile("Needs attention, since .*[0-9]"))
    expect(page.locator("#alert-quotes")).to_contain_text(RISK)
    expect(page.locator("#version")).to_be_visible()  # the report is whole: nothing is drawn anew while it is measured
    parts = [page.get_by_role("region", name=name) for name in ("To confirm", "Next steps", "Impressions")]
    for part in (page.locator("#alert"), page.locator(".profile"), *parts, page.locator("#sign-off-open")):
        in_screen(part)
    expect(page.locator(".profile li")).to_have_count(13)
    aches = page.get_by_role("img", name=re.compile("^Somatic Symptoms: 4 of 4, nearly every day, at or over"))
    expect(aches).to_be_visible()
    doubts = page.get_by_role("region", name="To confirm")
    expect(doubts).to_contain_text("18 Feeling detached, declined")
    expect(doubts).to_contain_text("said both yes and no")
    expect(doubts.locator("li").filter(has_text="declined").get_by_role("link")).to_contain_text(SAID[18])
    steps = page.get_by_role("region", name="Next steps")
    expect(steps.locator("li").first).to_contain_text("C-SSRS or ASQ")
    expect(steps).to_contain_text("Level 2 Depression")
    assert steps.locator("li").evaluate_all(CUT) == [], "what is to be done is never cut"
    expect(page.locator("#view")).not_to_contain_text(re.compile("disorder", re.IGNORECASE))
    expect(page.locator("#report-body details[open]")).to_have_count(0)
    expect(page.locator("#report-body summary")).to_have_text(
        ["Summary", "Domain table", "All 23 items", "Reasoning and citations", "Method and limits"]
    )
    accessible(page)
    page.locator("#any-answer-open").press("Enter")
    expect(page.locator("#any-answer a")).to_have_count(23)
    acknowledged(signed_in, interview, "Called; safe tonight")
    expect(page.locator("#sign")).to_have_count(1)
    expect(page.locator("#any-answer a").first).to_be_visible()
    expect(page.locator("#any-answer-open")).to_be_focused()
    expect(page.locator("#acknowledged")).to_contain_text(re.compile("by admin.* on .*: Called; safe tonight"))
    expect(page.locator("#alert-quotes")).to_contain_text(RISK)
    page.emulate_media(media="print")
    expect(page.locator("#alert")).to_be_visible()
    for mark in ("over", "under", "tick"):
        expect(page.locator(f".profile .{mark}").first).to_be_visible()
    expect(page.locator("#transcript")).to_be_hidden()
    page.emulate_media(media="screen")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
    accessible(page)
    places = [page.locator(one).bounding_box() for one in PLACES]
    tops = [box["y"] for box in places if box]
    assert len(tops) == len(PLACES)
    assert tops == sorted(tops)
    page.locator("#note-it").focus()
    for name in ("copy-note", "print", "benchmark"):  # risk comes first, for the keyboard too
        page.keyboard.press("Tab")
        expect(page.locator(f"#{name}")).to_be_focused()
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a TypedDict
    expect(page.locator(".head #benchmark")).to_be_focused()


def test_the_reports_tables_are_never_cut(server: Running, context: Contexts, signed_in: httpx.Client) -> None:
    page = opened(server, context, held(signed_in, said=dict.fromkeys(range(1, 24), "Nearly every day.")))
    page.locator("#unfold").press("Enter")
    expect(page.locator("#report-body table")).to_have_count(2)
    for width in (1280, 960, 720, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator(".table-scroll").evaluate_all(CUT) == [], f"at {width} px"
    accessible(page)


def test_everything_nearly_every_day_is_one_screen_too(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    page = opened(server, context, held(signed_in, said=dict.fromkeys(range(1, 24), "Nearly every day.")))
    expect(page.locator("#version")).to_be_visible()
    expect(page.locator("#profile-title")).to_contain_text("13 of 13")
    for name in ("To confirm", "Next steps", "Impressions"):
        in_screen(page.get_by_role("region", name=name))
    steps = page.get_by_role("region", name="Next steps")
    expect(steps.locator("summary")).to_contain_text("8 Level-2 measures: Depression, Anger")
    page.locator("#measures-open").press("Enter")
    expect(steps).to_contain_text("Altman Self-Rating Mania Scale")
    accessible(page)


def test_a_quote_leads_to_its_words_and_back_with_the_keyboard_alone(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    page = opened(server, context, held(signed_in, "diagnostic"))
    keys, words = page.keyboard, page.locator("#log a.quoted.lit")
    expect(page.get_by_role("region", name="Impressions")).to_contain_text(re.compile(r"confidence 0\.\d\d"))
    quote = page.locator("#alert-quotes a.said:has(q)").last
    quote.focus()
    keys.press("Enter")
    expect(words.first).to_be_focused()
    expect(words.first).to_be_in_viewport()
    assert "".join("".join(words.all_inner_texts()).split()) == "".join(SAID[11].split())
    expect(quote).to_have_class(re.compile("lit"))
    page.go_back()
    expect(quote).to_be_focused()
    page.go_forward()
    expect(words.first).to_be_focused()
    reload(page)
    expect(words.first).to_be_focused()
    keys.press("Enter")
    expect(page.locator("#alert-quotes a.said.lit")).to_be_focused()
    declined = page.locator("#used-item-18")
    declined.focus()
    keys.press("Enter")
    expect(words).to_have_text([SAID[18]])
    expect(page.get_by_role("button", name="Back to the report")).to_be_visible()
    page.get_by_role("button", name="Back to the report").press("Enter")
    expect(declined).to_be_focused()
    expect(page.get_by_role("button", name="Back to the report")).to_be_hidden()


def test_a_quote_of_the_full_report_leads_to_its_words_too(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    page = opened(server, context, held(signed_in))
    page.get_by_text("All 23 items", exact=True).click()
    row = page.locator('#report-body [data-key="items"] tbody tr').nth(1)
    said, link = row.locator("q").first.inner_text(), row.get_by_role("link").first
    link.click()
    words = page.locator("#log a.quoted.lit")
    expect(words.first).to_be_focused()
    assert said in "".join(words.all_inner_texts())
    page.go_back()
    expect(link).to_be_focused()


@pytest.mark.parametrize(("end", "why"), [(stopped, "ended for the patient's safety"), (left, "patient ended")])
def test_a_stopped_interview_has_nothing_derived(
    server: Running,
    context: Contexts,
    signed_in: httpx.Client,
    complaints: Complaints,
    end: Callable[[httpx.Client], str],
    why: str,
) -> None:
    interview = end(signed_in)
    page = opened(server, context, interview, DESK)
    expect(page.get_by_text(why).first).to_be_visible()
    for name in ("To confirm", "Next steps", "Impressions", "PHQ-8"):
        expect(page.get_by_role("heading", name=name)).to_have_count(0)
    expect(page.locator(".profile")).to_have_count(0)
    expect(page.locator("#report")).to_be_hidden()
    expect(page.locator("#report-actions > :visible")).to_have_text(["Copy note"])
    answers = page.get_by_role("region", name=re.compile("Answers before"))
    expect(answers.locator('[data-item="1"] dd')).to_contain_text("4 nearly every day")
    expect(answers.locator("[data-domain]")).to_have_count(0)
    accessible(page)
    if end is stopped:
        page.locator("#alert-quotes a.said:has(q)").last.press("Enter")
        words = page.locator("#log a.quoted.lit")
        expect(words).to_have_text("I want to end my life. I have written the note and I will do it tonight.")
        other = page.context.new_page()
        other.goto(f"{server.url}/interviews/{interview}")
        reload(page)
        expect(words).to_be_focused()
        given = "The patient was given the safety message and the conversation has ended."
        expect(page.locator("#alert-text")).to_have_text(given)
        steps = page.get_by_role("region", name="What to do next").get_by_role("listitem")
        after = "our own assessment of the risk (C-SSRS or ASQ, in person) and a safety plan agreed with the patient."
        expect(steps).to_have_text(
            [re.compile("^Call the patient now. If nobody answers: "), f"Y{after}", re.compile("^Acknowledge the")]
        )
        other.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
        places = [other.locator(one).bounding_box() for one in ("#alert", "#what-next", "#copy-note", "#no-report")]
        tops = [box["y"] for box in places if box]
        assert (len(tops), tops) == (4, sorted(tops))
        page.get_by_role("button", name="Acknowledge…").press("Enter")
        page.get_by_role("button", name="Will call the patient at").press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator("#note-wrong")).to_have_text("Add when you will call, for example 15:00.")
        assert complaints.of_requests()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type("Spoke with the patient: sister is with them")
        page.keyboard.press("Enter")
        for tab in (page, other):
            expect(tab.locator("#acknowledged")).to_contain_text("Spoke with the patient: sister is with them")
            expect(tab.locator("#alert-text")).to_have_text(given)
        expect(steps).to_have_text([f"Y{after}", "Write down what was done: add a note."])
        steps.get_by_role("link").press("Enter")
        page.get_by_label("New note").fill("Seen at ten, ASQ done; safety plan made.")
        page.get_by_role("button", name="Add the note").press("Enter")
        expect(page.get_by_role("region", name="What was done")).to_contain_text("A note was written today")
    assert signed_in.get(f"/interviews/{interview}/report").status_code == 409


def test_the_sections_come_while_the_page_is_open(server: Running, context: Contexts, signed_in: httpx.Client) -> None:
    interview = str(signed_in.post("/interviews", json={"label": "R-9"}).json()["id"])
    page = opened(server, context, interview)
    other = page.context.new_page()
    other.goto(page.url)
    expect(page.locator("#view")).to_be_empty()
    assert signed_in.get(f"/interviews/{interview}/view").status_code == 409
    held(signed_in, interview=interview)
    for tab in (page, other):
        expect(tab.locator("#status")).to_have_text("Completed")
    expect(page.locator(".profile li")).to_have_count(13)
    expect(page.get_by_role("region", name="Impressions")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#report-body summary")).to_have_count(5)
    page.locator("#used-item-18").click()
    expect(page.locator("#log a.quoted.lit")).to_have_text(SAID[18])


def test_the_keys_stop_at_risk_at_what_to_confirm_and_at_the_impressions(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    page = opened(server, context, held(signed_in), DESK)
    expect(page.locator("#version")).to_be_visible()
    passed = []
    for _ in range(6):
        page.keyboard.press("j")
        passed.append(page.evaluate("document.activeElement.getAttribute('aria-labelledby') ?? ''"))
    assert [one for one in passed if one in ("alert-title", "doubts-title", "impressions-title")] == [
        "alert-title",
        "doubts-title",
        "impressions-title",
    ], passed


def test_every_quote_of_the_full_report_leads_to_its_words_and_back_returns(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    page = opened(server, context, held(signed_in), DESK)
    page.locator("#unfold").press("Enter")
    quotes = page.locator("#report-body q")
    expect(quotes.first).to_be_visible()
    expect(page.locator("#report-body q:not([role=link])")).to_have_count(0)
    quote = page.locator('#report-items q, #report-body [data-key="items"] q').first
    said = quote.inner_text()
    quote.click()
    lit = page.locator("#log a.quoted.lit")
    expect(lit.first).to_be_focused()
    assert said.strip("“”") in " ".join(lit.all_inner_texts())
    page.go_back()
    expect(quote).to_be_focused()
    quote.press("Enter")
    expect(lit.first).to_be_focused()
    page.get_by_role("button", name="Back to the report").click()
    expect(quote).to_be_focused()
    accessible(page)


def test_from_todays_alert_to_a_note_in_the_record_by_keyboard(
    server: Running, context: Contexts, signed_in: httpx.Client, complaints: Complaints
) -> None:
    interview = held(signed_in)
    page = context(DESK).new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/today")
    alarm = page.locator(f'#alerts [data-interview="{interview}"]')
    expect(alarm).to_be_visible()
    for _ in range(30):
        page.keyboard.press("j")
        if alarm.locator(":focus").count():
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Acknowledge…")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("Called; safe tonight")
    page.keyboard.press("Enter")
    expect(page.locator("#acknowledged")).to_be_focused()
    expect(page.get_by_role("link", name="Add a note")).to_be_visible()
    page.keyboard.press("w")
    page.keyboard.type("Seen on Monday, ASQ done.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Notes")).to_contain_text("Seen on Monday, ASQ done.")
    expect(page.locator("#log")).to_have_attribute("aria-busy", "false")
    expect(page.get_by_role("link", name="Add a note")).to_be_hidden()
    page.keyboard.press("c")
    expect(page.locator("#toasts")).to_contain_text("Copied as a note.")
    note = page.evaluate("navigator.clipboard.readText()")
    assert "NOTES" in note
    assert "Seen on Monday, ASQ done." in note
    assert "(“Called; safe tonight”)" in note
    page.context.set_offline(True)
    page.keyboard.press("c")
    expect(page.locator("#toasts")).to_contain_text("Check the connection")
    page.close()
    assert complaints.of_requests()
