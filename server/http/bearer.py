"""How a request names a token for programs: `Authorization: Bearer TOKEN`."""

from collections.abc import Iterable
from typing import Final

_SCHEME: Final = "bearer"
CHALLENGE: Final[dict[str, str]] = {"www-authenticate": "Bearer"}
"""Goes with every answer 401 to a program that sent a token."""


def bearer(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token that a request sends, however badly written; None where it sends none. Other schemes, as of a proxy in
    front, are nothing to us."""
    given = next((value.decode("latin-1") for name, value in headers if name.lower() == b"authorization"), "")
    scheme, _, token = given.strip().partition(" ")
    return token.strip() if scheme.lower() == _SCHEME else None
