"""Small pictures of every page, of an invented clinic: `make screens` writes them to docs/screens.

    SCREENS=FOLDER ONLY=WORD pytest tests/browser/screens.py

Each page stands there as on a desk (1280 px) and a phone (390 px), in the dark, and as it is printed. Pictures end
after two screens, and are shrunk to a few colours. Times are set to one day, so that a second run changes little.
Needs a Chromium: without one it says what to install and exits with 1.
"""

import os
import shutil
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import httpx
import psycopg
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from agents.resources import CHECKOUT as ROOT
from server.settings import Settings
from tests.browser.conftest import DESK, NAMES, PHONE, QUIET
from tests.browser.invented_clinic import Clinic, filled
from tests.conftest import Running

FOLDER = Path(os.environ.get("SCREENS") or ROOT / "docs" / "screens")
ONLY = os.environ.get("ONLY", "")
"""Pages with this in their name; all without it."""
COLOURS = 44
KEPT = (
    (0x9C, 0x1F, 0x26),
    (0xFB, 0xE5, 0xE3),
    (0xA8, 0x26, 0x2D),
    (0xFF, 0xAA, 0xA5),
    (0x48, 0x1F, 0x20),
    (0xE5, 0x79, 0x7A),
    (0x1D, 0x5C, 0x58),
    (0xE0, 0xED, 0xEA),
    (0x86, 0xC9, 0xC0),
)
"""The reds of a safety stop and the accent, as in base.css: so rare on some pages that a palette of few colours would
turn the ones amber and the other grey."""
LARGEST = 3_500_000
"""Bytes of the whole folder; a word where it is more."""
SHEET = {"width": 794, "height": 1123}
"""A4 at 96 dots an inch."""
KINDS = {"1280": (DESK, "light", "screen"), "390": (PHONE, "light", "screen")} | {
    "dark": (DESK, "dark", "screen"),
    "print": (SHEET, "light", "print"),
}
ONE_DAY = """() => {
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const said = words.currentNode.data.replace(/(\\w{3} \\d{1,2}, 20\\d\\d, )?\\d{1,2}:\\d\\d\\s[AP]M/g, "10:00 AM");
    if (said !== words.currentNode.data) words.currentNode.data = said;
  }
  for (const time of document.querySelectorAll("time[datetime]")) time.textContent = "26 Nov 2026, 10:00";
  for (const field of document.querySelectorAll("input[readonly]")) field.value = "https://clinic.example/p/…";
  for (const code of document.querySelectorAll("code"))
    if (/^[0-9a-f]{64}$/.test(code.textContent)) code.textContent = "3f9c".repeat(16);
}"""


def pages(clinic: Clinic, passage: str) -> dict[str, str]:
    """The addresses of staff's pages, by the name of their pictures."""
    interviews = "/interviews"
    return {
        "today": "/today",
        "confirm": f"/confirm?interview={clinic.finished}",
        "interviews": interviews,
        "watch": f"{interviews}/{clinic.running}",
        "report": f"{interviews}/{clinic.finished}",
        "signed": f"{interviews}/{clinic.signed}",
        "stopped": f"{interviews}/{clinic.stopped}",
        "in-person": f"{interviews}/{clinic.in_person}/in-person?item=3",
        "clients": "/clients",
        "client": clinic.client,
        "card": f"{interviews}/{clinic.finished}/card",
        "transcripts": "/transcripts",
        "transcript": clinic.transcript,
        "library": "/admin/documents",
        "document": clinic.document,
        "passage": f"/library/passages/{passage}",
        "system": "/admin/system",
        "jobs": "/admin/jobs",
        "messages": "/admin/messages",
        "models": "/admin/models",
        "agreement": "/admin/agreement",
        "clinic": "/admin/clinic",
        "accounts": "/admin/accounts",
        "account": "/account",
        "both-sides": clinic.both_sides,
        "remove-invented": "/demo/remove",
        "schema": "/schema",
        "error": "/interviews/00000000-0000-0000-0000-000000000000",
    }


