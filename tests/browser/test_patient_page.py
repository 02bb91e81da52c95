"""The patient's page beside the talk: the introduction, answers to tap, a way out, no network, keys and sizes."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.people import Patient, Therapist, accessible, fits
from tests.conftest import Running

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]
LINES = """all => all.map((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
})"""
ELSEWHERE = "https://www.wikipedia.org/"
KEYBOARD_UP = {"width": 390, "height": 420}
SMALLER = {"width": 360, "height": 740}
DISCLOSED = "Nearly every day. Lately I have been thinking about killing myself."
NOW_EN = "I want to end my life. I have written the note and I will do it tonight."
NOW_ES = "Me quiero morir. Ya escribí la carta de despedida, esta noche me mato."
WORDS = ["Not at all", "A day or two", "Several days", "More than half the days", "Nearly every day"]


def met(
    server: Running, context: Contexts, label: str, tapping: bool = True, place: str = "en-US"
) -> tuple[Therapist, Patient, str]:
    """A therapist who has started an interview, its patient on a phone, and the link."""
    therapist, patient = Therapist(context(DESK).new_page()), Patient(context(PHONE).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    if not tapping:
        therapist.page.get_by_label("Answers to tap").uncheck()
    therapist.page.locator("select[name=locale]").select_option(place)
    therapist.start(label)
    link = therapist.patient_link()
    patient.page.context.route(f"{ELSEWHERE}**", neutral)
    patient.enter(link)
    expect(patient.page.locator("#log")).to_have_attribute("aria-busy", "false")
    return therapist, patient, link


def neutral(route: Route) -> None:
    """The page that opens when a patient leaves."""
    route.fulfill(content_type="text/html", body="<!doctype html><title>An encyclopedia</title><h1>Elsewhere</h1>")


def quick(page: Page) -> list[str]:
    """The answers that are offered to tap."""
    return page.locator("#quick:visible button").all_inner_texts()


def tap(patient: Patient, answer: str) -> None:
    """Tap an answer and wait for the reply."""
    before = patient.heard()
    patient.page.get_by_role("button", name=answer, exact=True).click()
    patient.replied(before)


def kept(page: Page) -> str:
    """Everything that the browser keeps for this tab."""
    return str(page.evaluate("JSON.stringify(Object.entries(sessionStorage))"))


AMERICAN = {
    "Call 988": "tel:988",
    "Text 988": "sms:988",
    "Chat": "https://988lifeline.org/chat/",
    "Call 911": "tel:911",
}
BRITISH = {
    "Call 116 123": "tel:116123",
    "Text 85258": "sms:85258?body=SHOUT",
    "Call 111": "tel:111",
    "Call 999": "tel:999",
}


def help_is_in_reach(page: Page, wanted: dict[str, str] = AMERICAN) -> None:
    """The button is on the screen, and opens every way to reach somebody, on the screen as well."""
    button = page.locator("#help summary")
    expect(button).to_have_text("Get help now")
    expect(button).to_be_in_viewport(ratio=1)
    button.click()
    panel = page.locator("#help .lines")
    assert {way.inner_text().strip(): way.get_attribute("href") for way in panel.get_by_role("link").all()} == wanted
    for way in panel.get_by_role("link").all():
        expect(way).to_be_in_viewport(ratio=1)
        box = way.bounding_box()
        assert box
        assert box["height"] >= 44
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(button).to_be_focused()


def without_scripts(page: Page, link: str) -> None:
    """The help opens and the way out is a link, in a browser that runs no script."""
    browser = page.context.browser
    assert browser
    without = browser.new_context(viewport=PHONE, java_script_enabled=False)  # type: ignore[arg-type]  # a TypedDict
    page = without.new_page()
    page.goto(link)
    expect(page.locator("#leave")).to_have_attribute("href", ELSEWHERE)
    page.locator("#help summary").click()
    expect(page.locator("#help").get_by_role("link", name="Call 988")).to_be_visible()
    without.close()


def introduced(page: Page) -> None:
    """Three bubbles and the one button are on a phone's screen, and on a smaller one's."""
    expect(page.locator(".message.interviewer .words")).to_have_count(3)
    for size in (SMALLER, {"width": 360, "height": 640}, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]  # a TypedDict
        for shown in (
            *page.locator(".message.interviewer .words").all(),
            page.locator("#ready"),
            page.locator("#text"),
        ):
            expect(shown).to_be_in_viewport(ratio=1)


def test_the_introduction_fits_a_phone_and_is_begun_with_one_button(server: Running, context: Contexts) -> None:
    therapist, patient, link = met(server, context, "B-01")
    page = patient.page
    introduced(page)
    bubbles = page.locator(".message.interviewer .words")
    said = " ".join(bubbles.all_inner_texts())
    for part in ("DSM-5 Level 1 Cross-Cutting Symptom Measure", "screening", "past two weeks", "0 to 4", "skip"):
        assert part in said
    assert all(word.lower() in said for word in WORDS)
    assert re.search(r"therapist reads .*not right away", said)
    assert quick(page) == []
    help_is_in_reach(page)
    accessible(page)
    page.get_by_role("button", name="More about this").click()
    more = page.get_by_role("dialog")
    more.get_by_text("Who reads my answers?").click()
    expect(more.get_by_text("can also watch while you write")).to_be_visible()
    accessible(page)
    more.get_by_role("button", name="Get help now").click()
    expect(page.locator("#help").get_by_role("link", name="Call 988")).to_be_visible()
    expect(page.locator("#help summary")).to_be_focused()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More about this").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="More about this")).to_be_focused()
    tap(patient, "I'm ready")
    expect(therapist.page.locator(".message.patient .words")).to_have_text(["I'm ready"])
    assert quick(page) == WORDS
    expect(page.locator(".asking")).to_have_count(1)
    expect(page.get_by_role("button", name="I'm ready")).to_be_hidden()
    expect(page.locator("#live")).to_have_text(re.compile("two weeks"))
    accessible(page)
    without_scripts(page, link)


def test_help_stays_on_top_while_the_keyboard_is_up(server: Running, context: Contexts) -> None:
    _, patient, _ = met(server, context, "B-02", place="en-GB")
    introduced(patient.page)
    tap(patient, "I'm ready")
    page = patient.page
    page.get_by_label("Your message").focus()
    expect(page.locator("#choices")).to_be_visible()
    page.evaluate("document.getElementById('room').style.height = '420px'")  # a keyboard that lies over the page
    expect(page.locator("#choices")).to_be_hidden()
    page.set_viewport_size(KEYBOARD_UP)  # type: ignore[arg-type]  # a TypedDict
    page.get_by_label("Your message").press_sequentially("On some days")
    expect(page.locator("#help summary")).to_be_in_viewport(ratio=1)
    expect(page.locator("#leave")).to_be_in_viewport(ratio=1)
    expect(page.locator(".asking")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Not at all")).to_be_in_viewport(ratio=1)
    help_is_in_reach(page, BRITISH)
    accessible(page)


def test_every_answer_about_now_is_on_the_screen_while_the_keyboard_is_up(server: Running, context: Contexts) -> None:
    _, patient, _ = met(server, context, "B-22")
    tap(patient, "I'm ready")
    patient.say(DISCLOSED)
    page = patient.page
    page.set_viewport_size(KEYBOARD_UP)  # type: ignore[arg-type]  # a TypedDict
    page.get_by_label("Your message").focus()
    for answer in ("Yes, now", "No, not right now", "I'd rather not say"):
        expect(page.get_by_role("button", name=answer)).to_be_in_viewport(ratio=1)
    accessible(page)


def test_a_slip_of_the_thumb_costs_nothing(server: Running, context: Contexts) -> None:
    therapist, patient, _ = met(server, context, "B-03")
    tap(patient, "I'm ready")
    page, field = patient.page, patient.page.get_by_label("Your message")
    field.fill("mostly in the mornings")
    page.get_by_role("button", name="Nearly every day").click()
    expect(page.locator(".message.pending .words")).to_have_text("Nearly every day. mostly in the mornings")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    expect(page.get_by_role("button", name="Skip this question")).to_be_disabled()
    expect(page.locator("#live")).to_contain_text("Sending in a moment")
    assert quick(page) == []
    accessible(page)
    page.keyboard.press("Enter")
    expect(page.locator(".message.pending")).to_have_count(0)
    expect(field).to_have_value("mostly in the mornings")
    expect(page.get_by_role("button", name="Nearly every day")).to_be_focused()
    assert patient.answered == 0
    assert "Nearly every day" not in kept(page)
    tap(patient, "Several days")
    said = ["I'm ready", "Several days. mostly in the mornings"]
    expect(therapist.page.locator(".message.patient .words")).to_have_text(said)
    expect(therapist.page.locator('[data-domain="depression"] .said')).to_contain_text("2 · several days")
    expect(page.locator(".asking")).to_be_focused()
    field.focus()
    page.get_by_role("button", name="Not at all").click()
    expect(page.locator(".message.pending .words")).to_have_text("Not at all")
    assert "Not at all" in kept(page), "what was tapped is said, whatever becomes of the page"
    page.reload()
    expect(therapist.page.locator(".message.patient .words")).to_have_text([*said, "Not at all"])


def test_what_is_typed_behind_a_tapped_answer_goes_out_with_it(server: Running, context: Contexts) -> None:
    therapist, patient, _ = met(server, context, "B-16")
    tap(patient, "I'm ready")
    page, field = patient.page, patient.page.get_by_label("Your message")
    page.get_by_role("button", name="Not at all").click()
    field.fill("I'm going to kill myself tonight.")
    field.press("Enter")
    expect(field).to_have_value("")
    expect(page.locator("#script")).to_be_visible()
    said = ["I'm ready", "Not at all. I'm going to kill myself tonight."]
    expect(therapist.page.locator(".message.patient .words")).to_have_text(said)


def test_who_writes_behind_a_tapped_answer_has_the_time_for_it(server: Running, context: Contexts) -> None:
    therapist, patient, _ = met(server, context, "B-21")
    tap(patient, "I'm ready")
    page, field, pending = patient.page, patient.page.get_by_label("Your message"), patient.page.locator(".pending")
    about, said = pending.locator(".about"), therapist.page.locator(".message.patient .words")
    page.clock.install()
    page.get_by_role("button", name="Several days").click()
    field.press_sequentially("mostly in the")
    expect(about).to_have_text("Goes out with what you write.")
    accessible(page)
    page.clock.fast_forward(30_000)
    field.press_sequentially(" mornings")
    before = patient.heard()
    field.press("Enter")
    patient.replied(before)
    expect(field).to_have_value("")
    expect(said).to_have_text(["I'm ready", "Several days. mostly in the mornings"])
    page.get_by_role("button", name="Not at all").click()
    field.fill("well")
    page.clock.fast_forward(30_000)
    field.fill("")
    expect(about).to_have_text("Sending in a moment…")
    before = patient.heard()
    page.clock.fast_forward(6_000)
    patient.replied(before)
    expect(said.last).to_have_text("Not at all")
    page.get_by_role("button", name="A day or two").click()
    field.fill("when I couldn't sleep")
    page.clock.fast_forward(30_000)
    field.blur()
    page.clock.fast_forward(30_000)
    expect(about).to_have_text("Goes out with what you write.")
    before = patient.heard()
    page.clock.fast_forward(120_000)
    patient.replied(before)
    expect(said.last).to_have_text("A day or two")
    expect(field).to_have_value("when I couldn't sleep")
    field.fill("")
    page.get_by_role("button", name="Several days").click()
    field.fill("not meant to be sent")
    page.reload()
    expect(said.last).to_have_text("Several days")
    expect(field).to_have_value("not meant to be sent")


TWICE = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, cancelable: true, detail: 1 };
  const tap = () => document.elementFromPoint(at.clientX, at.clientY)?.dispatchEvent(new MouseEvent("click", at));
  tap();
  return new Promise((done) => setTimeout(() => done(tap()), 250));
}"""
"""The finger comes down twice at one place, whatever stands there by then."""


