"""A patient's or a therapist's line to a running server, for tests of what breaks."""

import json
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx
from websockets.sync.client import connect

from server.http.security import CSRF_COOKIE, CSRF_HEADER
from tests.conftest import Running

WAIT = 60.0
STOP = "I have written the note and I will kill myself tonight."
Frame = dict[str, Any]


class Line:
    """One socket. Frames are kept in the order in which they came; `at` says when each did."""

    def __init__(self, server: Running, interview: str, cookies: httpx.Cookies, after: int = 0) -> None:
        self.frames: list[Frame] = []
        self.at: list[float] = []
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()), "Origin": server.url}
        address = server.url.replace("http", "ws") + f"/interviews/{interview}/socket"
        self.socket = connect(address, additional_headers=headers, open_timeout=WAIT, compression=None, legacy=True)
        self.send({"type": "resume", "lastSeq": after})

    def send(self, frame: Frame) -> None:
        self.socket.send(json.dumps({"v": 1, **frame}))

    def say(self, text: str, name: str | None = None) -> str:
        """Send a message; its id."""
        name = name or uuid4().hex
        self.send({"type": "message", "id": name, "text": text})
        return name

    def until(self, wanted: Callable[[Frame], bool], seconds: float = WAIT) -> Frame:
        """The first frame like this, already here or coming within so many seconds."""
        deadline = time.monotonic() + seconds
        for frame in self.frames:
            if wanted(frame):
                return frame
        while (left := deadline - time.monotonic()) > 0:
            try:
                frame = json.loads(self.socket.recv(timeout=left))
            except TimeoutError:
                break
            self.frames.append(frame)
            self.at.append(time.monotonic())
            if wanted(frame):
                return frame
        raise AssertionError(f"no such frame within {seconds} s; the last ones: {self.frames[-3:]}")

    def answered(self, name: str) -> Frame:
        """Wait for the acknowledgement of a frame and for what the interviewer says to it."""
        seq = self.until(lambda frame: frame["type"] == "ack" and frame["id"] == name)["seq"]
        return self.until(lambda frame: told(frame) and frame["seq"] > seq)

    def exchange(self, text: str) -> Frame:
        """Say something and wait for the reply."""
        return self.answered(self.say(text))


def told(frame: Frame, purpose: str | None = None) -> bool:
    """Whether the frame holds words of the interviewer, of this purpose."""
    if frame["type"] != "event" or frame["kind"] != "message" or frame["body"]["role"] != "interviewer":
        return False
    return purpose is None or frame["body"]["purpose"] == purpose


def kind(name: str) -> Callable[[Frame], bool]:
    """For `until`: an event of this kind."""
    return lambda frame: frame["type"] == "event" and frame["kind"] == name


def said(text: str) -> Callable[[Frame], bool]:
    """For `until`: the patient's message with these words."""
    return lambda frame: frame["type"] == "event" and frame["body"].get("text") == text


def sign_in(server: Running) -> httpx.Client:
    """A browser of the admin's, signed in."""
    client = httpx.Client(base_url=server.url, follow_redirects=True, timeout=WAIT)
    client.get(f"/welcome/{server.token}")
    client.headers[CSRF_HEADER] = client.cookies[CSRF_COOKIE]
    return client


def interview(staff: httpx.Client, **fields: str) -> tuple[str, httpx.Cookies]:
    """A new interview, and its patient's cookies."""
    started = staff.post("/interviews", json={"label": "F-1", "mode": "screening", "locale": "en-US", **fields})
    number = started.json()["id"]
    link = staff.post(f"/interviews/{number}/link").json()["url"]
    with httpx.Client(timeout=60) as patient:
        patient.get(link)
        return number, patient.cookies
