"""The desk in a real browser: today, the list with keys alone, a client from the code to the first interview."""

import re
from collections.abc import Callable
from datetime import date

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESK, PHONE, Complaints
from tests.browser.people import IMPATIENT, Therapist, accessible
from tests.conftest import Running
from tests.server.interviews.talking import acknowledged, begun, talker

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]


def desk(server: Running, context: Contexts, size: dict[str, int] = DESK) -> Page:
    """A therapist at the list of interviews."""
    therapist = Therapist(context(size).new_page())
    therapist.sign_in(f"{server.url}/welcome/{server.token}")
    return therapist.page


def named(staff: httpx.Client, label: str) -> str:
    interview = begun(staff)
    staff.post(f"/interviews/{interview}/rename", json={"label": label}).raise_for_status()
    return interview


def test_the_list_with_keys_alone(server: Running, context: Contexts, signed_in: httpx.Client) -> None:
    for label in ("KEY-1", "KEY-2", "KEY-3"):
        named(signed_in, label)
    page = desk(server, context)
    press, row = page.keyboard.press, page.locator("#list [data-row]")
    press("/")
    page.keyboard.type("KEY-")
    press("Enter")
    expect(row).to_have_count(3)
    accessible(page)
    press("?")
    expect(page.get_by_role("dialog")).to_contain_text("archive")
    accessible(page)
    press("Escape")
    page.locator("body").click(position={"x": 2, "y": 2})
    page.get_by_role("link", name="KEY-3").focus()
    press("j")
    expect(page.get_by_role("link", name="KEY-2")).to_be_focused()
    press("e")
    expect(page.locator("#toasts")).to_contain_text("One interview archived.")
    expect(row).to_have_count(2)
    expect(page.get_by_role("link", name="KEY-1")).to_be_focused()
    press("u")
    expect(row).to_have_count(3)
    page.get_by_role("link", name="KEY-1").focus()
    press("x")
    press("r")
    page.keyboard.type("KEY-9")
    press("Enter")
    expect(page.get_by_role("link", name="KEY-9")).to_be_focused()
    page.reload()
    expect(page.get_by_role("link", name="KEY-9")).to_be_visible()
    page.get_by_role("link", name="KEY-9").focus()
    press("k")
    press("Enter")
    expect(page.get_by_role("heading", name="KEY-2", exact=True)).to_be_visible()


def test_the_bar_of_what_is_chosen_covers_no_focused_row_and_alerts_stand_in_one_line(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    for label in [f"BAR-{number}" for number in range(14)]:
        named(signed_in, label)
    alarming = [named(signed_in, label) for label in ("ALARM-1", "ALARM-2", "ALARM-3")]
    for interview in alarming[:2]:
        with talker(signed_in, interview) as patient:
            patient.to_item(2)
            patient.say("I think about killing myself sometimes.")
    page = desk(server, context)
    page.set_viewport_size({"width": 1280, "height": 800})
    line = page.locator("#alarm-fold summary")
    expect(line).to_contain_text("2 safety alerts waiting for you")
    expect(line).to_contain_text("ALARM-1")
    expect(page.locator("#alerts q").first).to_be_hidden()
    expect(page.locator("#list [data-row]").first).to_be_in_viewport(ratio=1)
    accessible(page)
    page.locator("#list [data-row] a").first.focus()
    page.keyboard.press("x")
    for _ in range(20):
        page.keyboard.press("j")
        row, bar = page.locator("#list [data-row]:focus-within").bounding_box(), page.locator("#bulk").bounding_box()
        assert row
        assert bar
        assert row["y"] + row["height"] <= bar["y"] + 1, "the bar covers no part of it"
    line.click()
    expect(page.locator("#alerts q").first).to_be_visible()
    with talker(signed_in, alarming[2]) as patient:
        patient.to_item(2)
        patient.say("I think about killing myself sometimes.")
    expect(line).to_contain_text("3 safety alerts")
    expect(page.locator("#alerts q").first).to_be_visible()
    for interview in alarming:  # the tests behind this one begin with nobody waiting
        acknowledged(signed_in, interview)
    signed_in.post("/interviews/delete", json={"interviews": alarming}).raise_for_status()


def test_what_is_begun_renamed_or_noted_elsewhere_is_there_at_once(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    page = desk(server, context)
    interview = named(signed_in, "NEWS-1")
    expect(page.get_by_role("link", name="NEWS-1")).to_be_visible(timeout=5_000)
    signed_in.post(f"/interviews/{interview}/rename", json={"label": "NEWS-2"}).raise_for_status()
    expect(page.get_by_role("link", name="NEWS-2")).to_be_visible(timeout=5_000)
    signed_in.post("/interviews/archive", json={"interviews": [interview]}).raise_for_status()
    expect(page.get_by_role("link", name="NEWS-2")).to_have_count(0, timeout=5_000)


def test_deleting_is_undone_from_the_toast_and_from_the_filter(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    named(signed_in, "GONE-1")
    page = desk(server, context)
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_label("Choose GONE-1").check()
    accessible(page)
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#toasts")).to_contain_text("It can be taken back for 30 minutes")
    accessible(page)
    expect(page.get_by_role("link", name="GONE-1")).to_have_count(0)
    expect(other.get_by_role("link", name="GONE-1")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="GONE-1")).to_be_visible()
    page.get_by_label("Choose GONE-1").check()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name="GONE-1")).to_have_count(0)
    page.get_by_role("link", name="Deleted").click()
    page.wait_for_url(re.compile("show=deleted"))
    accessible(page)
    page.get_by_label("Choose GONE-1").check()
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("link", name=re.compile("^All [0-9]")).click()
    expect(page.get_by_role("link", name="GONE-1")).to_be_visible()


