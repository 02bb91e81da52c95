"""Whatever is sent to any address is answered with what to do about it, and never with a fault of the server's."""

import json
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.handlers import HTTPRouteHandler

from server.app import HANDLERS
from server.http.http_head import LARGEST_HEAD
from server.http.security import CSRF_COOKIE, CSRF_HEADER
from tests.conftest import Running

UNKNOWN = "00000000-0000-4000-8000-000000000000"
ENDS = {"/sign-out"}
"""Left out: it would end the session that the others need."""
ROUTES = sorted(
    (method, path)
    for handler in HANDLERS
    if isinstance(handler, HTTPRouteHandler)
    for path in handler.paths - ENDS
    for method in handler.http_methods
)
WRITING = [(method, path) for method, path in ROUTES if method not in ("GET", "HEAD", "OPTIONS")]
JSON, FORM, PARTS = "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
BODIES: dict[str, tuple[str, bytes]] = {
    "bad UTF-8": (JSON, b'{"label": "\xff\xfe", "text": "\xc3\x28"}'),
    "no UTF-8 at all": (JSON, b"\xff\xfe\x00\x01"),
    "half a surrogate": (JSON, rb'{"label": "\ud800", "mode": "screening", "text": "\udfff", "engines": ["\ud800"]}'),
    "NUL": (JSON, rb'{"label": "a\u0000b", "text": "P: \u0000", "title": "\u0000", "engines": ["\u0000"]}'),
    "raw NUL": (JSON, b'{"label": "\x00"}'),
    "a transcript with NUL": (
        JSON,
        rb'{"text": "Ellie: How are you\u0000?\nParticipant: Sad\u0000.", "label": "\u0000"}',
    ),
    "deep": (JSON, b"[" * 100_000),
    "deep objects": (JSON, b'{"label":' * 50_000),
    "deep and closed": (JSON, b"[" * 5_000 + b"]" * 5_000),
    "huge numbers": (JSON, b'{"label": 1e999999, "mode": 9' + b"9" * 5_000 + b"}"),
    "no JSON": (JSON, b"label=x"),
    "a list": (JSON, b"[]"),
    "null": (JSON, b"null"),
    "a number": (JSON, b"7"),
    "nothing": (JSON, b""),
    "a charset that is none": ("application/json; charset=klingon", b'{"label": "x"}'),
    "a form with NUL": (FORM, b"label=%00&email=%00&password=%00&name=%00&text=%00&title=%00&role=%00&engine=%00"),
    "a form of bad UTF-8": (FORM, b"label=%ff%fe&email=\xff&password=%c3%28&name=\xff&text=%ff"),
    "a form without an end": (FORM, b"label=%&email=%%%&=&&&;"),
    "many fields": (FORM, b"a=1&" * 20_000),
    "JSON called a form": (FORM, b'{"label": "x"}'),
    "a form called parts": (PARTS, b"label=x"),
    "parts without a boundary": ("multipart/form-data", b"--x\r\n\r\n--x--"),
    "broken parts": (PARTS, b'--x\r\nContent-Disposition: form-data; name="file"; filename="\x00"\r\n\r\n\xff'),
    "parts with NUL": (PARTS, b'--x\r\nContent-Disposition: form-data; name="label"\r\n\r\na\x00b\r\n--x--\r\n'),
    "a file with NUL in its name": (
        PARTS,
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a\x00.pdf"\r\n'
        b"Content-Type: application/pdf\r\n\r\n%PDF\r\n--x--\r\n",
    ),
    "text": ("text/plain", b"\xff\xff"),
    "no type": ("", b"\x00\xff"),
    "a type that is none": ("application/x-\xff", b"{}"),
    "XML": ("application/xml", b"<a/>"),
    "too much": (JSON, b'{"label": "' + b"x" * 1_200_000 + b'"}'),
}
STEPS = {
    "NUL": "%00",
    "NUL within": "a%00b",
    "long": "x" * 300,
    "very long": "x" * 20_000,
    "bad UTF-8": "%ff%fe",
    "dots": "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "half a surrogate": "%ed%a0%80",
    "line breaks": "%0d%0a",
    "a slash": "%2f",
    "a long number": "9" * 400,
    "a percent sign": "%",
    "letters of three bytes": quote("€" * 90),
}


