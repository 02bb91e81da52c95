"""A running interview taken over and held in person by keyboard alone, with a reload in the middle."""

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.conftest import DESK, PHONE, Complaints
from tests.browser.people import IMPATIENT, Patient, Therapist, accessible, at_both_widths
from tests.conftest import Running
from tests.server.interviews.talking import begun, talker

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]


def test_in_person_by_keyboard_alone(server: Running, context: Contexts, signed_in: httpx.Client) -> None:
    interview = begun(signed_in, label="K-18")
    patient = Patient(context(PHONE).new_page())
    patient.enter(signed_in.post(f"/interviews/{interview}/link").json()["url"])
    patient.say("Yes, I'm ready.")
    therapist = Therapist(context(DESK).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    page = therapist.page
    page.goto(f"{server.url}/interviews/{interview}")
    page.get_by_role("button", name="Go on in person").press("Enter")
    title = page.locator("#read-title")
    expect(title).to_have_text("Little interest or pleasure in doing things?")
    expect(title).to_be_focused()
    accessible(page)
    expect(patient.page.locator("#held-by")).to_contain_text("in person")
    expect(patient.page.locator("#composer")).to_be_hidden()
    accessible(patient.page)
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").get_by_role("button", name="Close").press("Enter")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    page.keyboard.press("1")  # the item's own number
    expect(title).to_have_text("Feeling down, depressed, or hopeless?")
    expect(title).to_be_focused()
    page.keyboard.press("w")
    page.keyboard.type("Most days, I'd say.")
    page.keyboard.press("Enter")
    expect(page.locator("[data-proposed]")).to_be_focused()
    page.reload()
    expect(page.locator("[data-proposed]")).to_be_focused()
    accessible(page)
    page.keyboard.press("Enter")
    for item in range(3, 12):
        expect(page.locator("#taps [name=item]")).to_have_value(str(item))
        expect(title).to_be_focused()
        page.keyboard.press("d" if item == 5 else "1")
    expect(title).to_have_text("Administer C-SSRS or ASQ now")
    accessible(page)
    page.keyboard.press("b")  # a mis-tap can be taken back
    expect(title).to_have_text("Thoughts of actually hurting yourself?")
    expect(title).to_be_focused()
    page.keyboard.press("1")
    expect(title).to_have_text("Administer C-SSRS or ASQ now")
    expect(title).to_be_focused()
    page.get_by_role("button", name="Pause").press("Enter")
    expect(page.get_by_role("heading", name="Paused by you")).to_be_focused()
    expect(patient.page.locator("#held-by")).to_contain_text("paused")
    page.get_by_role("button", name="Go on in person").press("Enter")
    expect(title).to_have_text("Administer C-SSRS or ASQ now")
    page.get_by_label("What was done").fill("Asked at once")
    result = page.get_by_label("What came of it")
    expect(result).to_be_hidden()
    page.get_by_role("radio", name="C-SSRS").press("ArrowRight")
    expect(page.get_by_role("radio", name="ASQ")).to_be_checked()
    result.fill("negative")
    accessible(page)
    page.get_by_role("button", name="Keep the note").press("Enter")
    expect(page.locator("#taps [name=item]")).to_have_value("12")
    header = page.get_by_role("banner").bounding_box()
    menu = page.locator("#more-menu").get_by_role("link", name="Account").bounding_box()
    assert header
    assert menu
    assert menu["y"] + menu["height"] <= header["y"] + header["height"]
    page.set_viewport_size(PHONE)
    expect(page.get_by_role("radio", name="0, not at all").first).to_be_visible()
    accessible(page)
    page.set_viewport_size(DESK)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#taps [name=item]")).to_have_value("12")
    page.keyboard.press("0")
    expect(page.locator("#taps [name=item]")).to_have_value("13")
    other.keyboard.press("3")  # the second tab is one item behind
    expect(other.get_by_role("alert")).to_be_visible()
    other.goto(f"{server.url}/interviews/{interview}")
    expect(other.locator("#log")).to_have_attribute("aria-busy", "false")
    expect(other.locator("#progress-text")).to_have_text("11 of 23 answered, 1 skipped or left open")
    page.get_by_role("button", name="Give back to the patient").press("Enter")
    expect(patient.page.locator("#composer")).to_be_visible()
    expect(patient.page.locator("#held-by")).to_be_hidden()
    patient.say("No, not at all.")
    expect(page.get_by_role("heading", name="Pause, take over or close")).to_be_focused()
    accessible(page)
    page.get_by_text("Close this interview…").press("Enter")
    page.get_by_role("button", name="Close it without a report").press("Enter")
    expect(page.locator("#left-early")).to_be_focused()
    expect(page.locator("#log")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#status")).to_have_text("Closed early")
    expect(patient.page.locator("#composer")).to_be_hidden()


def test_who_hands_it_over_for_the_first_time_finds_its_link(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    interview = begun(signed_in, label="K-25")
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).raise_for_status()
    page = context(PHONE).new_page()
    Therapist(page).sign_in(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/interviews/{interview}/in-person?item=1")
    page.get_by_label("Or write what was said").fill("Most days, I'd say.")
    page.get_by_role("button", name="Read it").tap()
    expect(page.get_by_role("status")).to_contain_text("Tap it to take it")
    expect(page.get_by_role("status")).not_to_contain_text("Enter", use_inner_text=True)
    page.get_by_role("button", name="Hand over to the patient").tap()
    expect(page.locator("#invite-title")).to_be_focused()
    expect(page.get_by_role("button", name="Copy patient link")).to_be_in_viewport()


def test_after_a_stop_the_patient_is_in_the_room(server: Running, context: Contexts, signed_in: httpx.Client) -> None:
    interview = begun(signed_in, label="K-19")
    patient = Patient(context(PHONE).new_page())
    patient.enter(signed_in.post(f"/interviews/{interview}/link").json()["url"])
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"})
    said = {"item": "1", "did": "words", "words": "I am going to kill myself tonight."}
    signed_in.post(f"/interviews/{interview}/in-person", data=said)
    therapist = Therapist(context(DESK).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    page = therapist.page
    page.goto(f"{server.url}/interviews/{interview}")
    expect(page.locator("#log")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#alert-text")).to_have_text(re.compile("was shown no safety message.$"))
    first = page.locator("#what-next li").first
    expect(first).to_contain_text("The patient is with you: stay with them, and tell them whom to call.")
    expect(first.get_by_role("link", name="Call 988")).to_have_attribute("href", "tel:988")
    expect(page.locator("#interview")).not_to_contain_text("Call the patient")
    page.get_by_role("button", name="Acknowledge…").press("Enter")
    page.get_by_role("button", name="Stayed with the patient").press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#acknowledged")).to_contain_text("Stayed with the patient")
    expect(page.locator("#what-next")).not_to_contain_text("is with you")
    accessible(page)
    for _ in range(2):
        expect(patient.page.locator("#held-by")).to_contain_text("going on with you in person")
        expect(patient.page.locator("#log")).to_have_attribute("aria-busy", "false")
        expect(patient.page.locator(".message.patient, #script")).to_have_count(0)
        expect(patient.page.locator("#composer")).to_be_hidden()
        accessible(patient.page)
        patient.page.reload()


def test_what_the_patient_writes_on_their_page_meanwhile_does_not_put_them_in_the_room(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    interview = begun(signed_in, label="K-21")
    with talker(signed_in, interview) as patient:
        patient.to_item(1)
        signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).raise_for_status()
        patient.send("Lately I have been thinking about killing myself.")
        page = context(DESK).new_page()
        Therapist(page).sign_in(f"{server.url}/welcome/{server.token}")
        page.goto(f"{server.url}/interviews/{interview}")
        expect(page.locator("#log")).to_have_attribute("aria-busy", "false")
        expect(page.locator("#alert-text")).to_contain_text("decide whether to call them")
        patient.say("I am going to kill myself tonight.")
    expect(page.locator("#alert-text")).to_contain_text("The patient was given the safety message")
    expect(page.locator("#what-next")).to_contain_text("Call the patient now.")
    expect(page.locator("#interview")).not_to_contain_text("The patient is with you")


def test_a_dialog_that_was_closed_keeps_no_news_from_the_interviews_page(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    interview = begun(signed_in, label="K-20")
    page = context(DESK).new_page()
    Therapist(page).sign_in(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/interviews/{interview}")
    expect(page.locator("#log")).to_have_attribute("aria-busy", "false")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").get_by_role("button", name="Close").press("Enter")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "pause"}).raise_for_status()
    expect(page.get_by_role("heading", name="Paused by you")).to_be_visible()


def test_an_alert_that_stands_is_read_on_a_phone_too(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    interview = begun(signed_in, label="K-20")
    with talker(signed_in, interview) as talking:
        talking.to_item(6)
        talking.say("I've been saving up my pills.")
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).raise_for_status()
    page = context(DESK).new_page()
    Therapist(page).sign_in(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/interviews/{interview}/in-person")
    alert = page.locator("section.alert")
    expect(alert).to_contain_text("saving up my pills")
    expect(alert).to_contain_text(re.compile("since today"))
    at_both_widths(page)
    alert.get_by_role("link", name="Read and acknowledge").click()
    expect(page.get_by_role("button", name="Acknowledge")).to_be_visible()
    expect(page.locator("#alert-text")).to_contain_text("The interview goes on in person.")
    for path, stands in (
        ("hold", "The conversation is paused until it is given back to the patient."),
        ("release", "The conversation goes on."),
    ):
        signed_in.post(f"/interviews/{interview}/{path}", data={"why": "pause"}).raise_for_status()
        expect(page.locator("#alert-text")).to_contain_text(stands)
    expect(page.locator("#alert-text")).not_to_contain_text("goes on in person")


def test_what_the_patient_skipped_is_answered_from_the_list(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    interview = begun(signed_in, label="K-24")
    with talker(signed_in, interview) as talking:
        talking.to_item(3)
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).raise_for_status()
    page = context(PHONE).new_page()
    Therapist(page).sign_in(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/interviews/{interview}/in-person")
    expect(page.get_by_text("0 of 23 settled, 2 skipped or left open")).to_be_visible()
    accessible(page)
    page.get_by_role("link", name="2. Feeling down").tap()
    expect(page.get_by_text("item 2 of 23, skipped by the patient")).to_be_visible()
    page.get_by_role("button", name="more than half the days").tap()
    expect(page.get_by_text("1 of 23 settled, 1 skipped or left open")).to_be_visible()
    expect(page.locator("#taps [name=item]")).to_have_value("3")


def test_a_tap_without_a_network_loses_nothing(server: Running, context: Contexts, signed_in: httpx.Client) -> None:
    interview = begun(signed_in, label="K-21")
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).raise_for_status()
    page = context(DESK).new_page()
    Therapist(page).sign_in(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/interviews/{interview}/in-person")
    page.get_by_label("Or write what was said").fill("The tram was late")
    page.locator("#read-title").click()
    page.context.set_offline(True)
    for _ in range(2):
        page.keyboard.press("2")
        expect(page.get_by_role("alert")).to_contain_text("Check the connection and try again.")
    expect(page.get_by_label("Or write what was said")).to_have_value("The tram was late")
    page.context.set_offline(False)
    at_both_widths(page)
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("status")).to_contain_text("No score can be told from these words")
    expect(page.locator("#read-title")).to_be_focused()
    page.keyboard.press("2")
    expect(page.locator("#taps [name=item]")).to_have_value("2")
    expect(page.locator("#read-title")).to_be_focused()
    page.context.clear_cookies()
    page.keyboard.press("1")
    expect(page.get_by_role("alert")).to_contain_text("no longer fits your sign-in")


def test_what_a_proxy_answers_or_nobody_loses_no_words(
    server: Running, context: Contexts, signed_in: httpx.Client, complaints: Complaints
) -> None:
    interview = begun(signed_in, label="K-22")
    signed_in.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).raise_for_status()
    signed_in.post(f"/interviews/{interview}/in-person", data={"item": "1", "did": "1"}).raise_for_status()
    page = context(DESK).new_page()
    Therapist(page).sign_in(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/interviews/{interview}/in-person")
    words, alert, posts = page.get_by_label("Or write what was said"), page.get_by_role("alert"), []

    def of_a_proxy(route: Route) -> None:
        posts.append(route.request.post_data)
        route.fulfill(status=502, content_type="text/html", body="<h1>Bad gateway</h1>")

    words.fill("Most days.")
    page.route("**/in-person", of_a_proxy)
    words.press("Enter")
    expect(alert).to_have_text("The server answered 502. Try again.")
    expect(words).to_have_value("Most days.")
    assert len(posts) == 1
    page.unroute("**/in-person")

    page.route("**/in-person", lambda route: route.fetch() and None)  # it arrives; its answer does not
    page.evaluate(IMPATIENT)
    words.press("Enter")
    expect(alert).to_have_text("No answer yet. Load the page to see whether it was kept.")
    expect(words).to_have_value("Most days.")
    page.unroute("**/in-person")
    page.context.set_offline(True)
    page.get_by_role("link", name="Back to item 1").click()
    expect(alert).to_contain_text("Check the connection and try again.")
    assert complaints.of_requests()
    at_both_widths(page)
    page.context.set_offline(False)
    words.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Proposed")
    expect(page.locator(".written")).to_have_text(["“Most days.”"])
    page.get_by_role("link", name="Back to item 1").click()
    expect(page.locator("#taps [name=item]")).to_have_value("1")
