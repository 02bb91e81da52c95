"""What the patient sees when a message that is a stop cannot be stored, and when it then is."""

import re
import time
from collections.abc import Callable
from itertools import pairwise

import psycopg
import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import DESK, PHONE, Complaints
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
        expect(script.get_by_role("link", name="Call 988", exact=True)).to_have_attribute("href", "tel:988")
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


def test_a_conversation_that_cannot_be_opened_is_said_calmly_and_tried_ever_more_rarely(
    server: Running, context: Callable[[dict[str, int]], BrowserContext], database_url: str, complaints: Complaints
) -> None:
    therapist, patient = Therapist(context(DESK).new_page()), Patient(context(PHONE).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    therapist.start("U-2")
    patient.enter(therapist.patient_link())
    patient.say("Yes, let's begin.")
    page, opened, number = patient.page, list[float](), patient.page.url.rpartition("/")[2]
    therapist.page.close()
    page.on("websocket", lambda _: opened.append(time.monotonic()))
    with psycopg.connect(database_url, autocommit=True) as elsewhere:
        entry = "insert into event (interview_id, seq, kind, body, at) values (%s, 1000, 'message', '{}', now())"
        elsewhere.execute(entry, (number,))
        elsewhere.execute("select pg_notify('anamnesis_interview', %s)", (f"elsewhere {number}",))
        banner = page.locator("#link-state")
        expect(banner).to_contain_text("This conversation can't be opened at the moment.")
        page.wait_for_timeout(12_000)
        expect(banner).to_contain_text("can't be opened")
        assert len(opened) <= 6, "each time it waits longer"
        waits = [later - sooner for sooner, later in pairwise(opened)]
        assert max(waits) > 2
        accessible(page)
        before = patient.heard()
        page.get_by_label("Your message").fill("No, not at all.")
        page.get_by_label("Your message").press("Enter")
        elsewhere.execute("delete from event where interview_id = %s and seq = 1000", (number,))
    patient.replied(before)
    expect(page.locator(".message.waiting")).to_have_count(0)
    expect(banner).not_to_contain_text("opened")
    assert complaints.found == []


def test_where_only_the_line_is_refused_the_therapists_page_blames_no_log(
    server: Running, context: Callable[[dict[str, int]], BrowserContext]
) -> None:
    therapist = Therapist(context(DESK).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    therapist.page.route_web_socket(re.compile("/socket"), lambda line: line.close(code=1013))
    therapist.start("U-3")
    said = "This conversation can't be opened at the moment; this page keeps trying."
    expect(therapist.page.locator("#link-state")).to_have_text(said)
