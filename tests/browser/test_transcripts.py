"""Transcripts in a real browser: pasted, dropped, live; quotes in place; a failed stage again; an interview too."""

import re
from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from agents.scripted.faults import Fault
from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread
from server.settings import Settings
from tests.agents.assessment.conversations import DANGER, FULL, STOP
from tests.browser.conftest import DESK
from tests.browser.held import held
from tests.browser.people import Therapist, accessible, at_both_widths, reload
from tests.conftest import Running, start_server

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]
SLOW = 60_000
DROP = """([text, name]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name, { type: "text/plain" }));
  const field = document.getElementById("transcript");
  field.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
}"""


@pytest.fixture(scope="module")
def provider() -> Iterator[tuple[StubProvider, str]]:
    """The scripted provider, slow enough to be watched."""
    scripted = StubProvider(Pace(delay=0.4, gap=0.01, retry_after=0.01))
    with in_thread(scripted) as url:
        yield scripted, url


@pytest.fixture(scope="module")
def server(settings: Settings, provider: tuple[StubProvider, str]) -> Iterator[Running]:
    running = start_server(
        settings,
        OPENAI_BASE_URL=f"{provider[1]}/v1",
        OPENAI_API_KEY="any",
        ANAMNESIS_ASSESSMENT="openai/scripted",
    )
    yield running
    running.process.terminate()
    running.process.wait(60)


@pytest.fixture
def page(server: Running, context: Contexts) -> Page:
    """The list of transcripts, signed in."""
    therapist = Therapist(context(DESK).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    therapist.page.get_by_role("link", name="Transcripts").first.click()
    expect(therapist.page.get_by_role("heading", name="Transcripts", exact=True)).to_be_visible()
    therapist.page.wait_for_load_state()  # its scripts are there
    return therapist.page


def paste(page: Page, label: str, words: str = FULL) -> None:
    page.get_by_label("Label").fill(label)
    page.get_by_label("Transcript", exact=True).fill(words)
    page.get_by_role("button", name="Assess", exact=True).press("Enter")
    expect(page.get_by_role("heading", name=label, exact=True)).to_be_visible()


def test_a_pasted_transcript_is_followed_and_its_quotes_are_marked_in_place(page: Page) -> None:
    at_both_widths(page)
    paste(page, "P-1")
    other = page.context.new_page()
    other.goto(page.url)
    reload(page)
    for tab in (page, other):
        stage = re.compile("Judging|Scoring|Looking|Writing|Reviewing")
        expect(tab.locator("#stage")).to_have_text(stage, timeout=SLOW)
    expect(page.get_by_role("heading", name="PHQ-8", exact=True)).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("heading", name="Written assessment")).to_be_visible(timeout=SLOW)
    for tab in (page, other):
        expect(tab.locator("#running")).to_have_count(0, timeout=SLOW)
    evidence = page.locator("mark[title]").all_inner_texts()
    assert "I'm wiped out every single day" in " ".join(evidence)
    assert all("husband" not in words for words in evidence)
    link = page.locator(".quotes a").first
    target = page.locator(f"mark{link.get_attribute('href')}")
    link.press("Enter")
    expect(target).to_be_in_viewport()
    at_both_widths(page)


def test_a_dropped_file_is_assessed(page: Page) -> None:
    page.evaluate(DROP, [FULL, "dropped.txt"])
    expect(page.locator("#file-hint")).to_have_text("dropped.txt is assessed instead of pasted text.")
    page.get_by_role("button", name="Assess", exact=True).click()
    expect(page.get_by_role("heading", name="dropped.txt", exact=True)).to_be_visible()
    expect(page.get_by_text("8 items could be scored")).to_be_visible(timeout=SLOW)


def test_danger_that_was_said_stands_above_everything_before_the_model_has_answered(page: Page) -> None:
    paste(page, "P-4", DANGER)
    danger = page.get_by_role("region", name="Said here: danger to self or others")
    expect(danger).to_contain_text(STOP, timeout=SLOW)
    expect(page.get_by_role("heading", name="No severity from these scores")).to_be_visible(timeout=SLOW)
    expect(page.locator("#running")).to_have_count(0, timeout=SLOW)
    page.wait_for_load_state()
    first = page.locator("main section").first
    expect(first).to_contain_text(STOP)
    expect(page.get_by_role("region", name="Also said")).to_contain_text("would be lethal")
    page.get_by_role("button", name="Mark as read").press("Enter")
    expect(page.locator("#seen")).to_contain_text("Read by ")
    expect(page.locator("#seen")).to_be_focused()
    danger.get_by_role("link", name="line 4").click()
    expect(page.locator("#line-4")).to_be_in_viewport()
    at_both_widths(page)


def test_a_failed_stage_is_named_and_done_again_alone(page: Page, provider: tuple[StubProvider, str]) -> None:
    scripted = provider[0]
    scripted.faults.order([Fault.parse("refusal:phq8_scorer")])
    paste(page, "P-2")
    missing = page.get_by_role("region", name="Incomplete")
    expect(missing).to_contain_text("Scoring", timeout=SLOW)
    expect(missing).to_contain_text("Meta")
    expect(page.get_by_role("heading", name="Written assessment")).to_be_visible()
    at_both_widths(page)
    scripted.faults.order([])
    scripted.calls.clear()
    page.get_by_role("button", name="Do the missing stages again").click()
    expect(page.get_by_role("heading", name="PHQ-8", exact=True)).to_be_visible(timeout=SLOW)
    expect(missing).to_have_count(0)
    assert [call.role for call in scripted.calls] == ["phq8_scorer", "meta_reviewer"]


def test_what_cannot_be_read_is_said(page: Page) -> None:
    page.get_by_role("button", name="Assess", exact=True).click()
    expect(page.get_by_text("paste a transcript, or choose a file")).to_be_visible()
    accessible(page)


def test_a_finished_interview_is_assessed_by_one_click(page: Page, signed_in: httpx.Client) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{signed_in.base_url}/interviews/{held(signed_in, said={})}")
    expect(page.locator("#status")).to_have_text("Completed")
    there = page.url
    page.locator("#phq8-title").click()
    page.get_by_role("button", name="Assess on the PHQ-8").click()
    page.wait_for_url(re.compile("/transcripts/"))
    expect(page.get_by_role("heading", name="PHQ-8", exact=True)).to_be_visible(timeout=SLOW)
    page.get_by_role("link", name="the interview").click()
    expect(page).to_have_url(there)
    page.locator("#phq8-title").click()
    expect(page.get_by_role("link", name="The assessment with its quotes")).to_be_visible()
    expect(page.get_by_text("of 24").first).to_be_visible()
    at_both_widths(page)
