"""Whatever a phone, a network or a power cut does: hypothesis drives the real server through its socket, and kills it.

What must hold: numbers without a gap; an acknowledged message is there once; each question is asked once, with at most
one follow-up; one score an item; nothing after the safety script; a report of completed interviews alone; exact quotes.
"""

import json
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import hypothesis
from hypothesis import HealthCheck
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from server.http.security import CSRF_COOKIE, CSRF_HEADER
from server.settings import Settings
from tests.conftest import Running, start_server

WAIT = 60
STOP = "I've decided to kill myself tonight."
TEXTS = st.sampled_from(
    [
        "No, not at all.",
        "No, none of the days.",
        "Nearly every day, sadly.",
        "Two of the 14 days.",
        "Yes, that happens to me.",
        "Hm, in a way — it is hard to say.",
        "What do you mean?",
        "I'd rather not say.",
        "Can we go back?",
        "I'm back.",
        "More than half the days | <b>nine</b>",
    ]
)
Frame = dict[str, Any]


class Tab:
    """One connection of the patient, with every event that it has been sent."""

    def __init__(self, url: str, headers: dict[str, str], after: int, before: list[Frame]) -> None:
        self.before = before
        self.events: list[Frame] = []
        self.last = after
        self.acks: dict[str, int] = {}
        self.errors: dict[str, str] = {}
        self.socket: ClientConnection = connect(
            url, additional_headers=headers, open_timeout=WAIT, compression=None, legacy=True
        )
        self.send({"type": "resume", "lastSeq": after})

    def send(self, frame: Frame) -> None:
        self.socket.send(json.dumps({"v": 1, **frame}))

    def take(self, timeout: float) -> bool:
        """Read one frame; whether there was one."""
        try:
            frame = json.loads(self.socket.recv(timeout=timeout))
        except TimeoutError:
            return False
        if frame["type"] == "ack":
            self.acks[frame["id"]] = frame["seq"]
        elif frame["type"] == "error":
            self.errors[frame.get("id", "")] = frame["code"]
        else:
            assert frame["seq"] == self.last + 1, f"after {self.last} came {frame['seq']}"
            self.last = frame["seq"]
            self.events.append(frame)
        return True

    def answered(self, client_id: str) -> None:
        """Read until a frame is acknowledged or refused, and what follows from it is there."""
        while client_id not in self.acks and client_id not in self.errors:
            assert self.take(WAIT), f"no answer to {client_id}"
        if client_id in self.acks:
            self.settled(self.acks[client_id])

    def settled(self, seq: int) -> None:
        """Read until the interviewer has said something after this number."""
        while not any(spoken(event) and event["seq"] > seq for event in self.before + self.events):
            assert self.take(WAIT), f"nobody said anything after {seq}"


def spoken(event: Frame) -> bool:
    return event["kind"] == "message" and event["body"]["role"] == "interviewer"


