"""A report card in a real browser: from the button on the interview's page to its parts, and one part again."""

import re
from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pypdfium2 import PdfDocument

from server.settings import Settings
from tests.browser.conftest import DESK, PHONE, Complaints
from tests.browser.held import SAID, held, stopped
from tests.browser.people import ADDRESS, accessible, reload
from tests.conftest import Running, start_server

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]
PARTS = 11
SLOW = 240_000
"""Milliseconds; the first card of a process loads the local models."""


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Running]:
    """A server that offers two models, without a key for either."""
    none = dict.fromkeys(("OPENAI_API_KEY", "ANTHROPIC_API_KEY"), "")
    running = start_server(settings, ANAMNESIS_DRIVERS="openai/gpt-4.1-mini,anthropic/claude-sonnet-4-5", **none)
    yield running
    running.process.terminate()
    running.process.wait(90)


def opened(server: Running, context: Contexts, interview: str) -> Page:
    """The therapist's page of the interview."""
    page = context(DESK).new_page()
    page.goto(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/interviews/{interview}")
    return page


def test_a_card_comes_part_by_part_and_explains_itself(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    page = opened(server, context, held(signed_in, said={1: f"Nearly every day, like this: {ADDRESS}"}))
    page.get_by_role("link", name="Report card").click()
    page.wait_for_url(re.compile("/card$"))
    accessible(page)
    page.get_by_label("openai/gpt-4.1-mini").check()
    page.get_by_label("anthropic/claude-sonnet-4-5").check()
    page.get_by_role("button", name="Make the card").click()
    expect(page.locator("#made-text")).to_have_text(f"{PARTS} of {PARTS} parts", timeout=SLOW)
    expect(page.locator('[data-state="waiting"]')).to_have_count(0)
    accessible(page)
    coherence = page.get_by_role("region", name="Coherence")
    expect(coherence.get_by_role("img").first).to_have_attribute(
        "aria-label", re.compile("Cosine of each turn with the next, in order: \\d+ values")
    )
    coherence.get_by_text("Global coherence").click()
    expect(coherence.get_by_text("mean of cos")).to_be_visible()
    explained = page.get_by_role("region", name="Explainability")
    explained.get_by_text("Steps of reasoning").first.click()
    expect(explained.locator(".traced[open] li").first).to_be_visible()
    judge = page.get_by_role("region", name="Rubric: the judge")
    expect(judge).to_contain_text("Unavailable: the judge was left out")
    expect(page.get_by_role("region", name="openai/gpt-4.1-mini")).to_contain_text("OPENAI_API_KEY")
    expect(page.get_by_role("region", name="Rule engine", exact=True).locator(".ranked .track").first).to_be_visible()
    again = page.get_by_role("region", name="Readability").get_by_role("button")
    page.evaluate("document.querySelector('#part-readability').classList.add('old')")
    again.click()
    expect(page.locator("#part-readability.old")).to_have_count(0, timeout=SLOW)
    expect(again).to_be_enabled()
    all_of_it_is_printed(page)
    one_at_a_time(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
    reload(page)
    expect(page.get_by_role("tab")).to_have_count(3)
    expect(page.get_by_role("region", name="Wording and length")).to_be_hidden()
    accessible(page)
    page.evaluate("location.hash = 'figure-wording-turns'")  # as the opening's links do
    expect(page.locator("#figure-wording-turns")).to_be_focused()


def all_of_it_is_printed(page: Page) -> None:
    """Every part and every engine stands on paper, folded away or not; what can be clicked does not."""
    page.get_by_role("heading", name="Figures, for research").click()
    expect(page.get_by_role("region", name="Coherence")).to_be_hidden()
    titles = page.locator(".part-head h3").all_text_contents()
    sheets = PdfDocument(page.pdf(format="A4"))
    text = " ".join(" ".join(sheet.get_textpage().get_text_bounded() for sheet in sheets).split())
    assert len(titles) == PARTS
    for title in (*titles, "The report itself:", "Its digest (SHA-256)"):
        assert title in text, title
    assert "Make this part again" not in text


def one_at_a_time(page: Page) -> None:
    engines = page.locator("#engines > section")
    expect(engines.filter(visible=True)).to_have_count(3)
    page.get_by_role("button", name="Side by side").click()
    expect(engines.filter(visible=True)).to_have_count(1)
    page.get_by_role("tab", name="openai/gpt-4.1-mini").press("ArrowLeft")
    expect(page.get_by_role("tab", name="Rule engine")).to_be_focused()
    expect(page.get_by_role("region", name="Rule engine", exact=True)).to_be_visible()
    page.get_by_role("button", name="Side by side").click()
    expect(engines.filter(visible=True)).to_have_count(3)


def test_a_card_begins_with_weak_answers_that_lead_to_their_words_by_keyboard(
    server: Running, context: Contexts, signed_in: httpx.Client, complaints: Complaints
) -> None:
    page = opened(server, context, held(signed_in, said=SAID | {14: "My sleep is bad."}))
    page.get_by_role("link", name="Report card").press("Enter")
    page.get_by_role("button", name="Make the card").press("Enter")
    opening = page.get_by_role("region", name="What it rests on")
    other = page.context.new_page()
    other.goto(page.url)
    reload(page)
    for tab in (page, other):
        expect(tab.locator("#made-text")).to_have_text("9 of 9 parts", timeout=SLOW)
    expect(opening).to_contain_text("as the rules work it out")
    expect(opening).to_contain_text("figures are compared with those of other interviews once 20")
    engines = page.get_by_role("region", name="What the rules and other models make of it")
    expect(engines).to_contain_text("no language model was asked")
    expect(engines.get_by_role("region")).to_have_count(0)
    accessible(page)
    other.context.set_offline(True)
    other.locator("[data-again]").first.press("Enter")
    expect(other.locator("#said")).to_contain_text("Check the connection")
    other.context.set_offline(False)
    opening.get_by_text("Each weak answer left out").press("Enter")
    expect(opening.locator(".weak li").first).to_be_visible()
    accessible(page)
    assert complaints.of_requests()
    link = opening.locator(".sentences a").first
    turn = (link.get_attribute("href") or "").split("#")[1]
    link.press("Enter")
    expect(page.locator(f"#{turn}")).to_be_focused()
    expect(page.locator(f"#{turn}")).to_be_in_viewport()


def test_there_is_no_card_after_a_safety_stop(server: Running, context: Contexts, signed_in: httpx.Client) -> None:
    page = opened(server, context, stopped(signed_in))
    expect(page.locator("#status")).to_have_text("Ended for safety")
    expect(page.get_by_role("link", name="Report card")).to_have_count(0)
    page.goto(f"{page.url.split('#')[0]}/card")
    expect(page.get_by_role("main")).to_contain_text("it has no report and no report card")
