"""The clinic's settings in a browser: a mistake keeps what was typed, a preview saves nothing, keys are enough."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import DESK
from tests.browser.people import at_both_widths
from tests.conftest import Running

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]


def test_an_admin_sets_what_patients_are_told_by_keyboard(server: Running, context: Contexts) -> None:
    page = context(DESK).new_page()
    page.goto(f"{server.url}/welcome/{server.token}")
    page.get_by_role("link", name="Admin", exact=True).press("Enter")
    page.get_by_role("link", name="Clinic", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="What your patients are told", exact=True)).to_be_visible()
    at_both_widths(page)
    page.get_by_label("Clinic's name").fill("Elm Street")
    page.get_by_label("Phone").fill("ring us")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("as your patients dial it")
    expect(page.get_by_label("Clinic's name")).to_have_value("Elm Street")
    page.get_by_label("Phone").fill("(555) 010-0199")
    page.keyboard.press("Enter")
    expect(page.locator("#general").get_by_role("status")).to_have_text("Saved.")
    expect(page.locator("#general #saved")).to_be_focused()
    expect(page.get_by_role("listitem").filter(has_text=re.compile("admin@localhost"))).not_to_have_count(0)
    own = page.get_by_label("Cost")
    own.fill("You should not worry.")
    page.get_by_role("button", name="Preview", exact=True).press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“you should”, which an interviewer must not say (advice)")
    expect(own).to_have_value("You should not worry.")
    at_both_widths(page)
    own.fill("{clinic} pays for it.")
    page.get_by_role("button", name="Preview", exact=True).press("Enter")
    expect(page.locator("#said-cost")).to_have_text("Patients read: Elm Street pays for it.")
    expect(page.get_by_role("status")).to_contain_text("nothing is saved yet")
    at_both_widths(page)
    page.get_by_role("button", name="Save", exact=True).last.press("Enter")
    expect(page.locator("#texts #saved")).to_be_focused()
    expect(page.locator("#said-cost")).to_have_text("Patients read: Elm Street pays for it.")
    page.reload()
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_label("Clinic's name")).to_have_value("Elm Street")
    message = page.get_by_label("In your clinic's words")
    message.fill("We at Elm Street are glad that you told us.\n\n{numbers}\n\nCall 555 0199.")
    page.get_by_role("button", name="Preview the message").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("no numbers of your own")
    message.fill("We at Elm Street are glad that you told us.\n\n{numbers}\n\nWe read it today.")
    page.get_by_role("button", name="Preview the message").press("Enter")
    expect(page.locator("#safety-script")).to_contain_text("Call or text 988")
    expect(page.locator("#safety-script")).to_contain_text("We read it today.")
    expect(page.get_by_role("status")).to_contain_text("nothing is saved yet")
    at_both_widths(page)
    page.get_by_role("button", name="Save the message").press("Enter")
    expect(page.locator("#safety #saved")).to_be_focused()
    page.get_by_text("Back to the built-in message").press("Enter")
    page.get_by_role("button", name="Take our words out").press("Enter")
    expect(message).to_have_value(re.compile("^Thank you for telling me this"))
    page.get_by_role("link", name="United Kingdom").press("Enter")
    expect(page.locator("#safety-script")).to_contain_text("116 123")
    at_both_widths(page)


def test_what_is_typed_outlives_another_form_a_locale_and_a_clash(server: Running, context: Contexts) -> None:
    own = "We are glad that you told us about this.\n\n{numbers}\n\nWe read it within the hour."
    page = context(DESK).new_page()
    page.goto(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/admin/clinic")
    message, kept = page.get_by_label("In your clinic's words"), page.locator("#safety .unsaved")
    message.fill(own)
    page.get_by_label("Minutes to set aside").fill("25")
    page.keyboard.press("Enter")
    expect(page.locator("#general #saved")).to_be_focused()
    expect(message).to_have_value(own)
    expect(kept).to_contain_text("not saved yet")
    at_both_widths(page)
    page.get_by_role("link", name="United Kingdom").click()
    expect(page.locator("#safety-script")).to_contain_text("116 123")
    expect(kept).to_have_count(0)
    page.get_by_role("link", name="United States not saved", exact=True).click()
    expect(message).to_have_value(own)
    other = page.context.new_page()
    other.goto(f"{server.url}/admin/clinic")
    expect(other.get_by_label("In your clinic's words")).not_to_have_value(own)
    other.get_by_label("Minutes to set aside").fill("35")
    other.keyboard.press("Enter")
    expect(other.locator("#general #saved")).to_be_focused()
    page.get_by_role("button", name="Save the message").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Minutes to set aside: “25” → “35”")
    expect(message).to_have_value(own)
    page.get_by_role("button", name="Save the message").press("Enter")
    expect(page.locator("#safety #saved")).to_be_focused()
    expect(kept).to_have_count(0)
    message.fill("Another one.")
    page.reload()
    expect(kept).to_be_visible()
    page.get_by_role("button", name="Discard what is not saved").click()
    expect(message).to_have_value(own)
    expect(kept).to_have_count(0)
