"""How soon the patient's page shows something on a slow phone, and how heavy it is: figures, for a person to read.

    python tests/load/first_paint.py LINK

LINK is a patient's link of a running server. Chromium runs with a processor four times slower (CDP), on a phone's
screen, each time with an empty cache. Wanted: the first paint under a second, all that is sent under 60 kB."""

import argparse
import os
import shutil
import statistics

from playwright.sync_api import Browser, sync_playwright

SLOWER = 4
TIMES = 5
FIRST = """() => Object.fromEntries(performance.getEntriesByType("paint").map((one) => [one.name, one.startTime]))"""
TALK = """() => performance.now()"""


def measure(browser: Browser, link: str) -> tuple[float, float, int]:
    """Milliseconds until the first paint and until the introduction stands there, and bytes received."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page = context.new_page()
    sizes: list[float] = []
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(link)
    page.locator(".message.interviewer").first.wait_for()
    talk = float(page.evaluate(TALK))
    painted = page.evaluate(FIRST)
    page.wait_for_timeout(500)
    context.close()
    return float(painted["first-contentful-paint"]), talk, int(sum(sizes))


def main() -> None:
    """Print the figures."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("link")
    link = asked.parse_args().link
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        found = [measure(browser, link) for _ in range(TIMES)]
        browser.close()
    for name, figures in zip(("first paint, ms", "introduction, ms", "bytes"), zip(*found, strict=True), strict=True):
        print(f"{name:18} median {statistics.median(figures):8.0f}   {min(figures):.0f} to {max(figures):.0f}")


if __name__ == "__main__":
    main()
