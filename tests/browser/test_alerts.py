"""Alerts in a real browser: the list hears of them in a hidden tab, tells by sound and notification, and the
interview's page shows who was told."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import httpx
import psycopg
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESK, PHONE, Complaints
from tests.browser.people import IMPATIENT, accessible, at_both_widths
from tests.conftest import Running
from tests.server.alerts.receivers import until
from tests.server.interviews.talking import acknowledged, begun, talker

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]
WORDS = "I think about killing myself sometimes."
RECORDED = """
window.told = [];
window.tones = 0;
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title, options) { window.told.push([title, options.body, options.tag]); }
};
const create = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones += 1; return create.call(this); };
"""
HIDDEN = 'Object.defineProperty(document, "hidden", { get: () => true });'
NO_HTTPS = 'Object.defineProperty(window, "isSecureContext", { get: () => false });'


def listed(server: Running, context: Contexts, *scripts: str) -> Page:
    """A therapist's list of interviews, in a browser in which these scripts run first."""
    page = context(DESK).new_page()
    for script in scripts:
        page.add_init_script(script)
    page.goto(f"{server.url}/welcome/{server.token}")
    return page


def said(staff: httpx.Client, interview: str) -> None:
    with talker(staff, interview) as patient:
        patient.to_item(2)
        patient.say(WORDS)


