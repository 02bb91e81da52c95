"""A patient at an interview's socket, frame by frame, for tests that say something at a moment of their own."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

WAIT = 60
_QUIET = 50


class Talker:
    """One connection of the patient: what it has seen of the log, and ways to speak."""

    _frames = count(1)

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.log: list[dict[str, Any]] = []
        self.errors: list[dict[str, Any]] = []
        self.resume()

    def resume(self) -> None:
        """Ask for everything after what was seen."""
        self._send({"type": "resume", "lastSeq": self.log[-1]["seq"] if self.log else 0})

    @property
    def told(self) -> list[dict[str, Any]]:
        """The interviewer's messages so far, as events."""
        return [one for one in self.log if one["kind"] == "message" and one["body"]["role"] == "interviewer"]

    @property
    def question(self) -> int:
        """The number of the interviewer's message that was seen last."""
        return int(self.told[-1]["seq"])

    def send(self, text: str, question: int | None = None, name: str | None = None) -> int:
        """Say something without waiting for the reply; its number once it is stored."""
        frame: dict[str, Any] = {"type": "message", "id": name or f"t{next(self._frames)}", "text": text}
        self._send(frame if question is None else frame | {"question": question})
        return self.stored(str(frame["id"]))

    def stored(self, name: str) -> int:
        """Wait for the acknowledgement of a frame. Fails on an error frame."""
        while True:
            frame = self._next()
            if frame["type"] == "ack" and frame["id"] == name:
                return int(frame["seq"])
            assert frame["type"] != "error", frame

    def say(self, text: str, question: int | None = None) -> dict[str, Any]:
        """Say something and wait for the interviewer's reply: its body."""
        return self.reply_after(self.send(text, question))

    def skip(self, question: int | None = None) -> dict[str, Any]:
        """Skip the open question and wait for the next words."""
        frame: dict[str, Any] = {"type": "skip", "id": f"t{next(self._frames)}"}
        self._send(frame if question is None else frame | {"question": question})
        return self.reply_after(self.stored(frame["id"]))

    def edit(self, item: int, text: str) -> dict[str, Any]:
        """Answer an earlier item anew and wait for the next words."""
        name = f"t{next(self._frames)}"
        self._send({"type": "edit", "id": name, "itemId": item, "text": text})
        return self.reply_after(self.stored(name))

    def reply_after(self, seq: int) -> dict[str, Any]:
        """The interviewer's first words after a number of the log."""
        while True:
            for one in self.told:
                if one["seq"] > seq:
                    body: dict[str, Any] = one["body"]
                    return body
            self._next()

    def until(self, kind: str) -> dict[str, Any]:
        """Wait for an entry of this kind, or for an `error` frame: the first one seen."""
        while True:
            for one in (*self.log, *self.errors):
                if one.get("kind", one["type"]) == kind:
                    return one
            self._next()

    def up_to(self, seq: int) -> None:
        """Wait for this number of the log."""
        while not self.log or self.log[-1]["seq"] < seq:
            self._next()

    def to_item(self, item: int) -> dict[str, Any]:
        """Go on by skipping until an item is asked."""
        body = self.reply_after(0)
        if body["purpose"] == "intro" and len(self.told) == 1:
            body = self.say("Yes, I'm ready.")
        while body["itemId"] != item:
            body = self.skip()
        return body

    def goes_on(self) -> dict[str, Any]:
        """After a disclosure: not there now, and go on."""
        self.say("No, not right now.")
        return self.say("Yes, let's go on.")

    def _send(self, frame: dict[str, Any]) -> None:
        self._socket.send(json.dumps({"v": 1, **frame}))

    def _next(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self._socket.recv(timeout=WAIT))
        if frame["type"] == "event":
            self.log.append(frame)
        elif frame["type"] == "error":
            self.errors.append(frame)
        return frame


@contextmanager
def talker(staff: httpx.Client, interview: str) -> Iterator[Talker]:
    """A new browser of the patient, connected."""
    base = str(staff.base_url).rstrip("/")
    with httpx.Client(base_url=base, timeout=WAIT) as browser:
        browser.get(_link(staff, interview))
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    with _connected(base, interview, cookies) as socket:
        yield Talker(socket)


@contextmanager
def two_tabs(staff: httpx.Client, interview: str) -> Iterator[tuple[Talker, Talker]]:
    """Two tabs of one browser of the patient."""
    base = str(staff.base_url).rstrip("/")
    with httpx.Client(base_url=base, timeout=WAIT) as browser:
        browser.get(_link(staff, interview))
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    with _connected(base, interview, cookies) as one, _connected(base, interview, cookies) as other:
        yield Talker(one), Talker(other)


def begun(staff: httpx.Client, **given: str) -> str:
    """A new interview's number."""
    return str(staff.post("/interviews", json={"label": "A-1", **given}).json()["id"])


def acknowledged(staff: httpx.Client, interview: str, note: str = "Called the patient") -> None:
    """The alert that stands is acknowledged."""
    staff.post(f"/interviews/{interview}/acknowledge", json={"note": note}).raise_for_status()


def watched(staff: httpx.Client, interview: str) -> list[dict[str, Any]]:
    """The whole log as staff see it now."""
    base = str(staff.base_url).rstrip("/")
    cookies = "; ".join(f"{name}={value}" for name, value in staff.cookies.items())
    log: list[dict[str, Any]] = []
    with _connected(base, interview, cookies) as socket:
        socket.send(json.dumps({"v": 1, "type": "resume", "lastSeq": 0}))
        quiet = 0
        while quiet < _QUIET:
            if _more(socket, log):
                continue
            if log[-1]["kind"] in {"tool", "ended", "acknowledged", "report", "erased"}:
                return log
            quiet += 1
    raise TimeoutError("the log did not come to rest")


def _more(socket: ClientConnection, log: list[dict[str, Any]]) -> bool:
    try:
        log.append(json.loads(socket.recv(timeout=0.3 if log else WAIT)))
    except TimeoutError:
        return False
    return True


def _link(staff: httpx.Client, interview: str) -> str:
    return str(staff.post(f"/interviews/{interview}/link").json()["url"])


def _connected(base: str, interview: str, cookies: str) -> ClientConnection:
    address = f"ws{base.removeprefix('http')}/interviews/{interview}/socket"
    headers = {"Cookie": cookies, "Origin": base}
    return connect(address, additional_headers=headers, open_timeout=WAIT, compression=None, ping_interval=None)
