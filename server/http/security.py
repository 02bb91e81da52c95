"""The guards of every answer and every entrance: headers, CSRF, the Origin of sockets, who may call what."""

from urllib.parse import urlsplit

from litestar.config.csrf import CSRFConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from server.accounts.sessions import STAFF_COOKIE, StaffSessions
from server.accounts.tables import Account
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
ANONYMOUS = ("/healthz", "/static/")
_YEAR = 31_536_000


class SecurityHeaders:
    """Adds the headers to every HTTP answer, including errors and static files. Only static files may be cached."""

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
        headers["cache-control"] = "no-cache" if scope["path"].startswith("/static/") else "no-store"


class StaffMiddleware:
    """Sets `request.user` to the signed-in Account, or None."""

    def __init__(self, app: ASGIApp, sessions: StaffSessions) -> None:
        self._app, self._sessions = app, sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find the session that the cookie names. Where no identity is needed, the database is not queried."""
        asked = not scope["path"].startswith(ANONYMOUS)
        scope["user"] = await self._sessions.find(ASGIConnection(scope).cookies.get(STAFF_COOKIE)) if asked else None
        await self._app(scope, receive, send)


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
        raise NotAuthorizedException("Please sign in.")


def admin(connection: ASGIConnection, handler: BaseRouteHandler) -> None:  # type: ignore[type-arg]
    """Guard: an admin is signed in."""
    staff(connection, handler)
    if connection.user.role != "admin":
        raise PermissionDeniedException("This is for admins.")
