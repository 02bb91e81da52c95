"""The menu of exports in a real browser, with the keyboard alone: a finished interview, and one ended for safety."""

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.people import Therapist, accessible, fits
from tests.conftest import Running
from tests.server.interviews.talking import begun, talker

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]


def opened(server: Running, context: Contexts, interview: str) -> Page:
    """The interview's page, for the therapist."""
    therapist = Therapist(context(DESK).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    therapist.page.goto(f"{server.url}/interviews/{interview}")
    return therapist.page


def open_menu(page: Page) -> None:
    menu = page.locator("#export summary")
    menu.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#export")).to_have_attribute("open", "")


def test_a_finished_interview_goes_into_a_file_by_keyboard(
    server: Running, context: Contexts, signed_in: httpx.Client, tmp_path: Path
) -> None:
    interview = begun(signed_in)
    page = opened(server, context, interview)
    expect(page.locator("#export")).to_be_hidden()
    other = page.context.new_page()
    other.goto(page.url)
    with talker(signed_in, interview) as patient:
        patient.to_item(23)
        if patient.skip()["purpose"] == "review":
            patient.say("No, that's all.")
    for tab in (page, other):
        expect(tab.locator("#status")).to_have_text("Completed")
    page.reload()
    open_menu(page)
    expect(page.locator("#export a:visible")).to_have_count(10)
    expect(page.locator("#export .hint")).to_be_hidden()
    accessible(page)
    page.locator("#export summary").focus()
    page.keyboard.press("Tab")
    with page.expect_download() as coming:
        page.keyboard.press("Enter")
    kept = tmp_path / "record.txt"
    coming.value.save_as(kept)
    assert coming.value.suggested_filename == f"interview-{interview[:8]}.record.txt"
    assert kept.read_text("utf-8").startswith("Report: A-1\n")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
    fits(page)


def test_a_stopped_interview_offers_no_report(server: Running, context: Contexts, signed_in: httpx.Client) -> None:
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        assert patient.say("I have written the note and I will kill myself tonight.")["purpose"] == "script"
    page = opened(server, context, interview)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for name in ("Print", "Report card"):
        expect(page.locator("#report-actions").get_by_text(name)).to_be_hidden()
    page.get_by_role("button", name="Copy note").press("Enter")
    expect(page.locator("#toasts")).to_have_text("Copied as a note.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "Status: ended for the patient's safety" in copied
    assert "I will kill myself tonight" in copied
    assert copied.index("RISK") < copied.index("ANSWERS BEFORE THE END") < copied.index("- 1. Little interest")
    open_menu(page)
    expect(page.locator("#export a:visible")).to_have_count(7)
    expect(page.locator("#export")).to_contain_text("there is no report")
    expect(page.get_by_role("link", name="Note for a record system")).to_be_visible()
    for name in ("Plain text", "PDF", "Markdown"):
        expect(page.get_by_role("link", name=name)).to_be_hidden()
    accessible(page)
    with page.expect_download() as coming:
        page.get_by_role("link", name="JSON").press("Enter")
    assert coming.value.suggested_filename == f"interview-{interview[:8]}.json"
