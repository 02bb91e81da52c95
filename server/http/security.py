"""The guards of every answer and every entrance: headers, CSRF, the Origin of sockets, who may call what."""

from typing import Any
from urllib.parse import urlsplit

from litestar.config.csrf import CSRFConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException, TooManyRequestsException
from litestar.handlers import BaseRouteHandler
from litestar.middleware.csrf import CSRFMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from server.accounts.api_tokens import ApiTokens
from server.accounts.sessions import STAFF_COOKIE, StaffSessions
from server.accounts.tables import Account
from server.accounts.token_tries import TokenTries
from server.http.bearer import CHALLENGE, bearer
from server.openapi.contract import contract_of
from server.patient_page import Marks
from server.settings import Settings

CSRF_COOKIE = "anamnesis_csrf"
CSRF_HEADER = "x-csrftoken"
CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
LOGO = "/clinic/logo/"
ANONYMOUS = ("/healthz", "/static/", LOGO)
_YEAR = 31_536_000
_NOT_VALID = "This token is not valid: it is unknown, revoked or expired, or its account is shut out. Make a new one."
_SIGN_IN = "Please sign in."
_NOBODY = "Please sign in. If this page no longer fits your sign-in, load it again; a program sends a token."
_NO_PAGES = "No token opens this. docs/http.md lists the routes for tokens and the scope of each."
_GUESSED = (
    "This token is not valid, nor were many others from this address. Send one that is, or wait as long as retry-after "
    "says."
)


class SecurityHeaders:
    """Adds the headers to every HTTP answer, including errors and static files. Only static files and the
    clinic's logo may be cached."""

    def __init__(self, settings: Settings) -> None:
        self._always = dict(HEADERS)
        if settings.secure:
            self._always["strict-transport-security"] = f"max-age={_YEAR}; includeSubDomains"

    async def __call__(self, message: Message, scope: Scope) -> None:
        """Called by Litestar before each ASGI message goes out."""
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders.from_message(message)
        for name, value in self._always.items():
            headers[name] = value
        headers["cache-control"] = _kept(scope["path"], message["status"])


def _kept(path: str, status: int) -> str:
    """How long a browser may keep an answer. A logo's address is its digest: what is there never changes."""
    if path.startswith(LOGO) and status == 200:
        return f"private, max-age={_YEAR}, immutable"
    return "no-cache" if path.startswith("/static/") else "no-store"


class StaffMiddleware:
    """Sets `request.user` to the Account that is signed in or that a token stands for, or to None, and for the former
    `request.state.mark` to the clinic's logo. A request with a token is that token's alone: its cookies are taken away
    before anything reads them."""

    def __init__(
        self, app: ASGIApp, sessions: StaffSessions, tokens: ApiTokens, tries: TokenTries, marks: Marks
    ) -> None:
        self._app, self._sessions, self._tokens, self._tries, self._marks = app, sessions, tokens, tries, marks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find whoever asks. Where no identity is needed, the database is not queried."""
        asked = not scope["path"].startswith(ANONYMOUS)
        token = bearer(scope["headers"])
        if token is not None:
            scope["headers"] = [one for one in scope["headers"] if one[0].lower() != b"cookie"]
            scope["user"] = await self._of_token(token, scope) if asked else None
        else:
            connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
            scope["user"] = await self._sessions.find(connection.cookies.get(STAFF_COOKIE)) if asked else None
            connection.state.mark = await self._marks.mark() if scope["user"] else None
        await self._app(scope, receive, send)

    async def _of_token(self, token: str, scope: Scope) -> Account:
        """The account that a token stands for, if it has the scope of this route. Answers 401, 403 or 429."""
        contract = contract_of(scope["route_handler"].opt)
        wanted = contract.scope if contract else None
        path = scope["path"] if wanted else str(scope["path_template"])  # some other addresses hold secrets
        found = await self._tokens.use(token, wanted, str(scope.get("method", "GET")), path)
        if found is None:
            if wait := await self._tries.wrong((scope.get("client") or ("local", 0))[0]):
                raise TooManyRequestsException(_GUESSED, headers={"retry-after": str(wait)})
            raise NotAuthorizedException(_NOT_VALID, headers=CHALLENGE)
        if not found.allowed:
            raise PermissionDeniedException(f"This token lacks the scope {wanted}." if wanted else _NO_PAGES)
        return found.account


class Csrf(CSRFMiddleware):
    """Litestar's, for browsers. A request with a token carries no cookies, so no other page can have sent it. One that
    changes something, with neither token nor session, is told to sign in."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let requests with a token by, to which `StaffMiddleware` has seen; hold all others to their CSRF token."""
        if bearer(scope["headers"]) is not None:
            return await self.app(scope, receive, send)
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        guards = (scope["route_handler"].guards or ()) if STAFF_COOKIE not in connection.cookies else ()
        if scope.get("method") not in self.config.safe_methods and (staff in guards or admin in guards):
            raise NotAuthorizedException(_NOBODY)
        return await super().__call__(scope, receive, send)


def csrf(settings: Settings) -> CSRFConfig:
    """Double submit: the form's hidden field or the header must repeat the signed cookie, on every unsafe method."""
    return CSRFConfig(
        secret=settings.signing_secret(),
        cookie_name=CSRF_COOKIE,
        header_name=CSRF_HEADER,
        cookie_secure=settings.secure,
        cookie_samesite="lax",
        cookie_httponly=True,
    )


def same_origin(scope: Scope) -> bool:
    """Whether the Origin header names the requested host. Nothing else guards a socket. A missing header counts as
    foreign."""
    headers = {name.lower(): value for name, value in scope["headers"]}
    origin = urlsplit(headers.get(b"origin", b"").decode("latin-1"))
    host = headers.get(b"host", b"").decode("latin-1").lower()
    return bool(host) and origin.scheme in ("http", "https") and origin.netloc.lower() == host


def staff(connection: ASGIConnection, _: BaseRouteHandler) -> None:  # type: ignore[type-arg]
    """Guard: somebody is signed in."""
    if not isinstance(connection.user, Account):
        raise NotAuthorizedException(_SIGN_IN)


def admin(connection: ASGIConnection, handler: BaseRouteHandler) -> None:  # type: ignore[type-arg]
    """Guard: an admin is signed in."""
    staff(connection, handler)
    if connection.user.role != "admin":
        raise PermissionDeniedException("This is for admins.")
