"""A mail server and a webhook that really listen, for tests of what is sent."""

import json
import ssl
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

PASSWORD = "correct horse"
HANG = 0
"""In place of a status: the webhook does not answer."""
LONGEST = 60
Found = TypeVar("Found")


def until(look: Callable[[], Found], seconds: float = LONGEST) -> Found:
    """Wait for something to be there. Fails after so many seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.05)
    raise AssertionError("it did not come in time")


@dataclass
class Mailbox:
    """A mail server that keeps what it gets. Recipients that begin with `gone` are refused for good, those that begin
    with `later` the first time."""

    port: int = 0
    mails: list[Message] = field(default_factory=list)
    put_off: set[str] = field(default_factory=set)

    @property
    def url(self) -> str:
        return f"smtp://clinic:{PASSWORD.replace(' ', '%20')}@127.0.0.1:{self.port}?tls=none"

    def to(self, address: str, about: str) -> list[Message]:
        """The mails to an address about a session."""
        return [one for one in self.mails if one["To"] == address and about in text_of(one)]

    async def handle_RCPT(self, _s: Any, _e: Any, envelope: Any, address: str, _o: Any) -> str:  # noqa: N802
        if address.startswith("gone"):
            return "550 no such user"
        if address.startswith("later") and address not in self.put_off:
            self.put_off.add(address)
            return "451 busy"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        self.mails.append(message_from_bytes(envelope.content, policy=default))
        return "250 kept"


def text_of(mail: Message) -> str:
    """The mail's body as it is read."""
    return str(mail.get_payload(decode=True), "utf-8").replace("\r\n", "\n")


@contextmanager
def mail_server(tls: ssl.SSLContext | None = None) -> Iterator[Mailbox]:
    """A mail server on a free port that asks for a password; with `tls`, only after STARTTLS."""
    box = Mailbox()

    def known(_s: Any, _session: Any, _e: Any, _m: Any, given: Any) -> AuthResult:
        right = isinstance(given, LoginPassword) and given.password.decode() == PASSWORD
        return AuthResult(success=right, handled=False)

    asked = {"auth_required": True, "auth_require_tls": tls is not None, "require_starttls": tls is not None}
    controller = _OnAFreePort(box, hostname="localhost", port=0, authenticator=known, tls_context=tls, **asked)
    controller.start()
    box.port = controller.server.sockets[0].getsockname()[1]
    yield box
    controller.stop()


class _OnAFreePort(Controller):
    """The controller's first call to itself has to know which port it was given."""

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@dataclass(frozen=True)
class Called:
    """One request to the webhook."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


@dataclass
class Hook:
    """A webhook. `answers` are the statuses for a session's next requests; after these it is 204."""

    url: str = ""
    calls: list[Called] = field(default_factory=list)
    answers: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def about(self, session: str, path: str = "/clinic") -> list[Called]:
        """The requests about a session."""
        return [one for one in self.calls if one.path == path and one.said["sessionId"] == session]


@contextmanager
def webhook_server() -> Iterator[Hook]:
    """A webhook on a free port."""
    hook, end = Hook(), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            one = Called(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            hook.calls.append(one)
            planned = hook.answers[one.said["sessionId"]]
            status = planned.pop(0) if planned else 204
            if status == HANG:
                end.wait(LONGEST)
                return
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    hook.url = f"http://127.0.0.1:{server.server_port}"
    running = threading.Thread(target=server.serve_forever, daemon=True)
    running.start()
    yield hook
    end.set()
    server.shutdown()
    server.server_close()
