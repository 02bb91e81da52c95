"""Whole interviews in a real browser: from the printed link to the report, or to the safety script."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.browser.conftest import DESK, PATIENCE, PHONE
from tests.browser.people import ADDRESS, AGAIN, ANSWERS, Patient, Therapist, accessible, fits
from tests.conftest import Running

pytestmark = pytest.mark.browser
SECTIONS = (
    "Executive Summary",
    "Symptom Domain Table",
    "Item-Level Appendix",
    "Provisional Impressions",
    "Limitations",
)
NEXT = "Next: reach the patient, if nobody has yet; then C-SSRS or ASQ, in person."
Contexts = Callable[[dict[str, int]], BrowserContext]


def meet(server: Running, context: Contexts, label: str) -> tuple[Therapist, Patient]:
    """A therapist who has just started an interview, and the patient who has opened its link on a phone."""
    therapist, patient = Therapist(context(DESK).new_page()), Patient(context(PHONE).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    therapist.start(label)
    patient.enter(therapist.patient_link())
    return therapist, patient


def test_from_the_printed_link_to_the_report(server: Running, context: Contexts) -> None:
    therapist, patient = meet(server, context, "R-17")
    accessible(patient.page)
    patient.say("Yes, I'm ready.")
    patient.say(ANSWERS[0])
    accessible(patient.page)
    accessible(therapist.page)
    patient.answer_all()
    expect(patient.page.locator("#ended")).to_contain_text("finished")
    expect(patient.page.locator("#progress-text")).to_have_text("23 of 23")
    accessible(patient.page)
    expect(patient.page.locator("[data-tier], #report")).to_have_count(0)
    the_report_is_there(therapist.page)
    accessible(therapist.page)
    therapist.page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
    for name in ("Copy note", "Print"):
        shape = therapist.page.get_by_role("button", name=name).bounding_box()
        assert shape
        assert shape["height"] < 60, f"{name} is broken into letters"
    fits(therapist.page)


def the_report_is_there(page: Page) -> None:
    expect(page.locator("#status")).to_have_text("Completed")
    expect(page.locator("#report-body summary")).to_have_count(5)
    page.get_by_role("button", name="Open all").click()
    headings = page.locator("#report-body").get_by_role("heading", level=2)
    expect(headings).to_have_text([re.compile(name) for name in SECTIONS])
    tables = page.locator("#report-body table")
    expect(tables.nth(0).locator("tbody tr")).to_have_count(13)
    expect(tables.nth(1).locator("tbody tr")).to_have_count(23)
    expect(page.locator("#report-body sym, #report-body script")).to_have_count(0)
    quotes = page.locator("#report-body td q").all_inner_texts()
    assert quotes
    assert [quote for quote in quotes if not any(quote in said for said in (*ANSWERS, AGAIN))] == []
    page.get_by_role("button", name="Close all").click()
    expect(headings).to_have_count(0)
    page.locator("#report-body summary").nth(4).press("Enter")
    expect(headings).to_have_text([re.compile(SECTIONS[4])])
    page.get_by_role("button", name="Open all").click()
    page.locator("#report-body").get_by_role("link", name="turn 3", exact=True).first.click()
    expect(page.locator("#turn-3")).to_be_in_viewport()
    page.locator("#export summary").click()
    page.get_by_role("button", name="Copy Markdown").click()
    expect(page.locator("#toasts")).to_have_text("Copied as Markdown.")
    assert page.evaluate("navigator.clipboard.readText()").count("\n| ") > 36
    page.get_by_role("button", name="Copy as text").press("Enter")
    expect(page.locator("#toasts")).to_have_text("Copied as text.")
    assert "ITEM-LEVEL APPENDIX" in page.evaluate("navigator.clipboard.readText()")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Copy note").press("Enter")
    expect(page.locator("#toasts")).to_have_text("Copied as a note.")
    note = page.evaluate("navigator.clipboard.readText()")
    assert note.index("\nRISK\n") < note.index("\nSUMMARY\n")
    assert "ITEM-LEVEL APPENDIX" not in note


def test_a_safety_stop_on_both_pages(server: Running, context: Contexts) -> None:
    therapist, patient = meet(server, context, "T-40")
    patient.say("Yes, let's begin.")
    patient.say(ANSWERS[0])
    patient.say("I want to end my life. I have written the note and I will do it tonight.")
    script = patient.page.locator(".script")
    expect(script).to_be_visible()
    expect(script).to_be_focused()
    for name, href in (("Call 988", "tel:988"), ("Text 988", "sms:988"), ("Call 911", "tel:911")):
        expect(script.get_by_role("link", name=name, exact=True)).to_have_attribute("href", href)
    expect(script.locator('a[href="tel:988"], a[href="tel:911"]')).to_have_count(2)
    expect(script).not_to_contain_text("therapist")
    expect(patient.page.locator("#ended")).to_have_text(
        re.compile("An alert about this is on.* may not have seen it yet")
    )
    assert patient.ended
    accessible(patient.page)
    page = therapist.page
    expect(page.locator("#status")).to_have_text("Ended for safety")
    expect(page.locator("#alert-title")).to_have_text(re.compile("^Ended for safety, [0-9]"))
    whole = "I want to end my life. I have written the note and I will do it tonight."
    expect(page.locator("#alert-quotes q")).to_have_text([whole])
    marked = page.locator("#alert-quotes mark").all_inner_texts()
    assert "I will do it tonight" in " ".join(marked)
    expect(page.get_by_role("heading", name="There is no report")).to_be_visible()
    answers = page.get_by_role("region", name="Answers before the stop")
    expect(answers.locator('[data-item="1"] dd')).to_contain_text("4 nearly every day")
    expect(answers.locator('[data-item="2"] dd')).to_have_text("asked, no score")
    expect(answers.locator('[data-item="3"] dd')).to_be_empty()
    expect(answers.locator('[data-item="3"]')).to_be_hidden()
    expect(answers.locator("dt")).to_have_count(23)
    expect(answers.locator("[data-domain], .steps")).to_have_count(0)
    expect(page.locator("#report")).to_be_hidden()
    expect(page.locator("#findings li").first).to_contain_text("Stop")
    accessible(page)
    page.reload()
    expect(answers.locator('[data-item="1"] dd')).to_contain_text("4 nearly every day")
    expect(answers.locator("[data-domain], .steps")).to_have_count(0)
    page.goto(f"{server.url}/interviews")
    page.locator("#alarm-fold summary").click()
    listed = page.locator("#alerts li").filter(has_text="T-40")
    expect(listed.locator("q")).to_have_text([whole])
    expect(listed.locator("mark").last).to_contain_text("I will do it tonight")
    accessible(page)
    page.locator("#alerts").get_by_role("link", name="T-40").click()
    page.get_by_role("button", name="Acknowledge…").click()
    expect(page.get_by_label("What was done?")).to_be_focused()
    page.keyboard.type("Called; sister is with them")
    page.keyboard.press("Enter")
    expect(page.locator("#acknowledged")).to_contain_text(re.compile("by admin.* on .*: Called; sister is with them"))
    patient.page.reload()
    expect(script).to_be_visible()
    expect(patient.page.get_by_role("link", name="Call 988")).to_be_visible()
    page.goto(f"{server.url}/interviews")
    expect(page.locator("#alerts")).not_to_contain_text("T-40")


def test_an_alert_leads_to_its_turn_and_knows_when_the_conversation_is_over(server: Running, context: Contexts) -> None:
    therapist, patient = meet(server, context, "U-08")
    expect(therapist.page.locator("#status")).to_have_text("Not begun")
    patient.say("Before we begin, who reads this?")
    expect(therapist.page.locator("#status")).to_have_text("In progress")
    patient.say("Yes, I'm ready.")
    patient.say("Nearly every day. Lately I have been thinking about killing myself.")
    page = therapist.page
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The conversation goes on.")
    link = alert.get_by_role("link", name=re.compile("^turn "))
    link.click()
    expect(page.locator(".message.patient").last).to_be_in_viewport(ratio=1)
    page.go_back()
    expect(link).to_be_focused()
    patient.say("No, not right now.")
    patient.say("Yes, let's go on.")
    patient.answer_all()
    expect(page.locator("#status")).to_have_text("Completed")
    expect(alert).not_to_contain_text("goes on")
    page.reload()
    expect(alert).to_contain_text("The patient spoke of death or suicide.")
    expect(alert).not_to_contain_text("goes on")


def test_a_wish_to_have_everything_deleted_stands_where_there_is_no_report(server: Running, context: Contexts) -> None:
    therapist, patient = meet(server, context, "D-03")
    patient.say("Yes, I'm ready.")
    patient.say("Please delete everything I wrote.")
    wish = therapist.page.locator("#left-early").get_by_text("The patient wants everything deleted")
    expect(therapist.page.locator(".message.patient")).to_have_count(2)
    expect(wish).to_be_hidden()
    patient.say("yes")
    expect(wish).to_be_visible()
    therapist.page.reload()
    expect(wish).to_be_visible()
    accessible(therapist.page)


def test_a_scripts_numbers_call_or_write_the_word_that_it_names(server: Running, context: Contexts) -> None:
    _, patient = meet(server, context, "S-12")
    links = """said => import("/static/script.js").then(({ scriptBlocks }) =>
      scriptBlocks(said).flatMap((one) => [...one.querySelectorAll("a")]).map((one) => one.href))"""
    script = (
        "- **Text HELLO to 50808**, or call 116 123.\n- Envíe AYUDA por mensaje de texto al 988; llame al 911 (24/7)."
    )
    assert patient.page.evaluate(links, script) == [
        "sms:50808?body=HELLO",
        "tel:116123",
        "sms:988?body=AYUDA",
        "tel:911",
    ]


def test_a_yes_to_item_11_brings_numbers_to_tap_and_a_colleague_who_reads_it(
    server: Running, context: Contexts
) -> None:
    therapist, patient = meet(server, context, "Y-11")
    patient.say("Yes, I'm ready.")
    while patient.answered < 10:
        patient.say("No, not at all.")
    patient.say("Several days.")
    page, care = patient.page, patient.page.locator(".care")
    expect(care.get_by_role("link", name="Call 988")).to_have_attribute("href", "tel:988")
    expect(care.get_by_role("link", name="Text 988")).to_have_attribute("href", "sms:988")
    expect(care.get_by_role("link", name="Call 911")).to_have_attribute("href", "tel:911")
    expect(page.locator(".message.interviewer").last).not_to_contain_text("988")
    for element in care.get_by_role("link").all():
        box = element.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    accessible(page)
    page.reload()
    expect(care).to_have_count(1)
    watching, alert = therapist.page, therapist.page.get_by_role("alert")
    expect(alert).to_contain_text("Needs attention")
    expect(alert).to_contain_text("Several days.")
    expect(alert).to_contain_text("Numbers to call were given. The conversation goes on.")
    accessible(watching)
    watching.goto(f"{server.url}/interviews")
    expect(watching.locator("#alerts")).to_contain_text("Needs attention")
    accessible(watching)
    patient.say("No, not at all.")
    expect(care).to_have_count(1)
    watching.locator("#alarm-fold summary").click()
    watching.locator("#alerts").get_by_role("link", name="Y-11").click()
    watching.get_by_role("button", name="Acknowledge…").click()
    watching.get_by_role("button", name="Not reached; next step").click()
    watching.keyboard.type("her sister drives there")
    watching.get_by_role("button", name="Acknowledge", exact=True).click()
    expect(watching.locator("#acknowledged")).to_contain_text(": Not reached; next step: her sister drives there")
    expect(watching.locator("#alert-text")).to_contain_text(NEXT)
    patient.say("Sometimes I cut my arms when it gets too much.")
    watching.get_by_role("button", name="Acknowledge…").click()
    watching.get_by_label("What was done?").fill("Read what was said")
    watching.get_by_role("button", name="Acknowledge", exact=True).click()
    expect(watching.locator("#acknowledged")).to_contain_text(": Read what was said")
    expect(watching.locator("#alert-text")).to_contain_text(NEXT)
    watching.reload()
    expect(watching.locator("#alert-text")).to_contain_text(NEXT)
    watching.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
    shape = watching.get_by_role("link", name="Add a note").bounding_box()
    assert shape
    assert shape["height"] < 40, "it stands on one line"
    assert watching.locator("#alert-text .whole").evaluate("name => name.getClientRects().length") == 1
    watching.set_viewport_size(DESK)  # type: ignore[arg-type]  # a TypedDict
    watching.goto(f"{server.url}/interviews")
    expect(watching.locator("#alerts")).not_to_contain_text("Y-11")


def test_a_newer_link_sends_the_old_browser_to_a_page_that_says_so(server: Running, context: Contexts) -> None:
    therapist, patient = meet(server, context, "N-11")
    other = Patient(context(DESK).new_page())
    other.enter(therapist.new_link())
    expect(patient.page.get_by_role("heading", name="This conversation is not open here")).to_be_visible()
    accessible(patient.page)
    other.say("Yes, I'm ready.")


def test_copying_the_link_throws_nobody_out_and_a_new_one_is_asked_about(server: Running, context: Contexts) -> None:
    therapist, patient = meet(server, context, "N-12")
    link = therapist.patient_link()
    assert therapist.patient_link() == link
    therapist.page.reload()
    expect(therapist.page.locator("#invite")).to_contain_text("It works until")
    assert therapist.patient_link() == link
    page = therapist.page
    page.get_by_role("button", name="Make a new link").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    accessible(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
    accessible(page)
    page.get_by_role("button", name="Keep the link").click()
    assert therapist.patient_link() == link
    patient.say("Yes, I'm ready.")


def test_a_therapist_without_a_password_is_asked_for_one(server: Running, context: Contexts) -> None:
    page = context(PHONE).new_page()
    Therapist(page).sign_in(f"{server.url}/welcome/{server.token}")
    banner = page.locator("#no-password")
    expect(banner).to_contain_text("so that you can sign in again: the link that you came with works once")
    accessible(page)
    page.get_by_role("link", name="Start an interview").click()
    expect(page.get_by_label("Label")).to_be_in_viewport()
    banner.get_by_role("link").click()
    page.get_by_label("Your name").fill("Rowan")
    page.get_by_label("New password").fill("quiet river under stones")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Today", exact=True)).to_be_visible()
    expect(banner).to_have_count(0)


HOSTILE = (
    "<img src=/nowhere onerror='window.ran = 1'><script>window.ran = 1</script>",
    "</quote></td></table><iframe src=/></iframe>[x](javascript:window.ran=1) ![x](/nowhere)",
    "| a | b |\n| --- | --- |\n# Title\n<svg onload='window.ran = 1'>{{7*7}} `<b>`",
)


def test_hostile_words_are_words_on_both_pages_and_in_the_report(server: Running, context: Contexts) -> None:
    therapist, patient = meet(server, context, "<b onclick='window.ran = 1'>X</b> (turn 1)")
    patient.say("Yes, I'm ready.")
    for words in HOSTILE:
        patient.say(f"Nearly every day: {words} nearly every day")
    patient.answer_all()
    expect(therapist.page.locator("#status")).to_have_text("Completed")
    expect(therapist.page.locator("#report-body h2")).to_have_count(5)
    therapist.page.reload()
    expect(therapist.page.locator("#report-body h2")).to_have_count(5)
    planted = "img[src*=nowhere], iframe, main script, b[onclick], [onerror], [onload], a[href^=javascript]"
    for page in (patient.page, therapist.page):
        expect(page.get_by_text(HOSTILE[0]).first).to_be_attached()
        expect(page.locator(planted)).to_have_count(0)
        assert page.evaluate("window.ran") is None
    expect(therapist.page.locator("#report-body tbody tr")).to_have_count(36)


def test_words_said_without_a_connection_arrive_once(server: Running, context: Contexts) -> None:
    therapist, patient = meet(server, context, "K-21")
    patient.say("Ready.")
    page, up, lines = patient.page, [True], []

    def operate(line: WebSocketRoute) -> None:
        if up[0]:
            lines.append(line)
            line.connect_to_server()
        else:
            line.close(code=1001)

    page.route_web_socket(re.compile("/socket"), operate)
    page.reload()
    expect(page.locator(".message.interviewer")).to_have_count(2)
    before = patient.heard()
    up[0] = False
    lines[-1].close(code=1001)
    expect(page.locator("#link-state")).to_contain_text("Reconnecting")
    page.get_by_label("Your message").fill(ANSWERS[0])
    page.get_by_label("Your message").press("Enter")
    expect(page.locator(".message.waiting")).to_contain_text("Sending")
    up[0] = True
    patient.replied(before)
    expect(page.locator(".message.waiting")).to_have_count(0)
    expect(page.locator("#link-state")).to_be_empty()
    expect(page.locator("#log").get_by_text(ANSWERS[0])).to_have_count(1)
    expect(therapist.page.locator("#log").get_by_text(ANSWERS[0])).to_have_count(1)


def test_what_is_written_while_a_reply_is_owed_is_read_at_once(server: Running, context: Contexts) -> None:
    therapist, patient = meet(server, context, "H-12")
    patient.say("Ready.")
    page, free = patient.page, [False]

    def operate(line: WebSocketRoute) -> None:
        far = line.connect_to_server()

        def pass_on(frame: str | bytes) -> None:
            if free[0] or '"role":"interviewer"' not in str(frame) or '"turn":4' not in str(frame):
                line.send(frame)

        far.on_message(pass_on)

    page.route_web_socket(re.compile("/socket"), operate)
    page.reload()
    field, send = page.get_by_label("Your message"), page.get_by_role("button", name="Send")
    expect(page.locator(".message.interviewer")).to_have_count(2)
    field.fill("No, not at all.")
    expect(send).to_be_enabled()
    field.press("Enter")
    expect(page.locator(".message.patient")).to_have_count(2)
    expect(therapist.page.locator(".message.patient")).to_have_count(2)
    field.fill("That was a lie. I'm going to kill myself tonight.")
    expect(send).to_be_enabled()
    accessible(page)
    field.press("Enter")
    expect(field).to_have_value("")
    expect(page.locator(".message.patient .words").last).to_contain_text("That was a lie.")
    expect(therapist.page.locator(".message.patient")).to_have_count(3)
    free[0] = True
    expect(page.locator("#script")).to_be_visible()


def test_everything_by_keyboard(server: Running, context: Contexts) -> None:
    _, patient = meet(server, context, "M. F.")
    page, keys = patient.page, patient.page.keyboard
    page.get_by_label("Your message").focus()
    keys.type("Yes,")
    keys.press("Shift+Enter")
    keys.type("go on.")
    keys.press("Enter")
    patient.replied(1)
    expect(page.locator(".message.patient .words")).to_have_text("Yes,\ngo on.", use_inner_text=True)
    expect(page.get_by_label("Your message")).to_be_focused()
    skip = page.get_by_role("button", name="Skip this question")
    expect(skip).to_be_enabled()  # once the question can have been read
    keys.press("Tab")
    expect(skip).to_be_focused()
    keys.press("Space")
    patient.replied(2)
    expect(page.locator("#progress-text")).to_have_text("1 of 23, 1 open")
    expect(page.get_by_label("Your message")).to_be_focused()
    change_by_keyboard(page)
    patient.replied(3)
    expect(page.locator(".message.patient").last).to_contain_text(ANSWERS[0])
    expect(skip).to_be_enabled()
    keys.press("Tab")
    keys.press("Tab")
    expect(page.get_by_role("button", name="Take a break")).to_be_focused()
    keys.press("Enter")
    expect(page.get_by_text("You are on a break")).to_be_visible()
    accessible(page)
    keys.press("Shift+Tab")
    expect(page.get_by_role("button", name="Carry on")).to_be_focused()
    before = patient.heard()
    keys.press("Enter")
    patient.replied(before)
    expect(page.get_by_text("You are on a break")).to_be_hidden()


def change_by_keyboard(page: Page) -> None:
    expect(page.get_by_role("button", name="Skip this question")).to_be_enabled()
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Change an earlier answer")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Change an earlier answer")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    accessible(page)
    expect(page.get_by_role("heading", name="Change an earlier answer")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.type(ANSWERS[0])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_long_message_is_counted_and_never_cut(server: Running, context: Contexts) -> None:
    _, patient = meet(server, context, "L-02")
    field, left, send = (
        patient.page.get_by_label("Your message"),
        patient.page.locator("#left"),
        patient.page.get_by_role("button", name="Send"),
    )
    expect(send).to_be_disabled()
    field.fill("x" * 19_500)
    expect(left).to_have_text("500 characters left")
    field.fill("x" * 20_001)
    expect(left).to_contain_text("1 character too many")
    expect(send).to_be_disabled()
    field.fill("   ")
    expect(send).to_be_disabled()


def test_a_word_wider_than_a_phone_breaks_on_every_page(server: Running, context: Contexts) -> None:
    therapist, patient = meet(server, context, "W" * 120)
    page, field = patient.page, patient.page.get_by_label("Your message")
    field.fill(f"ready {ADDRESS}")
    fits(page)
    patient.say(f"Yes, I'm ready. {ADDRESS}")
    field.fill(f"It is {ADDRESS}")
    fits(page)
    patient.say(f"Nearly every day I think of killing myself, {ADDRESS}")
    patient.say("No, not right now.")
    patient.say("Yes, let's go on.")
    while patient.answered < 1:
        patient.say(AGAIN)
    fits(page)
    page.get_by_role("button", name="Change an earlier answer").click()
    page.locator("#earlier-list label").first.click()
    page.get_by_label("Your new answer").fill(ADDRESS)
    fits(page)
    page.reload()
    page.get_by_role("button", name="You were changing an answer").click()
    expect(page.get_by_label("Your new answer")).to_have_value(ADDRESS)
    expect(page.locator("#earlier-list label", has=page.locator(":checked"))).to_contain_text("changing this answer")
    fits(page)
    page.get_by_role("button", name="Leave it as it is").click()
    expect(page.get_by_role("button", name="You were changing an answer")).to_be_hidden()
    watching = therapist.page
    watching.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
    expect(watching.get_by_role("alert")).to_be_visible()
    fits(watching)
    while not patient.ended:
        asked = patient.page.locator("#log").inner_text()[-400:]
        if "change or add" in asked:
            patient.say("No, that's all.")
        else:
            patient.say("No, not right now." if "there right now" in asked else f"Nearly every day: {ADDRESS}")
    expect(watching.locator("#status")).to_have_text("Completed")
    expect(watching.locator("#report-body h2")).to_have_count(5)
    fits(watching)
    watching.locator("#phq8-title").click()
    watching.get_by_role("button", name="Assess on the PHQ-8").click()
    watching.wait_for_url(re.compile("/transcripts/"))
    expect(watching.get_by_role("heading", name="PHQ-8", exact=True)).to_be_visible(timeout=3 * PATIENCE)
    expect(watching.locator("#running")).to_have_count(0, timeout=3 * PATIENCE)
    watching.wait_for_load_state()  # the page is read anew once the assessment has ended: its styles are there
    fits(watching)
    for path in ("/interviews", "/transcripts"):
        watching.goto(f"{server.url}{path}")
        fits(watching)


def test_pages_around_the_interview(server: Running, context: Contexts) -> None:
    page = context(PHONE).new_page()
    page.goto(f"{server.url}/sign-in")
    accessible(page)
    page.goto(f"{server.url}/welcome/not-a-link")
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    accessible(page)
    page.goto(f"{server.url}/nowhere")
    accessible(page)
    Therapist(page).sign_in(f"{server.url}/welcome/{server.token}")
    accessible(page)
    expect(page.get_by_role("link", name="Account", exact=True)).to_be_hidden()
    page.get_by_role("button", name="More").click()
    accessible(page)
    page.get_by_role("link", name="Account", exact=True).click()
    page.wait_for_url(re.compile("/account$"))
    accessible(page)
    page.goto(f"{server.url}/chat/00000000-0000-4000-8000-000000000000")
    expect(page.get_by_text("not open here")).to_be_visible()
    accessible(page)


def test_that_nothing_was_found_is_not_said_before_the_log_is_there(server: Running, context: Contexts) -> None:
    therapist = Therapist(context(DESK).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    therapist.page.route_web_socket(re.compile("/socket"), lambda line: None)
    therapist.start("W-4")
    words = therapist.page.locator("#no-findings, #nothing-yet")
    expect(therapist.page.locator("#log")).to_have_attribute("aria-busy", "true")
    expect(words).to_have_count(2)
    for one in words.all():
        expect(one).to_be_hidden()
    other = therapist.page.context.new_page()
    other.goto(therapist.page.url)
    expect(other.locator("#no-findings")).to_have_text("None so far.")
    expect(other.locator("#no-findings")).to_be_visible()