def twice(patient: Patient, name: str) -> None:
    """Tap a button with a double tap."""
    button = patient.page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_enabled()
    button.evaluate(TWICE)


def test_the_second_of_a_double_tap_does_nothing(server: Running, context: Contexts) -> None:
    therapist, patient, _ = met(server, context, "B-22")
    page, said = patient.page, therapist.page.locator(".message.patient .words")
    before = patient.heard()
    twice(patient, "I'm ready")
    patient.replied(before)
    expect(page.locator(".pending")).to_have_count(0)
    for name in ("Not at all", "Nearly every day"):
        again = page.get_by_role("button", name=name, exact=True)
        expect(again).to_be_enabled()
        box = again.bounding_box()
        assert box
        for _ in range(4):  # however impatient the thumb: nothing comes up under it
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.wait_for_timeout(250)
        expect(page.locator(".pending .words")).to_have_text(name)
        if name == "Not at all":
            page.get_by_role("button", name="Undo").click()
    twice(patient, "Undo")
    expect(page.get_by_role("button", name="Nearly every day")).to_be_focused()
    expect(page.locator(".pending")).to_have_count(0)
    page.locator("#help summary").evaluate(TWICE)
    expect(page.locator("#help").get_by_role("link", name="Call 988")).to_be_visible()
    page.keyboard.press("Escape")
    before = patient.heard()
    twice(patient, "Skip this question")
    patient.replied(before)
    page.wait_for_timeout(500)
    assert patient.heard() == before + 1
    patient.say(DISCLOSED)
    before = patient.heard()
    twice(patient, "No, not right now")
    patient.replied(before)
    page.wait_for_timeout(500)
    assert quick(page) == ["Go on", "Stop for now"]
    expect(said).to_have_text(["I'm ready", DISCLOSED, "No, not right now"])
    twice(patient, "Change an earlier answer")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_no_question_is_skipped_before_it_is_there(server: Running, context: Contexts) -> None:
    _, patient, _ = met(server, context, "B-23")
    tap(patient, "I'm ready")
    page, skip = patient.page, patient.page.get_by_role("button", name="Skip this question")
    page.get_by_label("Your message").fill("Yes.")
    page.evaluate(
        """() => {
          document.getElementById("send").click();
          for (let n = 0; n < 50; n += 1) setTimeout(() => document.getElementById("skip").click(), n * 5);
        }"""
    )
    expect(page.locator(".asking")).to_have_text(re.compile("how (?:many|often)"))
    expect(skip).to_be_enabled()
    expect(page.locator(".aside")).to_have_count(0)


