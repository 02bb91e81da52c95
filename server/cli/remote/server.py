"""A running server as the command line sees it: sign in as staff, start interviews, read their results."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect

from agents.domain.profile import PatientProfile
from agents.errors import CorrectInput, TryAgain
from agents.interview import events as ev
from server.http.security import CSRF_COOKIE, CSRF_HEADER

LABEL_LENGTH = 120
PATIENCE = 60.0
"""Seconds to wait for an answer."""
RECONNECTS = 7
"""How often to try again while no connection can be made, half a second apart at first, then ever longer."""


def welcome_link(url: str, link: str | None, announced: Path) -> str:
    """The link that signs in: given, or the address itself, or what the server on this machine wrote down.

    Raises CorrectInput when there is none."""
    if link or "/welcome/" in url:
        return link or url
    try:
        local = json.loads(announced.read_text("utf-8"))
    except (OSError, ValueError):
        local = {}
    if origin(str(local.get("url", ""))) != origin(url):
        raise CorrectInput(f"{url}: no server of this folder; give --sign-in LINK (see `anamnesis sign-in-link`)")
    return f"{origin(url)}/welcome/{local['token']}"


def origin(url: str) -> str:
    """Scheme, host and port of an address; `localhost` counts as 127.0.0.1."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.replace('localhost', '127.0.0.1')}" if parts.netloc else ""


class Server:
    """A signed-in member of staff at one server. Use as an async context manager."""

    def __init__(self, welcome: str) -> None:
        self.origin = origin(welcome)
        self._welcome = welcome
        patient = httpx.AsyncHTTPTransport(retries=RECONNECTS)
        self._http = httpx.AsyncClient(base_url=self.origin, timeout=PATIENCE, transport=patient)

    async def __aenter__(self) -> "Server":
        try:
            async with httpx.AsyncClient(follow_redirects=True, timeout=PATIENCE) as first:
                page = await first.get(f"{self.origin}{urlsplit(self._welcome).path}")
        except httpx.TransportError as error:
            raise TryAgain(f"no server answers at {self.origin} ({type(error).__name__})") from error
        if page.is_error:
            raise CorrectInput(f"the link does not sign in (HTTP {page.status_code}); a one-time link works once")
        self._http.cookies = first.cookies
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def start(self, name: str, mode: str) -> str:
        """A new interview; `name` is its label and its persona. Gives its id."""
        label = f"replay {name}".strip()[:LABEL_LENGTH]
        body = {"label": label, "mode": mode, "locale": "en-US", "personaId": name[:LABEL_LENGTH]}
        return str((await self._post("/interviews", body))["id"])

    async def patient_cookies(self, interview: str) -> str:
        """Follow the patient link in a browser of its own; the Cookie header that it got."""
        link = (await self._post(f"/interviews/{interview}/link", {}))["url"]
        async with httpx.AsyncClient(timeout=PATIENCE) as browser:
            entered = await browser.get(f"{self.origin}{urlsplit(link).path}")
            if entered.is_error:
                raise TryAgain(f"the patient link was refused (HTTP {entered.status_code})")
            return _header(browser.cookies)

    async def profile(self, interview: str) -> PatientProfile:
        """What the interview found."""
        answer = await self._http.get(f"/interviews/{interview}/profile")
        return PatientProfile.model_validate_json(_sound(answer).text)

    async def log(self, interview: str) -> list[ev.Event]:
        """The whole log of an interview that has ended, as staff may see it."""
        url = socket_address(self.origin, interview)
        cookies = {"Cookie": _header(self._http.cookies)}
        entries: list[ev.Event] = []
        async with connect(url, origin=self.origin, additional_headers=cookies, max_size=None) as socket:  # type: ignore[arg-type]  # Origin is a NewType of str
            await socket.send(json.dumps({"v": 1, "type": "resume", "lastSeq": 0}))
            async for text in socket:
                frame = json.loads(text)
                if frame["type"] == "event":
                    entries.append(ev.event_adapter.validate_python({"kind": frame["kind"], **frame["body"]}))
                    if frame["kind"] == "ended":
                        break
        return entries

    async def _post(self, path: str, body: dict[str, Any]) -> Any:
        token = self._http.cookies.get(CSRF_COOKIE) or ""
        return _sound(await self._http.post(path, json=body, headers={CSRF_HEADER: token})).json()


def socket_address(origin: str, interview: str) -> str:
    """Where an interview's socket is."""
    return f"ws{origin.removeprefix('http')}/interviews/{interview}/socket"


def _header(cookies: httpx.Cookies) -> str:
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in cookies.jar)


def _sound(answer: httpx.Response) -> httpx.Response:
    if answer.is_error:
        raise TryAgain(f"{answer.request.method} {answer.request.url.path}: HTTP {answer.status_code}")
    return answer
