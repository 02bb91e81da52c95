"""Answers confirmed by keyboard alone in a real browser, with a reload in the middle and a colleague in another tab."""

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.people import Therapist, accessible, at_both_widths
from tests.conftest import Running
from tests.server.interviews.talking import begun, talker

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]
VAGUE = "Hard to say, it's kind of all over the place."


def finished(staff: httpx.Client, label: str) -> str:
    """An interview that was held to the end: item 1 stays unclear, item 2 is declined."""
    interview = begun(staff, label=label)
    with talker(staff, interview) as talking:
        talking.say("Yes, I'm ready.")
        talking.say(VAGUE)
        body = talking.say(VAGUE)
        body = talking.skip()
        while body["itemId"] is not None:
            body = talking.say("No, not at all.")
        talking.send("No, that is all.")
    return interview


def test_confirming_by_keyboard_alone(server: Running, context: Contexts, signed_in: httpx.Client) -> None:
    interview = finished(signed_in, "K-17")
    therapist = Therapist(context(DESK).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    page, other = therapist.page, therapist.page.context.new_page()
    page.goto(f"{server.url}/interviews/{interview}")
    expect(page.get_by_text("Sign off…")).to_be_visible()
    page.goto(f"{server.url}/confirm")
    expect(page.locator("#case-title")).to_be_focused()
    first = page.locator("#case-title").inner_text()
    accessible(page)
    page.reload()
    other.goto(f"{server.url}/confirm?interview={interview}&item=1")
    expect(page.locator("#case-title")).to_be_focused()
    expect(page.locator("#why-other")).to_be_hidden()
    page.keyboard.press("a")
    expect(page.locator("#meaning")).to_contain_text("The machine has no score to accept here")
    page.keyboard.press("2")
    expect(page.locator("#save")).to_be_focused()
    expect(page.locator("#meaning")).to_contain_text("With your 2:")
    expect(page.get_by_label("Where your score comes from")).not_to_have_attribute("required", "")
    accessible(page)
    page.keyboard.press("Enter")
    expect(page.locator("#settled")).to_contain_text("→ 2")
    expect(page.locator("#case-title")).not_to_have_text(first)
    expect(page.locator("#case-title")).to_be_focused()
    expect(other.locator("#case-title")).to_be_focused()
    other.keyboard.press("p")
    expect(other.get_by_role("alert")).to_contain_text("set it to 2")
    page.keyboard.press("p")
    expect(page.get_by_role("heading", name="Nothing to confirm in K-17")).to_be_visible()
    expect(page.get_by_role("link", name="Read the report of K-17 and sign it off")).to_be_focused()
    accessible(page)
    page.keyboard.press("u")
    expect(page.locator("#settled li")).to_have_count(1)
    expect(page.locator("#asked li")).to_have_count(0)
    expect(page.locator("#case-title")).to_be_focused()
    page.keyboard.press("3")
    page.keyboard.press("p")
    expect(page.locator("#meaning")).to_contain_text("Your 3 is not saved yet")
    page.keyboard.press("p")
    expect(page.locator("#asked")).to_contain_text("K-17")
    expect(page.locator("#settled li")).to_have_count(1)
    page.get_by_role("link", name="read the report of K-17").press("Enter")
    page.get_by_text("Sign off…").press("Enter")
    expect(page.locator("#version")).to_contain_text("Version 1 not signed off")
    expect(page.locator("#version")).to_contain_text("Still to ask in person: Low mood")
    accessible(page)
    page.get_by_role("button", name="Sign version 1").press("Enter")
    expect(page.locator("#sign-off-open")).to_have_text("Signed off")
    expect(page.locator("#sign-off-open")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Version 1 signed off by")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Version 1 signed off by")).to_be_hidden()
    page.get_by_label("New note").focus()
    page.keyboard.type("Asked about 2 in person next week.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#notes li").last).to_contain_text("Asked about 2 in person next week.")
    expect(page.locator("#notes li").last).to_be_focused()
    accessible(page)
    page.set_viewport_size(PHONE)
    page.goto(f"{server.url}/confirm?interview={interview}&item=1")
    expect(page.get_by_text("A score given now goes into version 2")).to_be_visible()
    accessible(page)
    page.get_by_role("button", name="Begin version 2 and score this answer").press("Enter")
    expect(page.get_by_text("Your score goes into version 2")).to_be_visible()
    expect(page.locator("#case-title")).to_be_focused()
    page.get_by_role("link", name="Version 1", exact=True).click()
    expect(page.get_by_role("heading", name="Version 1 of the report")).to_be_visible()
    expect(page.locator("#signed-report table")).to_have_count(2)
    at_both_widths(page)
    page.locator("#signed-report a", has_text="turn").first.click()
    expect(page).to_have_url(re.compile(rf"/interviews/{interview}#turn-\d+$"))
