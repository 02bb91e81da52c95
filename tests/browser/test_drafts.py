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
def provider() -> StubProvider:
    """One that writes a few words at a time."""
    slowly = (Fault(name=FaultName.SLOW, role="reporter"), Fault(name=FaultName.SLOW, role="diagnostician"))
    return StubProvider(Pace(gap=0.05), slowly)


@pytest.fixture(scope="module")
def writing(settings: Settings, provider: StubProvider) -> Iterator[Running]:
    """A server whose impressions and summaries are written by a slow model."""
    led = {"ANAMNESIS_REPORTER": "openai/stub", "ANAMNESIS_DIAGNOSTICIAN": "openai/stub"}
    with in_thread(provider) as url:
        running = start_server(
            settings, **led, OPENAI_BASE_URL=f"{url}/v1", OPENAI_API_KEY="any", ANAMNESIS_REPORT_SECONDS="300"
        )
        yield running
        running.process.terminate()
        running.process.communicate(timeout=60)


def talk(patient: Line) -> None:
    reply = patient.exchange("Yes, let's begin.")
    while not told(reply, "closing"):
        item = reply["body"]["itemId"]
        reply = patient.exchange("No, that's all." if item is None else OFTEN if item in (1, 2, 14) else NEVER)


def test_a_draft_is_shown_as_one_and_replaced(
    writing: Running, provider: StubProvider, context: Callable[..., BrowserContext]
) -> None:
    """Neither text ends before both therapists have seen its draft, at the desk and on the phone."""
    provider.held.update({"diagnostician", "reporter"})
    number, cookies = interview(sign_in(writing), mode="diagnostic")
    pages = [context(size).new_page() for size in (DESK, PHONE)]
    for page in pages:
        page.goto(f"{writing.url}/welcome/{writing.token}")
        page.goto(f"{writing.url}/interviews/{number}")
        expect(page.locator("#draft")).to_be_hidden()
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
    talking = Thread(target=talk, args=(Line(writing, number, cookies),))
    talking.start()
    for page in pages:
        draft = page.locator("#draft")
        expect(draft.get_by_role("heading")).to_have_text("Impressions, being formed", timeout=90_000)
        expect(draft).to_contain_text("confidence 0.")
        for name in ("Go on in person", "Pause", "Close this interview…"):
            expect(page.get_by_text(name, exact=True)).to_be_hidden()
        accessible(page)
    talking.join()
    provider.held.remove("diagnostician")
    for page in pages:
        draft = page.locator("#draft")
        expect(draft.get_by_role("heading")).to_have_text("Summary, being written", timeout=60_000)
        expect(draft).to_contain_text(re.compile(r"23 of 23 items"))
    provider.held.remove("reporter")
    for page in pages:
        expect(page.locator("#report-body summary").first).to_have_text("Summary", timeout=60_000)
        expect(page.locator("#draft")).to_be_hidden()