def test_a_tapped_answer_belongs_to_the_question_it_was_tapped_for(server: Running, context: Contexts) -> None:
    """Another question may come while it waits, as when the patient has the page open twice."""
    therapist, patient, link = met(server, context, "B-24")
    tap(patient, "I'm ready")
    page, other = patient.page, Patient(patient.page.context.new_page())
    other.page.goto(link)
    expect(other.page.locator("#log")).to_have_attribute("aria-busy", "false")
    page.get_by_role("button", name="Nearly every day").click()
    other.say("Not at all.")
    expect(page.locator(".asking")).to_contain_text("not at all")
    expect(page.locator(".message.interviewer").last).to_contain_text("arrived after I had gone on")
    expect(therapist.page.locator('[data-item="1"] dd')).to_contain_text("not at all")
    expect(therapist.page.locator('[data-item="2"] dd')).to_have_text("asked, no score")


def numbered(page: Page) -> None:
    """A disclosure has brought the numbers as buttons, and the question below them is on the screen."""
    care = page.locator(".care")
    for name, href in AMERICAN.items():
        way = care.get_by_role("link", name=name)
        expect(way).to_have_attribute("href", href)
        box = way.bounding_box()
        assert box
        assert box["height"] >= 44
    expect(page.locator(".asking")).to_be_in_viewport(ratio=1)