class Interview(RuleBasedStateMachine):
    """One interview on a real server; `launch` and `running` are set by the test."""

    given: Settings
    running: Running

    def __init__(self) -> None:
        super().__init__()
        self.number = 0
        self.sent: dict[str, Frame] = {}
        self.acknowledged: dict[str, int] = {}
        self.over = False

    @initialize()
    def begin(self) -> None:
        if self.running.process.poll() is not None:
            type(self).running = start_server(self.given)
        with self.staff() as staff:
            started = staff.post("/interviews", json={"label": "any order", "mode": "diagnostic", "locale": "en-US"})
            self.id = started.json()["id"]
            link = staff.post(f"/interviews/{self.id}/link").json()["url"]
        patient = httpx.Client(timeout=60)
        patient.get(link)
        self.cookie = "; ".join(f"{name}={value}" for name, value in patient.cookies.items())
        self.seen: list[Frame] = []
        self.open()
        self.tab.settled(0)

    @contextmanager
    def staff(self) -> Iterator[httpx.Client]:
        client = httpx.Client(base_url=self.running.url, follow_redirects=True, timeout=WAIT)
        client.get(f"/welcome/{self.running.token}")
        client.headers[CSRF_HEADER] = client.cookies[CSRF_COOKIE]
        self.staff_cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        yield client
        client.close()

    def open(self, cookie: str | None = None, after: int | None = None) -> Tab:
        url = self.running.url.replace("http", "ws") + f"/interviews/{self.id}/socket"
        last = self.seen[-1]["seq"] if self.seen else 0
        headers = {"Cookie": cookie or self.cookie, "Origin": self.running.url}
        tab = Tab(url, headers, last if after is None else after, list(self.seen))
        if cookie is None and after is None:
            self.tab = tab
        return tab

    def leave(self) -> None:
        """Keep what the tab saw, and close it."""
        self.seen += self.tab.events
        self.acknowledged |= self.tab.acks
        self.over = self.over or any(event["kind"] == "ended" for event in self.seen)
        self.tab.socket.close()

    def write(self, frame: Frame, wait: bool = True) -> str:
        self.number += 1
        frame = {"id": f"f{self.number}", **frame}
        self.sent[frame["id"]] = frame
        self.tab.send(frame)
        if wait:
            self.tab.answered(frame["id"])
        return str(frame["id"])

    @rule(text=TEXTS)
    def say(self, text: str) -> None:
        self.write({"type": "message", "text": text})

    @rule(count=st.integers(2, 6))
    def answer_on(self, count: int) -> None:
        for _ in range(count):
            self.write({"type": "message", "text": "No, not on any day."})

    @rule()
    def skip(self) -> None:
        self.write({"type": "skip"})

    @rule()
    def pause(self) -> None:
        self.write({"type": "pause"})

    @rule(item=st.integers(-1, 24), text=TEXTS)
    def edit(self, item: int, text: str) -> None:
        self.write({"type": "edit", "itemId": item, "text": text})

    @rule(first=TEXTS, second=TEXTS)
    def two_at_once_in_the_wrong_order(self, first: str, second: str) -> None:
        self.number += 2
        frames = [
            {"type": "message", "id": f"f{self.number - back}", "text": text}
            for back, text in ((0, first), (1, second))
        ]
        for frame in frames:
            self.sent[frame["id"]] = frame
            self.tab.send(frame)
        for frame in frames:
            self.tab.answered(frame["id"])

    @precondition(lambda self: self.sent)
    @rule(number=st.integers(0, 400))
    def send_again(self, number: int) -> None:
        name = sorted(self.sent)[number % len(self.sent)]
        first = (self.acknowledged | self.tab.acks).get(name)
        self.tab.acks.pop(name, None)
        self.tab.errors.pop(name, None)
        self.tab.send(self.sent[name])
        self.tab.answered(name)
        if first is not None:
            assert self.tab.acks[name] == first

    @rule(text=TEXTS)
    def lose_the_connection_while_sending(self, text: str) -> None:
        name = self.write({"type": "message", "text": text}, wait=False)
        self.leave()
        self.open()
        self.tab.send(self.sent[name])
        self.tab.answered(name)

    @rule()
    def reconnect(self) -> None:
        self.leave()
        self.open()

    @rule(number=st.integers(0, 400))
    def a_second_tab_sees_the_same(self, number: int) -> None:
        known = self.seen + self.tab.events
        after = number % (len(known) + 1)
        other = self.open(after=after)
        while other.last < len(known):
            assert other.take(WAIT)
        other.socket.close()
        assert other.events[: len(known) - after] == known[after:]

    @rule(text=TEXTS)
    def kill_the_server_while_sending(self, text: str) -> None:
        name = self.write({"type": "message", "text": text}, wait=False)
        self.running.process.send_signal(signal.SIGKILL)
        self.running.process.wait(WAIT)
        try:
            while self.tab.take(0.2):
                pass
        except ConnectionClosed:
            pass
        self.leave()
        type(self).running = start_server(self.given)
        self.open()
        self.tab.send(self.sent[name])
        self.tab.answered(name)

    @rule()
    def say_the_worst(self) -> None:
        if self.number >= 12:
            self.write({"type": "message", "text": STOP})
            assert self.over or "ended" in {self.read_on()["kind"]} or self.tab.errors

    def read_on(self) -> Frame:
        while self.tab.take(0.5):
            pass
        return self.tab.events[-1]

    def teardown(self) -> None:
        if not hasattr(self, "tab"):
            return
        self.leave()
        with self.staff() as staff:
            log = self.whole_log()
            check_log(log, self.acknowledged, self.sent)
            profile = staff.get(f"/interviews/{self.id}/profile").json()
            report = staff.get(f"/interviews/{self.id}/report")
        check_profile(profile, log)
        completed = log[-1]["kind"] == "ended" and log[-1]["body"]["status"] == "completed"
        assert (report.status_code == 200) == completed

    def whole_log(self) -> list[Frame]:
        """Everything, as staff see it, once the last thing owed is done."""
        tab = self.open(self.staff_cookie, after=0)
        while tab.take(1.0 if waiting(tab.events) else WAIT):
            pass
        tab.socket.close()
        return tab.events


