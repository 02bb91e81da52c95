"""The three doors of the start page in a real browser, with keys alone, and the click that removes it all."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.people import accessible
from tests.conftest import Running

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]
INVENTED = re.compile("Invented")
A_WHOLE_INTERVIEW = 180_000


def today(server: Running, context: Contexts, size: dict[str, int]) -> Page:
    page = context(size).new_page()
    page.goto(f"{server.url}/welcome/{server.token}")
    expect(page.get_by_role("heading", name="Today", exact=True)).to_be_visible()
    return page


def enter(page: Page, name: str) -> None:
    """Go to a door with j, and through it with Enter."""
    page.goto(re.sub(r"(https?://[^/]+).*", r"\1/today", page.url))
    door = page.get_by_role("button", name=name, exact=True)
    expect(door).to_be_visible()
    for _ in range(9):
        page.keyboard.press("j")
        if door.evaluate("one => one === document.activeElement"):
            break
    expect(door).to_be_focused()
    page.keyboard.press("Enter")


def test_the_three_doors_with_keys_alone(server: Running, context: Contexts) -> None:
    page = today(server, context, DESK)
    accessible(page)
    enter(page, "Play a scripted patient")
    expect(page.locator("#invented")).to_contain_text("A script answers here")
    expect(page.locator("#domains-card")).to_be_in_viewport()
    expect(page.locator("#log .patient")).not_to_have_count(0)
    expect(page.locator("#invite")).to_be_hidden()
    accessible(page)
    page.reload()
    expect(page.locator("#report")).to_be_visible(timeout=A_WHOLE_INTERVIEW)
    expect(page.get_by_role("button", name="Let the script go on")).to_have_count(0)

    enter(page, "Open a finished report")
    expect(page.locator("#report")).to_be_visible()
    accessible(page)
    page.get_by_role("link", name="The client's trend").press("Enter")
    expect(page.get_by_role("heading", name="By domain")).to_be_visible()
    accessible(page)
    page.go_back()
    page.get_by_role("link", name="Report card").press("Enter")
    expect(page.get_by_role("heading", name="Report card")).to_be_visible()

    enter(page, "See a safety stop")
    expect(page.get_by_role("heading", name="What the patient reads")).to_be_visible()
    expect(page.locator(".script")).to_contain_text("Call or text 988")
    expect(page.get_by_role("heading", name="What you get")).to_be_visible()
    accessible(page)
    page.get_by_role("button", name="Open the patient's own page").press("Enter")
    expect(page).to_have_url(re.compile("/chat/"))
    expect(page.get_by_text("Our conversation ends here.")).to_be_visible()
    page.go_back()

    page.goto(f"{server.url}/today")
    expect(page.locator("#alerts")).to_contain_text(INVENTED)
    accessible(page)
    page.get_by_role("link", name="Remove everything invented").press("Enter")
    expect(page.get_by_role("heading", name="Remove everything invented?")).to_be_visible()
    accessible(page)
    page.get_by_role("link", name="Keep it").press("Enter")
    expect(page.locator("#alerts [data-row]")).not_to_have_count(0)
    page.get_by_role("link", name="Remove everything invented").press("Enter")
    page.get_by_role("button", name="Remove for good").press("Enter")
    expect(page.get_by_text("Everything invented is removed, for good.")).to_be_visible()
    expect(page.locator("#alerts [data-row]")).to_have_count(0)
    expect(page.locator("#finished-title + .count")).to_have_text("0")


def test_the_doors_on_a_phone(server: Running, context: Contexts) -> None:
    page = today(server, context, PHONE)
    accessible(page)
    page.get_by_role("button", name="See a safety stop").tap()
    expect(page.get_by_role("heading", name="What you get")).to_be_visible()
    accessible(page)
    page.get_by_role("link", name="Read what was said and acknowledge it").tap()
    expect(page.locator("#invented")).to_be_visible()
    accessible(page)
    page.get_by_role("link", name="Remove everything invented").tap()
    expect(page.get_by_text("1 interview in which a script answered")).to_be_visible()
    accessible(page)
    page.get_by_role("button", name="Remove for good").tap()
    expect(page.get_by_text("Everything invented is removed, for good.")).to_be_visible()