def test_answers_to_tap_come_only_where_a_question_is_open(server: Running, context: Contexts) -> None:
    _, patient, _ = met(server, context, "B-04")
    page = patient.page
    assert quick(page) == []
    tap(patient, "I'm ready")
    assert quick(page) == WORDS
    patient.say("I saw a film about it.")
    assert quick(page) == WORDS, "its how-often is asked"
    tap(patient, "Take a break")
    assert quick(page) == []
    tap(patient, "Carry on")
    assert quick(page) == WORDS
    patient.say(DISCLOSED)
    numbered(page)
    assert quick(page) == ["Yes, now", "No, not right now", "I'd rather not say"]
    accessible(page)
    patient.say("I'd rather not say. Thank you.")
    expect(page.locator(".care")).to_have_count(2)
    assert quick(page) == ["Go on", "Stop for now"]
    accessible(page)
    page.get_by_label("Your message").fill("maybe tomorrow")
    tap(patient, "Stop for now")
    expect(page.locator(".message.patient .words").last).to_have_text("Stop for now")
    expect(page.get_by_label("Your message")).to_have_value("maybe tomorrow")
    expect(page.get_by_text("You are on a break")).to_be_visible()
    assert quick(page) == []


def test_an_interview_without_answers_to_tap_still_asks_with_buttons_about_danger(
    server: Running, context: Contexts
) -> None:
    therapist, patient, _ = met(server, context, "B-05", tapping=False)
    tap(patient, "I'm ready")
    assert quick(patient.page) == []
    patient.say(DISCLOSED)
    patient.page.get_by_label("Your message").fill("not really")
    tap(patient, "Yes, now")
    script = patient.page.locator(".script")
    expect(script).to_be_focused()
    expect(therapist.page.locator("#status")).to_have_text("Ended for safety")
    people = patient.page.get_by_role("group", name="People who can help now")
    for name, href in (("Call 988", "tel:988"), ("Text 988", "sms:988"), ("Call 911", "tel:911")):
        way = people.get_by_role("link", name=name)
        expect(way).to_have_attribute("href", href)
        expect(way).to_be_in_viewport(ratio=1)
    for gone in ("#composer", ".tally", ".message.patient"):
        expect(patient.page.locator(gone).first).to_be_hidden()
    accessible(patient.page)
    patient.page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a TypedDict
    accessible(patient.page)