@dataclass(frozen=True)
class Caller:
    """A signed-in admin who sends bytes as they are given."""

    server: Running
    cookie: str
    token: str
    interview: str

    def send(self, method: str, path: str, kind: str = "", body: bytes = b"") -> tuple[int, bytes]:
        """The status of the answer, 0 where there is none, and what came of it at first."""
        lines = [
            f"{method} {path} HTTP/1.1",
            "Host: here",
            "Accept: application/json",
            f"Cookie: {self.cookie}",
            f"{CSRF_HEADER}: {self.token}",
            "Connection: close",
            f"Content-Length: {len(body)}",
            *([f"Content-Type: {kind}"] if kind else []),
        ]
        return answered(self.server, "\r\n".join([*lines, "", ""]).encode("latin-1") + body)

    def known(self, path: str) -> str:
        """An address of the path that leads somewhere, as far as that can be."""
        kinds = {"uuid": self.interview, "int": "1", "path": "wording", "str": "x"}
        return "/".join(kinds[step[1:-1].split(":")[1]] if step[:1] == "{" else step for step in path.split("/"))


def answered(server: Running, request: bytes) -> tuple[int, bytes]:
    """The answer to these bytes up to where its body begins, or a little further."""
    address = urlsplit(server.url)
    with closing(socket.create_connection((address.hostname or "", address.port or 0), timeout=20)) as opened:
        with suppress(OSError):  # it may answer and close before all is sent
            opened.sendall(request)
        answer = b""
        with suppress(ConnectionError):
            while b"\r\n\r\n" not in answer and (piece := opened.recv(65_536)):
                answer += piece
        return int(answer.split(b" ")[1]) if answer else 0, answer


@pytest.fixture(scope="module")
def caller(server: Running) -> Iterator[Caller]:
    with httpx.Client(base_url=server.url, timeout=60) as opened:
        opened.get(f"/welcome/{server.token}")
        opened.headers[CSRF_HEADER] = opened.cookies[CSRF_COOKIE]
        interview: str = opened.post("/interviews", json={"label": "F-1"}).json()["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in opened.cookies.items())
        yield Caller(server, cookie, opened.cookies[CSRF_COOKIE], interview)


def faults(caller: Caller, *sent: tuple[str, str, str, bytes]) -> list[object]:
    """Those that were answered with a fault, or not at all."""
    found = []
    for method, path, kind, body in sent:
        status, answer = caller.send(method, path, kind, body)
        if not 200 <= status < 500:
            found.append((method, path[:80], kind, body[:40], status, answer[-200:]))
    return found


def test_every_kind_of_route_is_tried() -> None:
    assert len(ROUTES) > 40
    assert len(WRITING) > 15


@pytest.mark.parametrize(("method", "path"), WRITING)
def test_no_body_is_a_fault(caller: Caller, method: str, path: str) -> None:
    assert faults(caller, *((method, caller.known(path), kind, body) for kind, body in BODIES.values())) == []


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_no_address_is_a_fault(caller: Caller, method: str, path: str) -> None:
    known, wrong = caller.known(path), []
    for value in STEPS.values():
        filled = "/".join(value if step[:1] == "{" else step for step in path.split("/"))
        wrong += [filled, f"{known}/{value}", f"{known}?page={value}&q={value}&as={value}&level={value}"]
    assert faults(caller, *((method, one, "", b"") for one in dict.fromkeys(wrong))) == []


@pytest.mark.parametrize("value", STEPS.values(), ids=STEPS)
def test_no_address_of_a_file_is_a_fault(caller: Caller, value: str) -> None:
    wrong = (f"/static/{value}", f"/static/a/{value}/b.js", f"/static/{value}/{value}", f"/{value}", f"/x/{value}/")
    assert faults(caller, *(("GET", one, "", b"") for one in wrong)) == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.sampled_from(WRITING), st.sampled_from([JSON, FORM, PARTS, "text/plain"]), st.binary(max_size=200))
