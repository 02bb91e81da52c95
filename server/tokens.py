"""Access tokens: 256 random bits in the link or cookie, and only their SHA-256 digest in the database."""

import hashlib
import secrets


def fresh_token() -> str:
    """A new token of 43 URL-safe characters (256 bits)."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> bytes:
    """The stored form of a token. The token is random, so one round without salt is enough."""
    return hashlib.sha256(token.encode()).digest()
