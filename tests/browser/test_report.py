"""The report renderer in a real browser, under the pages' own content policy: what is shown, and what never is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.conftest import Running

pytestmark = pytest.mark.browser

RENDER = """async (sections) => {
  const {mountReport} = await import("/static/streamdown.js");
  document.body.replaceChildren(Object.assign(document.createElement("main"), {id: "here"}));
  window.show = mountReport(document.getElementById("here"));
  window.show(sections.map((markdown, at) => ({key: String(at), markdown})), true);
}"""


@pytest.fixture
def page(server: Running, context: Callable[[dict[str, int]], BrowserContext]) -> Page:
    opened = context(DESK).new_page()
    opened.goto(f"{server.url}/sign-in")
    return opened


def test_tags_become_elements_and_quotes_stay_literal(page: Page) -> None:
    cell = "<sym>Low mood</sym>, <med>sertraline</med>: <quote>all &#42;grey&#42; &#124; &#60;b&#62;</quote> (turn 3)"
    page.evaluate(RENDER, [f"## One\n\n| a | b |\n| --- | --- |\n| 1 | {cell} |\n"])
    expect(page.locator("td b.sym")).to_have_text("Low mood")
    expect(page.locator("td i.med")).to_have_text("sertraline")
    expect(page.locator("td q.quote")).to_have_text("all *grey* | <b>")
    expect(page.locator("tbody tr")).to_have_count(1)


def test_a_quote_cut_at_an_address_reads_as_one_without_a_link(page: Page) -> None:
    page.evaluate(RENDER, ["- <quote>see http</quote><quote>&#58;//example.org</quote> (turn 1); <quote>yes</quote>"])
    expect(page.locator("q")).to_have_text(["see http://example.org", "yes"])
    expect(page.locator("a")).to_have_text(["turn 1"])


def test_the_reporters_turns_are_links_and_a_patients_are_words(page: Page) -> None:
    page.evaluate(RENDER, ["- <quote>see (turn 9)</quote> (turn 4); <quote>yes</quote> (turn 12)"])
    expect(page.locator("a")).to_have_text(["turn 4", "turn 12"])
    expect(page.locator("a").first).to_have_attribute("href", "#turn-4")
    expect(page.locator("li")).to_have_text("see (turn 9) (turn 4); yes (turn 12)")


def test_a_citation_leads_to_its_page(page: Page) -> None:
    page.evaluate(RENDER, ["- See [Open reference, p. 3, Panic Disorder](/library/passages/ab12-34_c)."])
    expect(page.locator("li a")).to_have_attribute("href", "/library/passages/ab12-34_c")
    expect(page.locator("li")).to_have_text("See Open reference, p. 3, Panic Disorder.")


def test_on_a_phone_a_row_is_a_card_that_names_its_cells(page: Page) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a TypedDict
    page.evaluate(
        RENDER, ["| Domain | Score | Quotes |\n| --- | --- | --- |\n| Anger | 0 | – |\n| Mania | 2 | yes |\n"]
    )
    cells = page.locator("td")
    expect(cells.nth(1)).to_have_attribute("data-label", "Score")
    assert cells.nth(1).evaluate("cell => getComputedStyle(cell, '::before').content") == '"Score"'
    expect(cells.nth(2)).to_be_hidden()
    expect(cells.nth(5)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nothing_that_runs_or_loads_gets_through(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    hostile = (
        "## Two\n\n<script>window.ran = 1</script>\n\n<img src=/static/x.png onerror='window.ran = 1'>\n\n"
        "![a picture](https://example.org/p.png)\n\n[press](javascript:window.ran=1)\n\n<iframe src=/></iframe>\n\n"
        "<p onclick='window.ran = 1' style='color:red'>words</p>\n"
    )
    page.evaluate(RENDER, [hostile])
    expect(page.get_by_text("words")).to_be_visible()
    page.get_by_text("words").click()
    assert page.evaluate("window.ran") is None
    expect(page.locator("#here :is(script, img, iframe, [onclick], [href^='javascript'])")).to_have_count(0)
    # The page's own renderer and icon are the only things asked for; the icon comes when the browser likes.
    assert {url.rpartition("/static/")[2] for url in asked} <= {"streamdown.js", "favicon.svg"}


def test_sections_show_while_they_still_arrive(page: Page) -> None:
    page.evaluate(RENDER, ["## First\n\nDone.", "## Second\n\nHalf a **sen"])
    expect(page.get_by_role("heading", level=2)).to_have_text(["First", "Second"])
    expect(page.locator("strong")).to_have_text("sen")
    page.evaluate(
        "show([{key: '0', markdown: '## First'}, {key: '1', markdown: '## Second\\n\\nA **sentence**.'}], false)"
    )
    expect(page.locator("strong")).to_have_text("sentence")