@pytest.fixture(scope="module")
def settings(settings: Settings) -> Settings:
    """With the product's own reference in the library."""
    return settings.model_copy(update={"open_reference": True})


def test_pictures(
    server: Running, signed_in: httpx.Client, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fill a clinic, take the pictures, hold them to their weight."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.exit(
            "no Chromium found; install it (Debian: apt-get install chromium-headless-shell) or name one in CHROMIUM", 1
        )
    FOLDER.mkdir(parents=True, exist_ok=True)
    welcome = f"{server.url}/welcome/{server.token}"
    with sync_playwright() as playwright:  # until anything is there, Today offers the doors
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        shoot(browser, server.url, (welcome, {"doors": "/today"}))
        browser.close()
    with filled(signed_in) as clinic, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        none = "x" * 43
        links = {"chat": clinic.talking, "chat-stopped": clinic.ended, "link-gone": f"/p/{none}"}
        out = {"sign-in": "/sign-in", **links, "link-used": f"/welcome/{none}"}
        shoot(browser, server.url, ("", out), (welcome, pages(clinic, some_passage(database_url))))
        browser.close()
    heavy = sum(file.stat().st_size for file in FOLDER.iterdir())
    with capsys.disabled():
        print(f"{len(list(FOLDER.iterdir()))} pictures, {heavy / 1e6:.1f} MB, in {FOLDER}")
    assert heavy <= LARGEST, f"{heavy} bytes: take fewer colours or shorter pictures"


def some_passage(database_url: str) -> str:
    """The number of one passage of the library."""
    with psycopg.connect(database_url) as connection:
        found = connection.execute("select chunk_id from chunk where disorder <> '' order by place limit 1").fetchone()
    assert found
    return quote(found[0], safe="")


def shoot(browser: Browser, url: str, *wanted: tuple[str, dict[str, str]]) -> None:
    """Pages in every kind: addresses by name, each lot after the link that signs in; an empty one signs nobody in."""
    for kind, (size, scheme, media) in KINDS.items():
        for welcome, addresses in wanted:
            context = browser.new_context(
                viewport=size,  # type: ignore[arg-type]  # a TypedDict
                is_mobile=size == PHONE,
                has_touch=size == PHONE,
                color_scheme=scheme,  # type: ignore[arg-type]  # one of two literals
                reduced_motion="reduce",
                base_url=url,
                locale="en-US",
                timezone_id="UTC",
            )
            page = context.new_page()
            if welcome:
                page.goto(welcome)
            for name, address in addresses.items():
                if ONLY in name:
                    page.goto(address)
                    save(page, FOLDER / f"{name}-{kind}.webp", size["width"], size["height"], media)
            context.close()


def save(page: Page, file: Path, width: int, height: int, media: str) -> None:
    """One picture, two screens high at most, one sheet in print."""
    page.wait_for_load_state()
    page.wait_for_timeout(700)  # what comes over the socket
    page.emulate_media(media=media)  # type: ignore[arg-type]  # one of two literals
    page.evaluate(ONE_DAY)
    high = min(page.evaluate("document.documentElement.scrollHeight"), height * (1 if media == "print" else 2))
    clip = {"x": 0, "y": 0, "width": width, "height": max(high, height // 2)}
    if width == PHONE["width"]:
        page.set_viewport_size({"width": width, "height": max(high, height)})  # so that what sticks hides nothing
    shot = page.screenshot(full_page=True, clip=clip)  # type: ignore[arg-type]  # a TypedDict
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(media="screen")
    drawn = Image.open(BytesIO(shot)).convert("RGB")
    few = drawn.quantize(COLOURS - len(KEPT)).getpalette() or []
    kept = Image.new("P", (1, 1))
    kept.putpalette([*few[: 3 * (COLOURS - len(KEPT))], *(part for colour in KEPT for part in colour)])
    plain = drawn.quantize(palette=kept, dither=Image.Dither.NONE).convert("RGB")
    plain.save(file, "webp", lossless=True, quality=100, method=5)
