"""Secrets that let somebody in: 256 random bits in the link or cookie, only their SHA-256 digest in the database."""

import hashlib
import secrets


def fresh_token() -> str:
    """A new token of 43 URL-safe characters (256 bits)."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> bytes:
    """What is stored of a token. The token is random, so that one round without salt is enough."""
    return hashlib.sha256(token.encode()).digest()
