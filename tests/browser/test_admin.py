"""The admin's pages in a browser: what needs somebody, jobs tried again and cancelled, what reaches people."""

import re
from collections.abc import Callable
from uuid import uuid4

import psycopg
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESK
from tests.browser.people import at_both_widths
from tests.conftest import Running

pytestmark = pytest.mark.browser
Contexts = Callable[[dict[str, int]], BrowserContext]


def test_an_admin_sees_how_the_installation_does(server: Running, context: Contexts, database_url: str) -> None:
    kind = f"of_a_later_version_{uuid4().hex[:4]}"
    add(database_url, kind)
    page = context(DESK).new_page()
    page.goto(f"{server.url}/welcome/{server.token}")
    page.get_by_role("link", name="Admin", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="System", exact=True)).to_be_visible()
    expect(page.locator("#engines")).to_contain_text("No language model is set up: report cards have no marks")
    expect(page.get_by_role("table")).to_have_count(0)
    expect(page.get_by_text("no language model is set up, so none is sent anything")).to_be_visible()
    alerts = page.get_by_role("listitem").filter(has_text="Alerts beyond these pages")
    expect(alerts).to_contain_text("Nobody told")
    expect(alerts).to_contain_text("only whoever looks at these pages sees an alert")
    at_both_widths(page)
    page.get_by_role("link", name="Which").press("Enter")
    job = page.get_by_role("listitem").filter(has_text=kind.replace("_", " "))
    expect(job).to_contain_text("Stuck: nobody works on it")
    at_both_widths(page)
    page.reload()
    other = page.context.new_page()
    other.goto(page.url)
    elsewhere = other.get_by_role("listitem").filter(has_text=kind.replace("_", " "))
    expect(elsewhere).to_be_visible()
    button = job.get_by_role("button", name="Cancel")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("Cancelled.")
    expect(job).to_have_count(0)
    expect(elsewhere).to_have_count(0)
    page.get_by_role("link", name="Cancelled").press("Enter")
    page.wait_for_url(re.compile("cancelled"))
    page.wait_for_load_state()
    job.get_by_role("button", name="Try again").press("Enter")
    expect(page.locator("#said")).to_have_text("It is tried again.")
    page.get_by_role("link", name="All", exact=False).first.click()
    add(database_url, f"{kind}_2")  # it comes without a reload
    expect(page.get_by_role("listitem").filter(has_text=f"{kind}_2".replace("_", " "))).to_be_visible()
    page.get_by_role("link", name="System").last.press("Enter")
    page.get_by_role("link", name="Messages about alerts").press("Enter")
    expect(page.get_by_role("heading", name="No message has been due yet")).to_be_visible()
    expect(page.get_by_text("Alerts reach nobody: only whoever looks at these pages sees them.")).to_be_visible()
    expect(page.get_by_text("ANAMNESIS_SMTP_URL")).to_be_hidden()
    at_both_widths(page)
    the_keys_are_told(page, server.url)
    for path in ("/admin/agreement", "/admin/models", "/admin/accounts", "/schema"):
        page.goto(f"{server.url}{path}")
        at_both_widths(page)


def the_keys_are_told(page: Page, url: str) -> None:
    """`?` opens them on each of the admin's pages; `j` goes to the first thing of its list, or its first section."""
    lists = dict.fromkeys(("/admin/jobs", "/admin/messages", "/admin/accounts"), "open")
    sections = dict.fromkeys(
        ("/admin/system", "/admin/models", "/admin/agreement", "/admin/clinic", "/account", "/schema"),
        "next, previous section",
    )
    for path, word in (lists | sections).items():
        page.goto(f"{url}{path}")
        page.keyboard.press("?")
        keys = page.get_by_role("dialog", name="Keys")
        expect(keys).to_contain_text(word)
        page.keyboard.press("Escape")
        expect(keys).to_be_hidden()
        page.keyboard.press("j")
        if path not in ("/admin/messages", "/admin/models"):  # nothing is in these here
            expect(page.locator("[data-row]:focus-within")).to_have_count(1)
        for key in "jjkj":
            page.keyboard.press(key)
            expect(page.locator("input:not([type=checkbox]):focus, textarea:focus, select:focus")).to_have_count(0)


def add(database_url: str, kind: str) -> None:
    """A job that no worker of this version does."""
    with psycopg.connect(database_url) as connection:
        connection.execute(
            "insert into job (id, kind, key, payload, not_before) "
            "values (%s, %s, 'x', '{}', now() - interval '1 hour')",
            (uuid4(), kind),
        )