def waiting(events: list[Frame]) -> bool:
    """Whether the log is at rest: it ended, or the last thing is the stored state of a finished turn."""
    if not events or events[-1]["kind"] not in {"tool", "ended"}:
        return False
    return events[-1]["kind"] == "ended" or events[-1]["body"]["tool"] == "store_session_state"


def check_log(log: list[Frame], acknowledged: dict[str, int], sent: dict[str, Frame]) -> None:
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    stored = Counter(event["body"].get("clientId") for event in log if "clientId" in event["body"])
    assert all(count == 1 for count in stored.values())
    for name, seq in acknowledged.items():
        body = log[seq - 1]["body"]
        assert body["clientId"] == name
        assert body.get("text") == sent[name].get("text")
    told = [event["body"] for event in log if spoken(event)]
    for purpose, most in (("question", 1), ("follow_up", 1), ("closing", 1), ("script", 1), ("intro", 1)):
        asked = Counter(body["itemId"] for body in told if body["purpose"] == purpose)
        assert all(count <= most for count in asked.values()), (purpose, asked)
    scripts = [place for place, event in enumerate(log) if spoken(event) and event["body"]["purpose"] == "script"]
    for place in scripts:
        assert [event["kind"] for event in log[place + 1 :]] == ["ended"]
        assert log[-1]["body"]["status"] == "terminated_for_safety"


def turns_of(message: dict[str, Any]) -> list[str]:
    """The turns of one message: help that came with it is one of its own, before it."""
    if not message.get("help"):
        return [message["text"]]
    helped: str = message["help"]["text"]
    assert message["text"].startswith(helped)
    return [helped, message["text"].removeprefix(helped).lstrip()]


def check_profile(profile: dict[str, Any], log: list[Frame]) -> None:
    items = [response["itemId"] for response in profile["itemResponses"]]
    assert len(items) == len(set(items))
    turns = profile["transcript"]
    spoken_turns = [text for event in log if event["kind"] == "message" for text in turns_of(event["body"])]
    assert [turn["text"] for turn in turns] == spoken_turns
    for response in profile["itemResponses"] + profile["superseded"]:
        for quote in response["evidenceQuotes"]:
            turn = turns[quote["turn"]]
            assert turn["role"] == "patient"
            assert turn["text"][quote["start"] : quote["end"]] == quote["text"]
    if profile["sessionStatus"] == "completed":
        assert items == list(range(1, 24))


def test_any_order(server: Running, settings: Settings) -> None:
    Driven = type("Driven", (Interview,), {"given": settings, "running": server})  # noqa: N806
    limits = _limits()
    try:
        run_state_machine_as_test(Driven, settings=limits)  # type: ignore[no-untyped-call]
    finally:
        if Driven.running is not server:
            Driven.running.process.terminate()
            Driven.running.process.wait(WAIT)


def _limits() -> hypothesis.settings:
    return hypothesis.settings(
        max_examples=6,
        stateful_step_count=14,
        deadline=None,
        print_blob=True,
        # A server of flesh and blood does not repeat itself to the millisecond, so a failure is reported as found.
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
