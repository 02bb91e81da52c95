"""What the patient sees when a message that is a stop cannot be stored, and when it then is."""

import re
from collections.abc import Callable

import psycopg
import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.people import Patient, Therapist, accessible
from tests.conftest import Running

pytestmark = pytest.mark.browser
STOP = "I want to end my life. I have written the note and I will do it tonight."


def test_the_script_comes_once_and_at_once_though_nothing_can_be_stored(
    server: Running, context: Callable[[dict[str, int]], BrowserContext], database_url: str
) -> None:
    therapist, patient = Therapist(context(DESK).new_page()), Patient(context(PHONE).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    therapist.start("U-1")
    patient.enter(therapist.patient_link())
    patient.say("Yes, let's begin.")
    page = patient.page
    with psycopg.connect(database_url) as locking:
        locking.execute("lock table event in access exclusive mode")
        page.get_by_label("Your message").fill(STOP)
        page.get_by_label("Your message").press("Enter")
        script = page.locator(".script")
        expect(script).to_be_visible(timeout=10_000)
        expect(script).to_be_focused()
        expect(script.get_by_role("link", name="988", exact=True)).to_have_attribute("href", "tel:988")
        expect(page.locator("#ended")).to_have_text(re.compile("has not reached your therapist yet"))
        expect(page.locator(".message.waiting")).to_contain_text("Sending")
        expect(page.locator("#typing")).to_be_hidden()
        assert patient.ended
        accessible(page)
        locking.rollback()
    expect(page.locator("#ended")).to_have_text(re.compile("An alert about this is on"))
    expect(page.locator(".message.waiting")).to_have_count(0)
    expect(script).to_have_count(1)
    order = page.locator("#log > *").evaluate_all("all => all.map((one) => one.id || one.className)")
    assert order[-2:] == ["message patient", "script"]
    expect(therapist.page.locator("#status")).to_have_text("Ended for safety")
    page.reload()
    expect(script).to_have_count(1)