def test_whether_to_end_is_a_question_with_answers_to_tap_and_no_break(server: Running, context: Contexts) -> None:
    therapist, patient, _ = met(server, context, "B-19")
    page, told = patient.page, therapist.page.locator('[data-domain="depression"] .said')
    tap(patient, "I'm ready")
    patient.say("Yes.")
    expect(told).to_have_text("yes, how often is not known · look closer · 1 of 2 asked")
    answer = therapist.page.locator('[data-item="1"] dd')
    expect(answer).to_have_text(re.compile(r"^yes, how often is not known, ambiguity \d of 10$"))
    patient.say("I just want it to stop")
    assert quick(page) == ["Stop", "Go on"]
    expect(page.get_by_text("You are on a break")).to_be_hidden()
    accessible(page)
    tap(patient, "Go on")
    assert quick(page) == WORDS
    patient.say("delete everything")
    assert quick(page) == ["Stop", "Go on"]
    expect(page.get_by_text("You are on a break")).to_be_hidden()
    tap(patient, "Stop")
    expect(page.locator("#ended")).to_contain_text("finished")
    expect(answer).to_contain_text("yes, how often is not known")


@pytest.mark.parametrize(
    ("place", "wish", "offered", "gone", "call"),
    [
        ("en-GB", "delete everything", ["Yes, delete", "No, go on"], "has been deleted", "call 999."),
        ("es-ES", "borre todo lo que escribí", ["Sí, borrar", "No, seguir"], "se ha borrado", "llame al 112."),
    ],
)
def test_once_all_is_deleted_the_page_says_that_and_whom_to_call_and_nothing_else(
    server: Running, context: Contexts, erasing: None, place: str, wish: str, offered: list[str], gone: str, call: str
) -> None:
    _, patient, _ = met(server, context, f"B-20-{place}", place=place)
    page = patient.page
    page.locator("#ready").click()
    patient.replied(1)
    page.locator("#text").fill(wish)
    before = patient.heard()
    page.locator("#send").click()
    patient.replied(before)
    assert quick(page) == offered
    page.get_by_role("button", name=offered[0], exact=True).click()
    ended = page.locator("#ended")
    for _ in ("live", "once more"):
        expect(ended).to_contain_text(gone)
        expect(ended).to_contain_text(call)
        expect(page.locator(".tally")).to_be_hidden()
        expect(page.locator("body")).not_to_contain_text("is being", use_inner_text=True)
        assert ended.locator("p").evaluate("(one) => getComputedStyle(one).textAlign") == "start"
        accessible(page)
        page.reload()


