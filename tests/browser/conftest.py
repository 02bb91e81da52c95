"""A Chromium for the browser tests, and what every page is held to: no console errors, no axe violations."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without windows: a third of the processor's time of a page's test less."""
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
DESK = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Milliseconds; a busy machine is slow, a broken page is slow for ever."""


@dataclass
class Complaints:
    """What a page's console, scripts and requests complained about."""

    found: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        """Note every error of this page from now on."""
        page.on("console", lambda said: self._said(page, said))
        page.on("pageerror", lambda error: self.found.append(str(error)))

    def of_requests(self) -> bool:
        """Whether requests failed, and nothing else was wrong until now: the test wanted that. A page that is still
        offline asks again later: close it first."""
        heard, self.found = self.found, []
        return bool(heard) and all(one.startswith(("Failed to load resource", "WebSocket connection")) for one in heard)

    def _said(self, page: Page, said: ConsoleMessage) -> None:
        an_error_page = said.text.startswith("Failed to load resource") and said.location["url"] == page.url
        if said.type == "error" and not an_error_page:
            self.found.append(said.text)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The machine's own Chromium, headless, for one module: while it is driven, no other event loop can run. Tests skip
    where there is none."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(
            "no Chromium found; install it (Debian: apt-get install chromium-headless-shell) or name one in CHROMIUM"
        )
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """Collects what pages complain about; the test fails at its end when there was anything."""
    heard = Complaints()
    yield heard
    assert heard.found == []


@pytest.fixture
def context(chromium: Browser, complaints: Complaints) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browser contexts: `context(DESK)` or `context(PHONE)`; each is a person with cookies of their own."""
    opened: list[BrowserContext] = []

    def make(size: dict[str, int]) -> BrowserContext:
        phone = size == PHONE
        one = chromium.new_context(viewport=size, has_touch=phone, is_mobile=phone, reduced_motion="reduce")  # type: ignore[arg-type]  # a TypedDict
        one.set_default_timeout(PATIENCE)
        one.on("page", complaints.listen)
        opened.append(one)
        return one

    yield make
    for one in opened:
        one.close()