def test_on_a_phone_the_rows_of_today_begin_at_one_edge(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    for label in ("T-1", "A-LONGER-LABEL"):
        with talker(signed_in, named(signed_in, label)) as patient:
            patient.to_item(2)
    page = desk(server, context, PHONE)
    page.goto(f"{server.url}/today")
    rows = page.locator(".lines > li").filter(has_text=re.compile("T-1|A-LONGER-LABEL")).locator(".code, .grow")
    expect(rows).to_have_count(4)
    assert len(set(rows.evaluate_all("parts => parts.map((one) => one.getBoundingClientRect().left)"))) == 1


def test_what_is_refused_or_never_arrives_is_said(
    server: Running, context: Contexts, signed_in: httpx.Client, complaints: Complaints
) -> None:
    interview = named(signed_in, "LOST-1")
    page = desk(server, context)
    page.get_by_label("Choose LOST-1").check()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#toasts")).to_contain_text("One interview deleted.")
    signed_in.post("/interviews/restore", json={"interviews": [interview]}).raise_for_status()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#toasts")).to_have_text(re.compile("There is nothing here"))
    expect(page.get_by_role("link", name="LOST-1")).to_be_visible()
    page.get_by_role("link", name="LOST-1").focus()
    page.keyboard.press("r")
    page.keyboard.type("LOST-2")
    page.route("**/rename", lambda route: None)  # it arrives nowhere, and nothing says so
    page.evaluate(IMPATIENT)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("No answer yet")
    page.unroute("**/rename")
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("Check the connection")
    accessible(page)
    page.context.set_offline(False)
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Renamed to LOST-2.")
    assert page.evaluate("document.activeElement.textContent") == "LOST-2"
    page.context.set_offline(True)
    page.keyboard.press("u")
    expect(page.locator("#toasts")).to_have_text(re.compile("Check the connection"))
    page.get_by_label("Choose LOST-2").check()
    page.get_by_role("button", name="Archive").click()
    expect(page.locator("#toasts")).to_have_text(re.compile("Check the connection"))
    page.close()
    assert complaints.of_requests()


def test_a_client_from_the_code_to_the_colleague_by_keyboard(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    signed_in.post("/admin/accounts", data={"email": "robin@example.org", "name": "Robin"}).raise_for_status()
    page = desk(server, context, PHONE)
    press, write = page.keyboard.press, page.keyboard.type
    bar = page.locator(".bar").bounding_box()
    assert bar
    assert bar["height"] < 64, "the header is one row"
    page.goto(f"{server.url}/clients")
    expect(page.get_by_text("No names, please.")).to_be_visible()
    accessible(page)
    page.get_by_label("Code").focus()
    write("Robin Smith")
    press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("no spaces")
    page.get_by_label("Code").press("ControlOrMeta+a")
    write("B-7")
    press("Enter")
    expect(page.get_by_role("heading", name="B-7", exact=True)).to_be_visible()
    page.wait_for_load_state()
    page.get_by_label("New note").focus()
    write("Prefers the morning.")
    press("Tab")
    press("Enter")
    expect(page.locator("#notes li").first).to_contain_text("Prefers the morning.")
    expect(page.locator("#notes li").first).to_be_focused()
    page.wait_for_load_state()  # a page that has just come puts the focus where it was
    page.get_by_label("Next on").fill(date.today().isoformat())
    page.get_by_label("Next on").press("Enter")
    plan, undo = page.locator("#plan"), page.get_by_role("button", name="Undo")
    expect(plan).to_contain_text("Every 4 weeks")
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_role("button", name="End the repeats").press("Enter")
    expect(undo).to_be_focused()
    accessible(page)
    other.get_by_role("button", name="End the repeats").press("Enter")
    expect(other.locator("#plan")).to_contain_text("have ended")
    page.reload()
    undo.press("Enter")
    expect(plan).to_contain_text("Every 4 weeks")
    page.wait_for_load_state()
    page.get_by_role("button", name="Start an interview").press("Enter")
    expect(page.get_by_role("button", name="Copy patient link")).to_be_enabled()
    page.go_back()
    page.get_by_role("combobox", name="Colleague").focus()
    write("Robin")
    page.get_by_role("button", name="Hand over").press("Enter")
    expect(page.locator("#hand-over")).to_contain_text("admin@localhost to robin@example.org, 1 interview")
    other.reload()
    expect(other.get_by_text("client of Robin")).to_be_visible()


def test_today_says_who_needs_me_and_hears_of_an_alert_without_reload(
    server: Running, context: Contexts, signed_in: httpx.Client
) -> None:
    page = context(DESK).new_page()
    page.goto(f"{server.url}/welcome/{server.token}")
    expect(page.get_by_role("heading", name="Today", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Nobody is waiting")).to_be_visible()
    accessible(page)
    interview = begun(signed_in)
    with talker(signed_in, interview) as patient:
        patient.to_item(2)
        patient.say("I think about killing myself sometimes.")
    expect(page.locator(f'#alerts [data-interview="{interview}"]')).to_be_visible()
    expect(page.locator("#alerts q")).to_contain_text("killing myself")
    expect(page).to_have_title("(1) Today · Anamnesis")
    accessible(page)
    page.reload()
    other = page.context.new_page()
    other.goto(page.url)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="A-1", exact=True)).to_be_visible()
    page.wait_for_load_state()
    page.get_by_role("button", name="Acknowledge…").press("Enter")
    page.keyboard.type("Called; safe tonight")
    page.keyboard.press("Enter")
    expect(page.locator("#acknowledged")).to_contain_text("Called; safe tonight")
    expect(other.locator("#alerts [data-row]")).to_have_count(0)
    expect(other).to_have_title("Today · Anamnesis")
