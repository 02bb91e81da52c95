"""What the therapist sees, while it happens, of an item that nobody answered."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.people import Patient, Therapist, accessible
from tests.conftest import Running

pytestmark = pytest.mark.browser


def test_an_unclear_item_is_shown_as_to_be_asked(
    server: Running, context: Callable[[dict[str, int]], BrowserContext]
) -> None:
    therapist, patient = Therapist(context(DESK).new_page()), Patient(context(PHONE).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    therapist.start("T-41")
    patient.enter(therapist.patient_link())
    patient.say("Yes, let's begin.")
    patient.say("wrong window sorry")
    patient.say("asdf")
    depression = therapist.page.locator('[data-domain="depression"]')
    expect(depression.locator(".said")).to_contain_text("unclear, to be asked by you")
    patient.say("most days, I have felt down")
    expect(depression.locator(".said")).to_contain_text("3 · more than half the days · 1 to be asked by you")
    depression.locator("summary").click()
    expect(depression.locator('[data-item="1"] dd')).to_have_text("unclear, to be asked by you")
    accessible(therapist.page)
