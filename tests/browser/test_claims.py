"""What a model reads without words of the message, on the pages: apart for staff, invisible to the patient."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from server.engines.stub_running import in_thread
from server.settings import Settings
from tests.browser.conftest import DESK, PHONE
from tests.browser.people import Patient, Therapist, accessible
from tests.conftest import Running, start_server
from tests.server.interviews.test_claims import INVENTED, MODEL, Claiming, claim

pytestmark = pytest.mark.browser
APART = "The model read a risk; its words are not in the message. Please check."


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Running]:
    """A server whose second reader of risk invents words."""
    provider = Claiming()
    provider.claim = claim(INVENTED)
    with in_thread(provider) as url:
        running = start_server(settings, OPENAI_BASE_URL=f"{url}/v1", OPENAI_API_KEY="any", ANAMNESIS_RISK=MODEL)
        yield running
        running.process.terminate()
        running.process.wait(60)


def test_an_invented_stop_is_shown_apart_and_the_talk_goes_on(
    server: Running, context: Callable[[dict[str, int]], BrowserContext]
) -> None:
    therapist, patient = Therapist(context(DESK).new_page()), Patient(context(PHONE).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    therapist.start("H-05")
    patient.enter(therapist.patient_link())
    patient.say("Yes, I'm ready.")
    assert not patient.ended
    page, alert = therapist.page, therapist.page.get_by_role("alert")
    expect(alert).to_contain_text("Needs attention")
    expect(alert).to_contain_text("did not show it in the patient's words")
    expect(alert.locator(".apart")).to_have_text(APART)
    expect(alert.locator("q")).to_have_count(0)
    expect(page.locator("#findings li")).to_have_count(0)
    expect(page.locator("#log [data-tier]")).to_have_count(0)
    expect(page.get_by_text("hang")).to_have_count(0)
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]  # a TypedDict
        accessible(page)
    page.goto(f"{server.url}/interviews")
    expect(page.locator("#alerts .apart")).to_have_text(APART)
    accessible(page)
    expect(patient.page.get_by_text("risk")).to_have_count(0)