@pytest.mark.parametrize(("place", "danger"), [("en-US", NOW_EN), ("es-US", NOW_ES)])
def test_nothing_covers_the_safety_message_and_its_beginning_is_seen(
    server: Running, context: Contexts, place: str, danger: str
) -> None:
    _, patient, _ = met(server, context, f"B-18-{place}", place=place)
    page, script = patient.page, patient.page.locator(".script")
    page.locator("#ready").click()
    patient.replied(1)
    patient.page.locator("#text").fill(danger)
    page.locator("#send").click()
    expect(script).to_be_focused()
    expect(page.locator("#ended")).to_be_visible()
    for size in (PHONE, {"width": 360, "height": 640}):
        page.set_viewport_size(size)  # type: ignore[arg-type]  # a TypedDict
        expect(script.locator("p").first).to_be_in_viewport(ratio=1)
        message, status = script.bounding_box(), page.locator("#ended").bounding_box()
        assert message["y"] + message["height"] <= status["y"]  # type: ignore[index]  # both are shown
        for part in ("#script > p:last-child", "#ended p"):
            page.locator(part).last.scroll_into_view_if_needed()
            expect(page.locator(part).last).to_be_in_viewport(ratio=1)
            expect(page.locator("#help summary")).to_be_in_viewport(ratio=1)
        page.locator("#room").evaluate("(room) => room.scrollTo(0, 0)")
        accessible(page)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a TypedDict
    head, message = page.locator(".room-head").bounding_box(), script.bounding_box()
    assert message["y"] - head["y"] - head["height"] < 40, "it begins below the help"  # type: ignore[index]  # both are shown
    ways = [one.get_attribute("href") for one in script.get_by_role("link").all()]
    assert len(ways) == len(set(ways)), "each number is there to press once"
    listed = script.locator("li")
    for item in listed.all():
        expect(item.get_by_role("link").first).to_be_visible()


def test_before_the_end_every_answer_can_be_looked_at_and_changed(server: Running, context: Contexts) -> None:
    therapist, patient, _ = met(server, context, "B-14")
    tap(patient, "I'm ready")
    page = patient.page
    while patient.answered < 23:
        patient.say("skip" if patient.answered == 5 else "No, not at all.")
    assert quick(page) == ["No, that's all"]
    accessible(page)
    page.get_by_role("button", name="Look through my answers").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Is there anything to change or add?")).to_be_focused()
    expect(dialog.get_by_role("radio")).to_have_count(23)
    accessible(page)
    first, last = dialog.locator("label.choice").first, dialog.locator("label.choice").last
    expect(first).to_contain_text(re.compile("skipped", re.IGNORECASE))
    expect(dialog.locator("label.choice").nth(1)).to_contain_text("joy")
    assert dialog.locator("label.choice").nth(1).bounding_box()["height"] <= 56  # type: ignore[index]  # it is shown
    last.click()
    dialog.get_by_label("Your new answer").fill("On several days, I do smoke.")
    page.reload()
    page.get_by_role("button", name="Look through my answers").click()
    expect(dialog.get_by_role("radio").last).to_be_checked()
    expect(dialog.get_by_label("Your new answer")).to_have_value("On several days, I do smoke.")
    before = patient.heard()
    dialog.get_by_role("button", name="Change it").click()
    patient.replied(before)
    expect(therapist.page.locator('[data-domain="substance_use"] .said')).to_contain_text("2 · several days")
    tap(patient, "No, that's all")
    expect(page.locator("#ended")).to_contain_text("finished")


def left(page: Page, leave: Callable[[], None], link: str) -> None:
    """Something is written and the page left: another stands in its place, and on return the cover comes first."""
    page.get_by_label("Your message").fill("what nobody should see")
    assert "nobody should see" in kept(page)
    depth = page.evaluate("history.length")
    leave()
    expect(page.get_by_role("heading", name="Elsewhere")).to_be_visible()
    assert page.url == ELSEWHERE
    assert page.evaluate("history.length") == depth, "nothing to come back to was added"
    page.goto(link)
    covered(page)
    assert "nobody" not in kept(page)


