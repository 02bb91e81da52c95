"""`?` says which keys there are on a finished interview's pages, on transcripts and in the library, by keyboard."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import DESK
from tests.browser.held import held
from tests.browser.people import Therapist, accessible, at_both_widths
from tests.conftest import Running

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]


def test_the_keys_are_told_and_closed_by_keyboard(server: Running, context: Contexts, signed_in: httpx.Client) -> None:
    interview = held(signed_in)
    page = context(DESK).new_page()
    Therapist(page).sign_in(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/interviews/{interview}")
    expect(page.locator("#status")).to_have_text("Completed")
    signed_in.post(f"/interviews/{interview}/card", json={"engines": []})
    for path, word in (
        ("/transcripts", "open"),
        ("/admin/documents", "open"),
        (f"/interviews/{interview}/card", "next, previous part"),
        (f"/interviews/{interview}", "next, previous section"),
    ):
        page.goto(f"{server.url}{path}")
        page.keyboard.press("?")
        keys = page.get_by_role("dialog", name="Keys")
        expect(keys).to_contain_text(word)
        expect(keys).not_to_contain_text("rename")
        accessible(page)
        page.keyboard.press("Escape")
        expect(keys).to_be_hidden()
        if path.endswith("/card"):
            expect(page.locator("[data-part][data-state=made]").first).to_be_visible()
        page.keyboard.press("j")
        if "interviews" in path:
            expect(page.locator("[data-row]:focus-within")).to_have_count(1)
        if path == "/admin/documents":  # the others stand on a phone in tests of their own
            at_both_widths(page)
    page.goto(f"{server.url}/transcripts")
    page.get_by_label("Transcript", exact=True).fill("why? no speaker")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    page.get_by_role("button", name="Assess", exact=True).press("Enter")
    expect(page.locator("#transcript")).to_be_focused()
    expect(page.locator("#transcript")).to_have_value("why? no speaker?")
    expect(page.locator("#transcript-wrong")).to_be_visible()
    accessible(page)
