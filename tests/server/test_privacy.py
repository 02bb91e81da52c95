"""Nothing that a patient says, and no secret, reaches what the server writes: its output and its services' logs."""

import json
from contextlib import suppress

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.http.security import CSRF_COOKIE, CSRF_HEADER
from server.settings import Settings
from tests.conftest import start_server

MARK = "zephyrquail"
WAIT = 60
HOSTILE = ("[" * 50_000, '{"type":"message","id":"x","text":7}', f"not json {MARK}")


def test_no_words_and_no_secrets_in_the_output(settings: Settings) -> None:
    running = start_server(settings)
    with httpx.Client(base_url=running.url, follow_redirects=True, timeout=WAIT) as staff:
        staff.get(f"/welcome/{running.token}")
        staff.headers[CSRF_HEADER] = staff.cookies[CSRF_COOKIE]
        interview = staff.post("/interviews", json={"label": f"L {MARK}"}).json()["id"]
        staff.post("/interviews", json={"label": f"{MARK}\x00"})
        link = staff.post(f"/interviews/{interview}/link").json()["url"]
        with httpx.Client(timeout=WAIT) as patient:
            patient.get(link)
            cookies = dict(patient.cookies)
        talk(running.url, interview, cookies)
        secrets = [running.token, link.rsplit("/", 1)[1], *cookies.values(), *staff.cookies.values()]
    running.process.terminate()
    written = running.process.communicate(timeout=WAIT)[0]
    assert "RecursionError" not in written
    assert "DataError" not in written
    for secret in (MARK, *secrets):
        assert secret not in written


def talk(url: str, interview: str, cookies: dict[str, str]) -> None:
    """A few answers, frames that nobody can read, and at last words that end the interview."""
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()), "Origin": url}
    address = f"ws{url.removeprefix('http')}/interviews/{interview}/socket"
    with connect(address, additional_headers=headers, open_timeout=WAIT) as socket:
        socket.send(json.dumps({"v": 1, "type": "resume", "lastSeq": 0}))
        for frame in HOSTILE:
            socket.send(frame)
        words = [
            "Yes.",
            f"Nearly every day, {MARK}.",
            f"What do you mean, {MARK}?",
            f"I will kill myself tonight, {MARK}.",
        ]
        for number, text in enumerate(words):
            socket.send(json.dumps({"v": 1, "type": "message", "id": f"m{number}", "text": text}))
        heard = ""
        while '"kind":"ended"' not in heard:
            heard = str(socket.recv(timeout=WAIT))
        socket.send("x" * 70_000)
        with suppress(ConnectionClosed):
            while True:
                socket.recv(timeout=WAIT)