def test_leaving_blanks_the_page_and_a_cover_comes_first_on_return(server: Running, context: Contexts) -> None:
    _, patient, link = met(server, context, "B-06")
    tap(patient, "I'm ready")
    page = patient.page
    left(page, page.locator("#leave").click, link)
    accessible(page)
    page.get_by_role("button", name="Carry on").click()
    expect(page).to_have_title("Your conversation")
    expect(page.locator(".asking")).to_be_visible()
    expect(page.get_by_label("Your message")).to_have_value("")
    page.reload()
    expect(page.locator(".asking")).to_be_visible()

    def by_keys() -> None:
        page.get_by_label("Your message").press_sequentially("Aa")
        for _ in range(3):
            page.keyboard.press("Shift")

    left(page, by_keys, link)


def covered(page: Page) -> None:
    """The cover shows, and nothing of the conversation."""
    expect(page.get_by_role("heading", name="Paused")).to_be_visible()
    expect(page).to_have_title("Paused")
    for hidden in ("#log", "#composer", "#progress-text"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator("#help summary")).to_be_in_viewport(ratio=1)


def test_who_may_not_be_safe_gets_the_cover_and_a_large_way_out(server: Running, context: Contexts) -> None:
    _, patient, link = met(server, context, "B-07")
    tap(patient, "I'm ready")
    page = patient.page
    patient.page.get_by_label("Your message").fill("He's in the next room, I can't talk now")
    page.keyboard.press("Enter")
    covered(page)
    out = page.locator(".leave-large")
    expect(out).to_be_in_viewport(ratio=1)
    box = out.bounding_box()
    assert box
    assert box["height"] >= 80
    page.get_by_text("What happens now").click()
    expect(page.locator("#cover")).to_contain_text("It may not be read right away")
    expect(page.locator("#cover").get_by_text("doesn't clear your browser's history")).to_be_visible()
    expect(page.locator("#live")).not_to_contain_text("ask nothing more")
    accessible(page)
    for size in (KEYBOARD_UP, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]  # a TypedDict
        expect(page.get_by_role("heading", name="Paused")).to_be_in_viewport(ratio=1)
        expect(out).to_be_in_viewport(ratio=1)
        accessible(page)
    elsewhere = context(PHONE).new_page()
    elsewhere.goto(link)
    covered(elsewhere)
    elsewhere.get_by_role("button", name="Carry on").click()
    expect(elsewhere.get_by_text("in the next room")).to_be_visible()
    out.click()
    expect(page.get_by_role("heading", name="Elsewhere")).to_be_visible()


def test_without_a_network_it_says_so_and_what_was_sent_goes_out_once(server: Running, context: Contexts) -> None:
    therapist, patient, _ = met(server, context, "B-09")
    tap(patient, "I'm ready")
    page, browser, banner = patient.page, patient.page.context, patient.page.locator("#link-state")
    browser.set_offline(True)
    expect(banner).to_contain_text("You're offline; what you wrote is kept", timeout=20_000)
    expect(page.locator("#live")).to_contain_text("You're offline")
    expect(page.locator("#help summary")).to_be_in_viewport(ratio=1)
    before = patient.heard()
    page.get_by_label("Your message").fill("No, not at all.")
    page.keyboard.press("Enter")
    expect(page.locator(".message.waiting .about")).to_have_text("Waiting to be sent")
    page.get_by_label("Your message").fill("and what I write next")
    page.wait_for_timeout(2_500)
    expect(banner).to_contain_text("You're offline")
    expect(page.locator("#typing")).to_be_hidden()
    accessible(page)
    fits(page)
    browser.set_offline(False)
    patient.replied(before)
    expect(banner).to_contain_text("What you wrote has been sent")
    expect(page.get_by_label("Your message")).to_have_value("and what I write next")
    said = ["I'm ready", "No, not at all."]
    expect(page.locator(".message.patient .words")).to_have_text(said)
    expect(therapist.page.locator(".message.patient .words")).to_have_text(said)
    expect(banner).to_be_empty()
    who_reads_above_is_not_moved(patient)


