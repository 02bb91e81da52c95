"""The library in a browser: a book goes up, is followed while it is read, its sections are chosen, it is cancelled."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.people import accessible, at_both_widths, reload
from tests.conftest import Running
from tests.rag.pdfs import BOOK, pdf

pytestmark = pytest.mark.browser
SLOW = 90_000
"""Milliseconds: a book is read by a worker, which first loads its model."""


@pytest.fixture
def page(server: Running, context: Callable[[dict[str, int]], BrowserContext]) -> Page:
    opened = context(DESK).new_page()
    opened.goto(f"{server.url}/welcome/{server.token}")
    opened.goto(f"{server.url}/admin/documents")
    return opened


def hand_in(page: Page, path: Path, content: bytes, book: str) -> None:
    upload(page, path, content)
    page.get_by_label("Name in citations").fill(book)
    page.get_by_role("button", name="Read it").click()


def upload(page: Page, path: Path, content: bytes) -> None:
    path.write_bytes(content)
    page.get_by_label("PDF", exact=True).set_input_files(path)
    page.get_by_role("button", name="Upload").click()


def test_a_book_is_read_its_sections_chosen_and_read_again(page: Page, tmp_path: Path, database_url: str) -> None:
    hand_in(page, tmp_path / "book.pdf", pdf(BOOK), "DSM-5-TR")
    expect(page.get_by_role("heading", name="DSM-5-TR", exact=True)).to_be_visible()
    expect(page.get_by_text("Searched now")).to_be_visible(timeout=SLOW)
    kept = page.get_by_role("checkbox", name="Major Depressive Disorder > Criteria")
    dropped = page.get_by_role("checkbox", name="Major Depressive Disorder > Prevalence")
    expect(page.get_by_text("3 of 3 pages and 100 % of the text are searched.")).to_be_visible()
    expect(kept).to_be_checked()
    expect(dropped).to_be_checked()
    accessible(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
    accessible(page)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    other = page.context.new_page()
    with psycopg.connect(database_url) as connection:
        passage = connection.execute("select chunk_id from chunk order by place limit 1").fetchone()
    assert passage
    other.goto(f"{page.url.partition('/admin')[0]}/library/passages/{quote(passage[0], safe='')}")
    expect(other.get_by_role("heading", name="The passage")).to_be_visible()
    at_both_widths(other)
    other.goto(page.url)
    page.get_by_label("Find a section").fill("prevalence")
    expect(kept).to_be_hidden()
    dropped.press("Space")
    page.get_by_role("button", name="Read again with these").press("Enter")
    reload(page)
    expect(page.get_by_text("Kept, not searched")).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("your choice")).to_have_count(1)
    expect(page.get_by_role("checkbox", name="Major Depressive Disorder > Prevalence")).not_to_be_checked()
    page.get_by_role("button", name="Remove the edition").first.press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    accessible(page)
    reload(other)
    other.get_by_role("button", name="Undo").press("Enter")
    expect(other.get_by_text("Searched now")).to_be_visible()
    undo.press("Enter")
    expect(page.get_by_text("Searched now")).to_be_visible()
    expect(undo).to_have_count(0)


def test_the_page_asks_which_book_it_is_and_the_keyboard_answers(page: Page, tmp_path: Path) -> None:
    hand_in(page, tmp_path / "first.pdf", pdf(BOOK, note="Handbook"), "Handbook")
    expect(page.get_by_text("Searched now")).to_be_visible(timeout=SLOW)
    first = page.url
    page.goto(page.url.rpartition("/")[0])
    upload(page, tmp_path / "again.pdf", pdf(BOOK, note="Handbook"))
    expect(page.locator("#hand-in-said")).to_contain_text("already in the library, as “Handbook”")
    upload(page, tmp_path / "second.pdf", pdf(BOOK, copies=2, note="Handbook"))
    expect(page.get_by_text("holds a book named “Handbook” already")).to_be_visible()
    expect(page.get_by_label("Name in citations")).to_be_hidden()
    accessible(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
    accessible(page)
    page.get_by_role("radio", name="A book of its own").focus()
    page.keyboard.press("Space")
    expect(page.get_by_label("Name in citations")).to_have_value("Handbook")
    page.get_by_label("Name in citations").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("already. Nothing was changed.")
    accessible(page)
    page.get_by_role("radio", name="A book of its own").press("ArrowUp")
    expect(page.get_by_label("Name in citations")).to_be_hidden()
    expect(page.get_by_label("The book")).to_have_value("Handbook")
    page.get_by_label("The book").press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Searched now")).to_be_visible(timeout=SLOW)
    second = page.url
    page.goto(first)
    expect(page.get_by_text("Kept, not searched")).to_be_visible()
    page.goto(second)
    page.get_by_role("button", name="Remove this file").press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    expect(page.get_by_text("“Handbook” (second.pdf) was removed.")).to_be_visible()
    accessible(page)
    other = page.context.new_page()
    other.goto(first)
    expect(other.get_by_text("Searched now")).to_be_visible()
    undo.press("Enter")
    page.wait_for_url(second)
    expect(page.get_by_text("Searched now")).to_be_visible()
    reload(other)
    expect(other.get_by_text("Kept, not searched")).to_be_visible()


def test_a_long_book_is_followed_cancelled_and_tried_again(page: Page, tmp_path: Path) -> None:
    hand_in(page, tmp_path / "long.pdf", pdf(BOOK, copies=150), "Long book")
    counts = page.locator(".job-counts")
    expect(counts).to_contain_text("Pages", timeout=SLOW)
    expect(page.get_by_role("progressbar", name="How far it is")).to_be_visible()
    accessible(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".job-said")).to_contain_text("Cancelled. Nothing of it is left")
    expect(page.get_by_text("None yet.")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".job-said")).to_contain_text("Cancelled.")


def test_a_bad_file_is_told_where_it_was_chosen(page: Page, tmp_path: Path) -> None:
    upload(page, tmp_path / "picture.pdf", b"GIF89a" + b"\0" * 2000)
    expect(page.locator("#hand-in-said")).to_contain_text("This is not a PDF file")
    large = tmp_path / "large.pdf"
    with large.open("wb") as file:
        file.truncate(300 * 2**20)
    page.get_by_label("PDF", exact=True).set_input_files(large)
    page.get_by_role("button", name="Upload").click()
    expect(page.locator("#hand-in-said")).to_contain_text("300 MB; at most 200 MB are read")
    accessible(page)
