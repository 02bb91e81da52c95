"""The therapist's page while a model writes the report: what has passed its check so far, gone once it is there."""

import re
from collections.abc import Callable, Iterator
from threading import Thread

import pytest
from playwright.sync_api import BrowserContext, expect

from agents.scripted.faults import Fault, FaultName
from server.engines.stub_provider import Pace, StubProvider
from server.engines.stub_running import in_thread
from server.settings import Settings
from tests.browser.conftest import DESK, PHONE
from tests.browser.people import accessible
from tests.conftest import Running, start_server
from tests.faults.line import Line, interview, sign_in, told

pytestmark = pytest.mark.browser
OFTEN, NEVER = "Nearly every day, it hardly ever stops.", "Not at all, none of the days."


@pytest.fixture(scope="module")
def writing(settings: Settings) -> Iterator[Running]:
    """A server whose impressions and summaries are written by a slow model."""
    slowly = (Fault(name=FaultName.SLOW, role="reporter"), Fault(name=FaultName.SLOW, role="diagnostician"))
    led = {"ANAMNESIS_REPORTER": "openai/stub", "ANAMNESIS_DIAGNOSTICIAN": "openai/stub"}
    with in_thread(StubProvider(Pace(gap=0.2), slowly)) as url:
        running = start_server(
            settings, **led, OPENAI_BASE_URL=f"{url}/v1", OPENAI_API_KEY="any", ANAMNESIS_REPORT_SECONDS="100"
        )
        yield running
        running.process.terminate()
        running.process.communicate(timeout=20)


def talk(patient: Line) -> None:
    reply = patient.exchange("Yes, let's begin.")
    while not told(reply, "closing"):
        item = reply["body"]["itemId"]
        reply = patient.exchange("No, that's all." if item is None else OFTEN if item in (1, 2, 14) else NEVER)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_draft_is_shown_as_one_and_replaced(
    writing: Running, context: Callable[..., BrowserContext], size: dict[str, int]
) -> None:
    number, cookies = interview(sign_in(writing), mode="diagnostic")
    page = context(size).new_page()
    page.goto(f"{writing.url}/welcome/{writing.token}")
    page.goto(f"{writing.url}/interviews/{number}")
    expect(page.locator("#draft")).to_be_hidden()
    talking = Thread(target=talk, args=(Line(writing, number, cookies),))
    talking.start()
    draft = page.locator("#draft")
    expect(draft.get_by_role("heading")).to_have_text("Impressions, being formed", timeout=90_000)
    expect(draft).to_be_visible(timeout=60_000)
    expect(draft).to_contain_text("confidence 0.")
    accessible(page)
    expect(draft.get_by_role("heading")).to_have_text("Summary, being written", timeout=60_000)
    expect(draft).to_be_visible()
    expect(draft).to_contain_text(re.compile(r"23 of 23 items"))
    expect(page.locator("#report-body summary").first).to_have_text("Summary", timeout=60_000)
    expect(draft).to_be_hidden()
    talking.join()