def who_reads_above_is_not_moved(patient: Patient) -> None:
    """A reply that comes meanwhile waits behind a button."""
    page, newer = patient.page, patient.page.get_by_role("button", name="New question")
    for _ in range(2):
        patient.say("No, not at all.")
    expect(newer).to_be_hidden()
    before = patient.heard()
    page.context.set_offline(True)
    page.get_by_label("Your message").fill("Not at all.")
    page.keyboard.press("Enter")
    expect(page.locator(".message.waiting")).to_be_in_viewport()
    page.evaluate("document.getElementById('main').scrollTop = 0")
    expect(page.locator(".message.waiting")).not_to_be_in_viewport()
    page.context.set_offline(False)
    patient.replied(before)
    expect(newer).to_be_visible()
    assert page.evaluate("document.getElementById('main').scrollTop") < 50
    accessible(page)
    newer.click()
    expect(newer).to_be_hidden()
    expect(page.locator(".asking")).to_be_in_viewport(ratio=1)


def test_drafts_and_what_waits_survive_a_reload_but_not_the_end(server: Running, context: Contexts) -> None:
    therapist, patient, _ = met(server, context, "B-10")
    tap(patient, "I'm ready")
    page, field = patient.page, patient.page.get_by_label("Your message")
    field.fill("half a thought")
    page.reload()
    expect(field).to_have_value("half a thought")
    page.evaluate("""() => {
      const id = document.getElementById("room").dataset.id;
      const frame = {v: 1, id: "waited-1", type: "message", text: "Never, not once."};
      sessionStorage.setItem(`anamnesis-unsent-${id}`, JSON.stringify([frame]));
    }""")
    page.reload()
    expect(page.locator(".message.patient .words")).to_have_text(["I'm ready", "Never, not once."])
    expect(page.locator(".message.waiting")).to_have_count(0)
    expect(therapist.page.locator(".message.patient .words")).to_have_text(["I'm ready", "Never, not once."])
    page.reload()
    expect(page.locator(".message.patient .words")).to_have_text(["I'm ready", "Never, not once."])
    expect(field).to_have_value("half a thought")
    patient.say("I want to end my life. I have written the note and I will do it tonight.")
    expect(page.locator(".script")).to_be_visible()
    expect(page.locator("#ended")).to_contain_text("An alert about this is on")
    page.wait_for_function("!Object.keys(sessionStorage).some((name) => name.startsWith('anamnesis-draft'))")


def test_keys_and_the_size_of_the_text(server: Running, context: Contexts) -> None:
    _, patient, _ = met(server, context, "B-12")
    page, keys = patient.page, patient.page.keyboard
    page.get_by_role("button", name="I'm ready").focus()
    keys.press("Enter")
    patient.replied(1)
    page.locator("#help summary").focus()
    keys.press("?")
    more = page.get_by_role("dialog")
    expect(more.get_by_text("starts a new line")).to_be_visible()
    plain = page.evaluate("getComputedStyle(document.documentElement).fontSize")
    more.get_by_role("button", name="Largest").click()
    expect(more.get_by_role("button", name="Largest")).to_have_attribute("aria-pressed", "true")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
    assert more.locator("#sizes button").evaluate_all(LINES) == [1, 1, 1]
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a TypedDict
    keys.press("Escape")
    expect(more).to_be_hidden()
    expect(page.locator("#help summary")).to_be_focused()
    page.reload()
    expect(page.locator(".asking")).to_be_visible()
    large = page.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert float(large[:-2]) > 1.3 * float(plain[:-2])
    accessible(page)
    field = page.get_by_label("Your message")
    field.focus()
    keys.type("why?")
    expect(field).to_have_value("why?")
    expect(more).to_be_hidden()
    keys.press("Shift+Tab")
    expect(page.get_by_role("button", name="Nearly every day")).to_be_focused()
    before = patient.heard()
    keys.press("Space")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    patient.replied(before)
    expect(page.locator(".asking")).to_be_focused()
    expect(page.locator("[role=status], [aria-live=polite]")).to_have_count(1)


def test_the_pages_of_a_link_that_leads_nowhere_say_whom_to_call(server: Running, context: Contexts) -> None:
    page = context(PHONE).new_page()
    page.context.route(f"{ELSEWHERE}**", neutral)
    for path in ("/p/nothing", "/chat/nothing"):
        page.goto(f"{server.url}{path}")
        help_is_in_reach(page)
        accessible(page)
    for _ in range(3):
        page.keyboard.press("Shift")
    expect(page.get_by_role("heading", name="Elsewhere")).to_be_visible()
