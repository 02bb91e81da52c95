"""Passwords as argon2id hashes, computed in threads and only a few at a time, to spare the event loop and memory."""

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from agents.errors import CorrectInput
from server.tokens import fresh_token

SHORTEST = 12
LONGEST = 200
AT_ONCE = 2
"""Each takes 64 MiB and about 50 ms of two cores."""


class Passwords:
    """Makes and checks password hashes (RFC 9106's second recommended parameters: 64 MiB, 3 passes, 4 lanes)."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=4)
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._nobodys: str | None = None

    async def hash(self, password: str) -> str:
        """The hash to store. Raises CorrectInput for a password under 12 or over 200 characters."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise CorrectInput(f"A password has {SHORTEST} to {LONGEST} characters.")
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def matches(self, stored: str | None, password: str) -> bool:
        """Whether the password is right. This takes just as long if there is none to compare with (`stored` is
        None)."""
        async with self._turns:
            return await asyncio.to_thread(self._verify, stored, password[:LONGEST])

    def _verify(self, stored: str | None, password: str) -> bool:
        if self._nobodys is None:
            self._nobodys = self._hasher.hash(fresh_token())
        try:
            return self._hasher.verify(stored or self._nobodys, password) and stored is not None
        except (VerificationError, InvalidHashError):
            return False