def test_a_hidden_list_tells_of_a_new_alert_once_and_not_of_an_old_one(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    old, new, later = (begun(signed_in) for _ in range(3))
    said(signed_in, old)
    page = listed(server, context, RECORDED, HIDDEN)
    page.get_by_role("button", name="Switch on").click()
    expect(page.locator("#alarm-text")).to_have_text(re.compile("a sound and shows a desktop notification"))
    accessible(page)
    tones = page.evaluate("tones")
    said(signed_in, new)
    until(lambda: page.evaluate("told.length"))
    assert page.evaluate("told") == [["Safety alert: urgent", "Open it to read what was said.", new]]
    assert page.evaluate("tones") > tones
    expect(page.locator(f'#alerts [data-interview="{new}"]')).to_have_count(1)
    acknowledged(signed_in, new)
    expect(page.locator(f'#alerts [data-interview="{new}"]')).to_have_count(0)
    page.get_by_role("button", name="Switch off").click()
    said(signed_in, later)
    expect(page.locator(f'#alerts [data-interview="{later}"]')).to_have_count(1)
    assert len(page.evaluate("told")) == 1
    assert page.locator("#alarm").evaluate("note => note === note.parentElement.lastElementChild"), "it was refused"


def test_without_https_the_page_says_that_there_are_no_notifications(server: Running, context: Contexts) -> None:
    page = listed(server, context, RECORDED, NO_HTTPS)
    expect(page.locator("#alarm-text")).to_contain_text("Desktop notifications need https")
    page.get_by_role("button", name="Switch on").click()
    expect(page.locator("#alarm-text")).to_contain_text("makes a sound")
    page.get_by_role("button", name="Try it").click()
    assert page.evaluate("told") == []
    page.route("**/interviews/news", lambda route: route.fulfill(status=204))
    with page.expect_response("**/interviews/news") as refused:
        page.reload()
    assert refused.value.status == 204
    expect(page.locator("#alarm-text")).to_contain_text("press a key once")
    page.unroute("**/interviews/news")
    with page.expect_response("**/interviews/news") as heard:
        page.keyboard.press("Tab")
    assert heard.value.status == 200
    expect(page.locator("#alarm-text")).not_to_contain_text("press a key")


def test_a_list_from_which_one_was_signed_out_says_that_it_hears_nothing(server: Running, context: Contexts) -> None:
    page = listed(server, context)
    expect(page.locator("#deaf")).to_be_hidden()
    page.context.clear_cookies()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#deaf")).to_be_visible()


def test_a_list_whose_server_gives_no_answer_says_that_it_hears_nothing(server: Running, context: Contexts) -> None:
    page = context(DESK).new_page()
    page.route(
        re.compile("/today$"), lambda route: None if route.request.resource_type == "fetch" else route.continue_()
    )
    page.goto(f"{server.url}/welcome/{server.token}")
    page.evaluate(IMPATIENT)
    page.clock.set_fixed_time(datetime.now() + timedelta(minutes=1))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#deaf")).to_be_visible()


def test_the_interviews_page_shows_who_was_told_and_keeps_who_opened_it(
    server: Running, context: Contexts, signed_in: httpx.Client, complaints: Complaints
) -> None:
    interview = begun(signed_in)
    page = listed(server, context, RECORDED)
    page.get_by_role("button", name="Switch on").click()
    page.goto(f"{server.url}/interviews/{interview}")
    expect(page.locator("#log")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#who-was-told")).to_be_hidden()
    said(signed_in, interview)
    told = page.locator("#who-was-told")
    expect(told).to_contain_text("Page opened by admin@localhost")
    expect(told).to_contain_text("neither e-mail nor a webhook is set up")
    until(lambda: page.evaluate("told.length"))
    accessible(page)
    page.get_by_role("button", name="Acknowledge…").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Acknowledge…")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Read it; no danger, because").click()
    page.keyboard.press("Enter")
    expect(page.locator("#note-wrong")).to_have_text("Add why there is no danger.")
    assert complaints.of_requests()
    expect(page.get_by_label("What was done?")).to_be_focused()
    expect(page.locator("#acknowledged")).to_be_hidden()
    accessible(page)
    page.keyboard.type("a line of a song.")
    page.keyboard.press("Enter")
    expect(told).to_contain_text(re.compile("Acknowledged by admin.*: Read it; no danger, because: a line of a song"))
    accessible(page)
    page.reload()
    expect(told).to_contain_text("Read it; no danger, because: a line of a song.")
    expect(page.locator("#acknowledged")).to_contain_text("Read it; no danger, because: a line of a song.")
    page.goto(f"{server.url}/account")
    expect(page.get_by_text("This server sends no messages")).to_be_visible()
    accessible(page)


def test_the_page_and_the_list_name_the_most_serious_of_what_was_acknowledged(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    interview = begun(signed_in)
    page = context(DESK).new_page()
    page.goto(f"{server.url}/welcome/{server.token}")
    title, chip = page.locator("#alert-title"), page.locator(f'[data-id="{interview}"] .badge')

    def both(said: str, listed: str) -> None:
        page.goto(f"{server.url}/interviews")
        expect(chip).to_have_text(listed)
        page.goto(f"{server.url}/interviews/{interview}")
        expect(title).to_contain_text(said)

    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        patient.say("Several days. I wish I could just not wake up.")
        acknowledged(signed_in, interview)
        both("Needed attention", "Needed attention")
        patient.goes_on()
        patient.say("I think about killing myself sometimes.")
        both("Urgent: please read this now, since", "Urgent")
        acknowledged(signed_in, interview)
        both("Was urgent", "Was urgent")
        patient.goes_on()
        patient.say("I used to cut myself years ago.")
        both("Needs attention, since", "Needs attention")
        acknowledged(signed_in, interview)
        both("Was urgent", "Was urgent")
    page.close()


def test_a_bare_answer_stands_behind_what_was_asked_and_the_wish_before_it(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        patient.say("I want it to stop")
        patient.say("everything")
    page = listed(server, context)
    page.goto(f"{server.url}/interviews/{interview}")
    quote = page.locator("#alert-quotes li")
    expect(quote).to_have_count(1)
    expect(quote).to_contain_text("After “I want it to stop”, asked whether they meant this conversation:")
    expect(quote.locator("q")).to_have_text("everything")
    accessible(page)


def test_the_alert_of_a_record_that_cannot_be_read_is_acknowledged_on_its_page(
    server: Running, context: Contexts, signed_in: httpx.Client, database_url: str
) -> None:
    interview = begun(signed_in, label="Broken-1")
    said(signed_in, interview)
    with psycopg.connect(database_url) as connection:
        connection.execute(
            "update event set body = body || '{\"phase\": 7}' where interview_id = %s and kind = 'message'",
            (interview,),
        )
        connection.execute("update interview set phase = 'DONE' where id = %s", (interview,))
    page = listed(server, context)
    page.goto(f"{server.url}/interviews/{interview}")
    expect(page.get_by_role("heading", name="This interview can't be read")).to_be_visible()
    expect(page.locator("#alert q")).to_have_text(WORDS)
    at_both_widths(page)
    page.get_by_role("button", name="Acknowledge…").click()
    page.keyboard.type("Called her; she is with her sister")
    page.keyboard.press("Enter")
    expect(page.locator("#acknowledged")).to_contain_text("Called her; she is with her sister")
    expect(page.locator("#acknowledge")).to_be_hidden()


@pytest.mark.parametrize("words", [WORDS, "I will kill myself tonight with the pills I have."])
def test_the_words_behind_an_alert_and_a_running_interviews_findings_are_seen_at_once(
    server: Running, context: Contexts, signed_in: httpx.Client, words: str
) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(6)
        stopped = patient.say(words)["purpose"] == "script"
        if not stopped:
            patient.goes_on()
            patient.to_item(9)
    page = context({"width": 1280, "height": 800}).new_page()
    page.goto(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/interviews/{interview}")
    expect(page.locator("#log")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#log .message.patient", has_text=words)).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    if not stopped:
        answer = page.locator("#alert-quotes li", has_text="Asked whether it is there right now:")
        expect(answer.locator("q")).to_have_text("No, not right now.")
        expect(page.locator("#findings li").first).to_be_in_viewport(ratio=1)
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
        found, transcript = page.locator("#findings-card").bounding_box(), page.locator("#transcript").bounding_box()
        assert found["y"] + found["height"] <= transcript["y"], "on a phone it stands before"  # type: ignore[index]  # both are shown
        return
    acknowledged(signed_in, interview, "I'll ring her tonight")
    expect(page.locator("#alert-text")).not_to_contain_text("Next: ")
    steps = page.locator("#what-next li")
    expect(steps.first).to_contain_text("Reach the patient, if nobody has yet.")
    expect(steps.nth(1)).to_contain_text("Your own assessment")
    expect(page.locator("#alert")).not_to_have_attribute("data-seen", "")