def test_no_bytes_at_all_are_a_fault(caller: Caller, route: tuple[str, str], kind: str, body: bytes) -> None:
    assert faults(caller, (route[0], caller.known(route[1]), kind, body)) == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    st.sampled_from(["/static/", "/p/", "/welcome/", "/interviews/", "/library/passages/", "/"]),
    st.binary(max_size=300),
)
def test_no_path_at_all_is_a_fault(caller: Caller, start: str, name: bytes) -> None:
    assert faults(caller, ("GET", start + quote(name), "", b"")) == []


@pytest.mark.parametrize(
    ("path", "kind", "body", "status", "says"),
    [
        ("/interviews", JSON, BODIES["bad UTF-8"][1], 422, "UTF-8"),
        ("/interviews", JSON, BODIES["deep"][1], 422, "cannot be read"),
        ("/interviews", JSON, rb'{"label": "a\u0000b"}', 422, "cannot be stored"),
        ("/interviews", JSON, BODIES["too much"][1], 413, ""),
        (f"/interviews/{UNKNOWN}/card/again/%00", "", b"", 400, "character"),
        (f"/interviews/{UNKNOWN}/card/again/" + "x" * 300, "", b"", 414, "too long"),
    ],
)
def test_a_refusal_says_what_to_do(caller: Caller, path: str, kind: str, body: bytes, status: int, says: str) -> None:
    with httpx.Client(base_url=caller.server.url, timeout=60) as opened:
        typed = {"content-type": kind} if kind else {}
        sent = {"cookie": caller.cookie, CSRF_HEADER: caller.token, "accept": "application/json"} | typed
        answer = opened.post(path, content=body, headers=sent)
    assert answer.status_code == status
    assert says in answer.json()["message"]


@pytest.mark.parametrize(
    "head",
    [
        b"GET /sign-in HTTP/1.1\r\nHost: here\r\nCookie: " + b"c" * 1_000_000 + b"\r\n\r\n",
        b"GET /sign-in HTTP/1.1\r\nHost: here\r\n" + b"X-A: b\r\n" * 100_000 + b"\r\n",
        b"GET /sign-in HTTP/1.1\r\nHost: here\r\nCookie: " + b"c" * (LARGEST_HEAD + 1_000) + b"\r\n\r\n",
        b"GET /" + b"a" * (LARGEST_HEAD + 1_000) + b" HTTP/1.1\r\nHost: here\r\n\r\n",
        b"GET /sign-in HTTP/1.1\r\nHost: here\r\nX-Endless: " + b"e" * 200_000,  # and no end
        b"GET /interviews/" + UNKNOWN.encode() + b"/socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nCookie: " + b"c" * 100_000 + b"\r\n\r\n",
    ],
    ids=["one header", "many headers", "a little more", "the address", "no end", "a socket"],
)
def test_the_head_of_a_request_is_bounded(server: Running, head: bytes) -> None:
    status, answer = answered(server, head)
    assert status == 431
    assert b"Delete this site's cookies and try again." in answer
    assert b"content-security-policy" in answer


def test_heads_of_a_usual_size_and_long_bodies_pass(server: Running) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as opened:  # one connection throughout
        for _ in range(3):
            assert opened.get("/sign-in", headers={"x-much": "m" * (LARGEST_HEAD - 2_000)}).status_code == 200
            assert opened.post("/sign-in", content=b"x" * 500_000).status_code == 403
    assert json.loads(httpx.get(f"{server.url}/healthz", timeout=60).content)


def test_what_is_no_request_is_refused(server: Running) -> None:
    status, answer = answered(server, b"\x16\x03\x01 this is TLS\r\n\r\n")
    assert status == 400
    assert b"no HTTP request" in answer
