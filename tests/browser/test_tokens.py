"""A token for programs, made and revoked by keyboard alone."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import DESK
from tests.browser.people import at_both_widths
from tests.conftest import Running

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]
NOTHING = "00000000-0000-4000-8000-000000000000"


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until it has the focus."""
    for _ in range(60):
        if wanted.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not reached by keyboard")


def test_a_token_is_made_shown_once_used_and_revoked(server: Running, context: Contexts) -> None:
    page = context(DESK).new_page()
    page.goto(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/account")
    tab_to(page, page.get_by_label("What it is for"))
    name = "Record system"
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Choose what the token may do.")
    expect(page.get_by_label("What it is for")).to_have_value(name)
    at_both_widths(page)
    tab_to(page, page.get_by_label("See how far an interview is"))
    page.keyboard.press("Space")
    tab_to(page, page.get_by_role("button", name="Make a token"))
    page.keyboard.press("Enter")
    shown = page.get_by_label("Token", exact=True)
    expect(shown).to_be_focused()
    token = shown.input_value()
    assert page.evaluate("getSelection().toString() || document.activeElement.value") == token
    at_both_widths(page)

    def status() -> int:
        headers = {"authorization": f"Bearer {token}"}
        return httpx.get(f"{server.url}/interviews/{NOTHING}/status", headers=headers, timeout=60).status_code

    assert status() == 404
    page.goto(f"{server.url}/account")
    assert token not in page.content()
    summary = page.locator("summary", has_text="What they were used for")
    tab_to(page, summary)
    page.keyboard.press("Enter")
    expect(page.locator(".uses li").first).to_contain_text(f"{name}: GET /interviews/{NOTHING}/status")
    at_both_widths(page)
    page.reload()
    other = page.context.new_page()
    other.goto(page.url)
    for tab in (page, other):  # the second has not heard of it yet
        tab_to(tab, tab.get_by_role("button", name=f"Revoke {name}"))
        tab.keyboard.press("Enter")
        expect(tab.locator(".tokens li", has_text=name)).to_contain_text("revoked")
        assert status() == 401
