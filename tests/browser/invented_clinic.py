"""An invented small clinic, filled through the product's own doors, for the pictures of its pages."""

import io
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

import httpx
from PIL import Image, ImageDraw

from tests.agents.assessment.conversations import FULL
from tests.browser.held import SAID, held, left, stopped
from tests.server.interviews.talking import Talker, acknowledged, begun, talker

T = TypeVar("T")
PATIENCE = 300
"""Seconds; the first report card of a process loads the local models."""
EARLIER: tuple[Mapping[int, str], ...] = (
    {1: "On more than half the days.", 14: "Nearly every night.", 3: "Several days, I snapped at people."},
    {1: "On several days.", 2: "Rarely, on a day or two.", 9: "Only a day or two.", 14: "On several nights."},
)
"""What K-17 answered the first two times, by item; the rest as in `held`."""
KEY = re.compile(r'name="version" value="(\d+)"><input type="hidden" name="digest" value="(\w+)"')


@dataclass(frozen=True, slots=True)
class Clinic:
    """Where its pages are; `talking` and `ended` are links of patients."""

    client: str
    finished: str
    signed: str
    stopped: str
    running: str
    in_person: str
    transcript: str
    document: str
    both_sides: str
    talking: str
    ended: str


@contextmanager
def filled(staff: httpx.Client) -> Iterator[Clinic]:
    """A clinic with clients, interviews in every state, a card, a transcript and an alert. Its running interview goes
    on for as long as the context."""
    _settings(staff)
    client = _client(staff, "K-17", "1991")
    for said in EARLIER:
        earlier = _started(staff, client)
        held(staff, interview=earlier, said={**SAID, 11: "No, not at all.", **said})
    _signed_off(staff, earlier)
    finished = held(staff, interview=_started(staff, client), said=SAID)
    staff.post(f"{client}/notes", data={"note": "Prefers the morning. Comes with the tram, so not before nine."})
    staff.post(f"{client}/plan", data={"every_weeks": "4", "next_on": datetime.now(UTC).date().isoformat()})
    _client(staff, "B-42", "")
    ended = begun(staff, label="S-3")
    ended_link = _link(staff, ended)
    stopped(staff, ended)
    acknowledged(staff, ended, "Spoke with the patient: on the way to the emergency department with her sister")
    left(staff)
    assessed = staff.post("/transcripts/assess", json={"label": "T-4", "transcript": FULL}).json()
    both_sides = staff.post("/demo/stop").url.path
    staff.post(f"/interviews/{finished}/card", data={})
    in_person = _in_person(staff)
    running = begun(staff, label="R-08")
    with talker(staff, running) as patient:
        _talk(patient)
        _until(lambda: 'data-state="done"' in staff.get(f"/interviews/{finished}/card").text)
        documents = _until(lambda: re.search(r'href="(/admin/documents/[\w-]+)"', _read(staff)))
        yield Clinic(
            client=client,
            finished=finished,
            signed=earlier,
            stopped=ended,
            running=running,
            in_person=in_person,
            transcript=f"/transcripts/{assessed['id']}",
            document=documents[1],
            both_sides=both_sides,
            talking=_link(staff, running),
            ended=ended_link,
        )


def _link(staff: httpx.Client, interview: str) -> str:
    return str(staff.post(f"/interviews/{interview}/link").json()["url"])


def _settings(staff: httpx.Client) -> None:
    page = staff.get("/admin/clinic").text
    version = re.search(r'name="version" value="([^"]*)"', page)
    assert version
    given = {"name": "Elm Street Practice", "phone": "(555) 010-0199", "minutes": "15", "erasure": "passed_on"}
    staff.post("/admin/clinic", data=given | {"version": version[1]}).raise_for_status()
    drawn, file = Image.new("RGB", (240, 80), "#f8f4ed"), io.BytesIO()
    pen = ImageDraw.Draw(drawn)
    pen.ellipse((14, 12, 70, 68), fill="#1d5c58")
    pen.line((42, 74, 42, 30), fill="#f8f4ed", width=5)
    pen.text((84, 26), "Elm Street", fill="#1d5c58", font_size=28)
    drawn.save(file, "png")
    staff.post("/admin/clinic/logo", files={"logo": ("logo.png", file.getvalue(), "image/png")}).raise_for_status()


def _client(staff: httpx.Client, code: str, born: str) -> str:
    return staff.post("/clients", data={"code": code, "birth_year": born}).url.path


def _started(staff: httpx.Client, client: str) -> str:
    return staff.post(f"{client}/interviews", data={}).url.path.rpartition("/")[2]


def _signed_off(staff: httpx.Client, interview: str) -> None:
    """With an answer that the clinician changed."""
    _until(lambda: KEY.search(staff.get(f"/interviews/{interview}").text))
    rating = {"item": "14", "seen": "0", "did": "save", "score": "3", "reason": "Told me so in person"}
    staff.post(f"/interviews/{interview}/ratings", data=rating).raise_for_status()
    found = _until(lambda: KEY.search(staff.get(f"/interviews/{interview}").text))
    sent = staff.post(f"/interviews/{interview}/sign-off", data={"version": found[1], "digest": found[2]})
    sent.raise_for_status()


def _in_person(staff: httpx.Client) -> str:
    interview = begun(staff, label="P-12")
    staff.post(f"/interviews/{interview}/hold", data={"why": "in_person"}).raise_for_status()
    for item, did, words in ((1, "2", ""), (2, "1", ""), (3, "words", "On maybe five days, mostly at work.")):
        given = {"item": str(item), "did": did, "words": words}
        staff.post(f"/interviews/{interview}/in-person", data=given).raise_for_status()
    return interview


def _talk(patient: Talker) -> None:
    patient.reply_after(0)
    patient.say("Yes, I'm ready.")
    for words in (
        "Most mornings, honestly. I cancel on people.",
        "Low on about half the days.",
        "Not more than usual.",
    ):
        patient.say(words)


def _read(staff: httpx.Client) -> str:
    page = staff.get("/admin/documents").text
    return page if "searched" in page.lower() else ""


def _until(look: Callable[[], T]) -> T:
    """What is looked for, once it is there."""
    end = time.monotonic() + PATIENCE
    while not (found := look()):
        if time.monotonic() > end:
            raise TimeoutError("the clinic was not filled in time")
        time.sleep(0.5)
    return found
