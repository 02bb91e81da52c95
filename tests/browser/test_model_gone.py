"""The line about a model that gives no usable answer, and its button, where the server cannot be reached."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import BrowserContext, expect

from server.settings import Settings
from tests.browser.conftest import DESK, Complaints
from tests.browser.people import Therapist
from tests.conftest import Running, start_server
from tests.server.interviews.talking import begun, talker

pytestmark = pytest.mark.browser
MODEL = "openai/gone"


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Running]:
    """A server whose model is nowhere."""
    gone = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "OPENAI_API_KEY": "any", "ANAMNESIS_DRIVERS": MODEL}
    running = start_server(settings, **gone)
    yield running
    running.process.terminate()
    running.process.wait(60)


def test_a_reading_again_that_never_arrives_is_said_and_can_be_asked_for_again(
    server: Running,
    context: Callable[[dict[str, int]], BrowserContext],
    signed_in: httpx.Client,
    complaints: Complaints,
) -> None:
    interview = begun(signed_in, driver=MODEL)
    with talker(signed_in, interview) as talking:
        talking.to_item(1)
        talking.say("Nearly every day.")
    page = context(DESK).new_page()
    Therapist(page).sign_in(f"{server.url}/welcome/{server.token}")
    page.goto(f"{server.url}/interviews/{interview}")
    expect(page.locator("#log")).to_have_attribute("aria-busy", "false")
    button = page.get_by_role("button", name="Have the model read it again")
    expect(button).to_be_enabled()
    page.context.set_offline(True)
    button.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Check the connection")
    expect(button).to_be_enabled()
    page.close()
    assert complaints.of_requests()
