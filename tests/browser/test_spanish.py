"""A Spanish interview in a real browser: no word of the patient's page is English, in labels that are only read aloud
neither."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.people import Patient, Therapist, accessible
from tests.browser.test_patient_page import introduced
from tests.conftest import Running

pytestmark = pytest.mark.browser
WORDS = """() => {
  const found = [document.title];
  for (const one of document.querySelectorAll("body *")) {
    if (["SCRIPT", "STYLE"].includes(one.tagName)) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt", "data-title"])
      if (one.hasAttribute(name)) found.push(one.getAttribute(name));
    for (const node of one.childNodes) if (node.nodeType === 3) found.push(node.textContent);
  }
  return found.map((text) => text.trim()).filter(Boolean);
}"""
ENGLISH = re.compile(
    r"\b(?:the|you|your|and|of|is|are|to|with|please|skip|break|send|change|more|leave|page|help|answer|answers|question|"
    r"questions|write|words|message|conversation|interviewer|close|earlier|now|day|days|several|nearly|text|call|review)\b",
    re.IGNORECASE,
)


def all_spanish(page: Page) -> None:
    said = page.evaluate(WORDS)
    assert len(said) > 20
    assert [text for text in said if ENGLISH.search(text)] == []
    assert page.evaluate("document.documentElement.lang") == "es"


@pytest.mark.parametrize("place", ["es-US", "es-ES"])
def test_no_english_word_stands_on_a_spanish_page(
    server: Running, context: Callable[[dict[str, int]], BrowserContext], place: str
) -> None:
    therapist, patient = Therapist(context(DESK).new_page()), Patient(context(PHONE).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    therapist.page.locator("select[name=locale]").select_option(place)
    therapist.start(f"E-{place}")
    patient.enter(therapist.patient_link())
    expect(patient.page.locator("#log")).to_have_attribute("aria-busy", "false")
    introduced(patient.page)
    all_spanish(patient.page)
    field = patient.page.locator("#text")
    for text in ("Sí, empecemos", "No, ningún día", "varios días"):
        before = patient.heard()
        field.fill(text)
        field.press("Enter")
        patient.replied(before)
        all_spanish(patient.page)
    expect(patient.page.locator(".message.interviewer").last).to_contain_text("varios días")
    accessible(patient.page)
    field.fill("\u0085")  # no word: the page takes it for one, the server does not
    field.press("Enter")
    expect(patient.page.locator("#trouble")).to_be_visible()
    all_spanish(patient.page)
