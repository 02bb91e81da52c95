"""Recognises the browser in which somebody signs in, by a random name in a signed cookie, which nobody can forge."""

import hashlib
import hmac
import secrets
from typing import Any, Final

from litestar import Request
from litestar.datastructures import Cookie

DEVICE_COOKIE: Final = "anamnesis_device"
_YEAR: Final = 31_536_000
_PURPOSE: Final = b"device:"


class Devices:
    """Names browsers. A name says nothing about who uses the browser, and lets nobody in."""

    def __init__(self, secret: str, secure: bool) -> None:
        self._secret, self._secure = secret.encode(), secure

    def of(self, request: Request[Any, Any, Any]) -> str | None:
        """The browser's name; None if it sends none, or one that this server did not sign."""
        name, _, signature = request.cookies.get(DEVICE_COOKIE, "").partition(".")
        return name if name and hmac.compare_digest(self._signature(name).encode(), signature.encode()) else None

    def new_name(self) -> str:
        """A name for a browser that has none."""
        return secrets.token_urlsafe(18)

    def cookie(self, name: str) -> Cookie:
        """The cookie that carries the name; only the sign-in page ever sees it."""
        return Cookie(
            key=DEVICE_COOKIE,
            value=f"{name}.{self._signature(name)}",
            path="/sign-in",
            httponly=True,
            samesite="lax",
            secure=self._secure,
            max_age=_YEAR,
        )

    def _signature(self, name: str) -> str:
        return hmac.new(self._secret, _PURPOSE + name.encode(), hashlib.sha256).hexdigest()
