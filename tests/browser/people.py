"""Who uses the pages: a therapist at a desk and a patient with a phone."""

import re
from dataclasses import dataclass

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import DESK, PHONE

AGAIN = "On about four days of the past two weeks."
ANSWERS = (
    "Nearly every day. I used to paint; now the brushes stay in the drawer.",
    "I've been feeling low on more than half the days.",
    "Not at all, I've been rather calm.",
    "No, that hasn't happened.",
    "No, nothing like that.",
    "Worried, yes: on several days, mostly about rent.",
    "Never in the past two weeks.",
    "I put off the phone on several days.",
    "My back hurts | nearly every day, and *nobody* finds <why>.",
    "No, my doctor listens.",
    "No, not at all.",
    "No, never.",
    "No, not at all.",
    "I lie awake nearly every night.",
    "My memory is fine, no problem there.",
    "No, nothing keeps coming back like that.",
    "No, not at all.",
    "No, I feel present.",
    "I know who I am; not at all.",
    "I feel close to my sister, so no.",
    "No, I don't drink.",
    "I don't smoke, not at all.",
    "No, I take nothing of that kind.",
)


def reload(page: Page) -> None:
    """Reload a page; once more where it was just being replaced by one of its own accord, as when a job has ended."""
    try:
        page.reload()
    except Error:
        page.wait_for_load_state()
        page.reload()


ADDRESS = "https://example.org/" + "a1b2c3d4" * 15
"""A word of 140 characters, as people paste it."""
WIDER = """(wide) => [...document.querySelectorAll("body *")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && box.right > wide + 1 && getComputedStyle(one).position !== "absolute";
}).map((one) => `${one.tagName} ${one.id} ${one.className}`).slice(0, 8)"""


def fits(page: Page) -> None:
    """Nothing to scroll sideways. Measured by the screen: a phone's own innerWidth grows with what is too wide."""
    assert page.viewport_size
    screen, wide = page.viewport_size["width"], page.evaluate("document.documentElement.scrollWidth")
    assert wide <= screen, f"{page.url} is {wide} px wide, the screen {screen}: {page.evaluate(WIDER, screen)}"


IMPATIENT = """() => {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = () => { AbortSignal.timeout = timeout; return AbortSignal.timeout(1500); };
}"""
"""The next request of the page waits for a second and a half, those after it as long as ever."""
COLOUR = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
AXE = Axe("0")
"""Axe on a page that has it already: its half a megabyte is given to each page once."""
HALF_DRAWN = "document.querySelector('#interview #log[aria-busy=true]') && !document.getElementById('erased')"


def accessible(page: Page) -> None:
    """No axe violation in the light or in the dark, and nothing to scroll sideways. An interview's page is looked at
    once what was said before is there: axe takes words that come meanwhile for none. In the dark the colours alone are
    others, so only axe's two rules of colour are asked again."""
    page.wait_for_function(f"() => !({HALF_DRAWN})")
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    for scheme, rules in (("light", {}), ("dark", {"runOnly": COLOUR})):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two literals
        found = AXE.run(page, options={"resultTypes": ["violations"], **rules})
        assert found.violations_count == 0, f"{page.url} ({scheme}):\n{found.generate_report()}"
        fits(page)


def at_both_widths(page: Page) -> None:
    """Accessible on a desk and on a phone; at a desk again afterwards."""
    for size in (PHONE, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]  # a TypedDict
        accessible(page)


@dataclass
class Therapist:
    """Signed in, at a page."""

    page: Page

    def sign_in(self, link: str) -> None:
        """Follow the printed link, then go to the interviews."""
        self.page.goto(link)
        expect(self.page.get_by_role("heading", name="Today", exact=True)).to_be_visible()
        self.page.get_by_role("link", name="Interviews", exact=True).first.click()
        expect(self.page.get_by_role("heading", name="Interviews", exact=True)).to_be_visible()
        self.page.wait_for_load_state()

    def start(self, label: str) -> None:
        """Start an interview in screening mode; its page opens."""
        self.page.get_by_label("Label").fill(label)
        self.page.get_by_role("button", name="Start").click()
        expect(self.page.get_by_role("heading", name=label, exact=True)).to_be_visible()

    def patient_link(self) -> str:
        """Copy the patient's link; it is shown and on the clipboard."""
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.get_by_role("button", name="Copy patient link").click()
        return self._shown_link()

    def new_link(self) -> str:
        """End the link and make a new one, as the question that is asked first says."""
        self.page.get_by_role("button", name="Make a new link").click()
        expect(self.page.get_by_role("dialog")).to_contain_text("disconnected at once")
        with self.page.expect_response(re.compile("/link/new$")):  # until then the last link and its words stand here
            self.page.get_by_role("button", name="End it and make a new one").click()
        expect(self.page.locator("#link-said")).to_contain_text("This is a new link.")
        return self._shown_link()

    def _shown_link(self) -> str:
        shown = self.page.get_by_label("The link")
        expect(shown).to_have_value(re.compile("/p/[\\w-]{43}$"))
        expect(self.page.locator("#link-said")).to_contain_text("Copied.")
        expect(self.page.locator("#invite")).not_to_contain_text("There is none yet", use_inner_text=True)
        assert self.page.evaluate("navigator.clipboard.readText()") == shown.input_value()
        return shown.input_value()


@dataclass
class Patient:
    """In the chat, by the link."""

    page: Page

    def enter(self, link: str) -> None:
        """Open the link and wait for the introduction."""
        self.page.goto(link)
        expect(self.page.locator(".message.interviewer")).to_have_count(1)

    @property
    def answered(self) -> int:
        """How many questions the page counts as answered."""
        return int(self.page.locator("#progress-text").inner_text().split(" ")[0])

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to write in."""
        return self.page.locator("#composer").is_hidden()

    def heard(self) -> int:
        """How often the interviewer has spoken."""
        return self.page.locator(".message.interviewer").count()

    def say(self, text: str) -> None:
        """Write, press Enter, and wait until the interviewer has replied."""
        before = self.heard()
        self.page.get_by_label("Your message").fill(text)
        self.page.get_by_label("Your message").press("Enter")
        self.replied(before)

    def replied(self, before: int) -> None:
        """Wait for the interviewer's next words, or for the end."""
        self.page.wait_for_function(
            """before => document.querySelectorAll(".message.interviewer").length > before
               || document.getElementById("composer").hidden""",
            arg=before,
        )

    def answer_all(self) -> None:
        """Answer whatever is asked until the conversation closes."""
        last = -1
        while not self.ended:
            answered = self.answered
            if answered == len(ANSWERS):
                self.say("No, that's all.")
            else:
                self.say(ANSWERS[answered] if answered != last else AGAIN)
            last = answered
