"""How often somebody may try a password: wrong ones are counted in Redis, right ones are not.

A person's wrong passwords count for their account in their browser, so that they lock out nobody else, in the same
clinic or elsewhere. Whoever changes browsers, or tries one account after the other, meets wider limits per account and
per address; browsers in which the account was signed in before are spared those.
"""

import hashlib
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, Final, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

from agents.errors import TryAgain

WINDOW_SECONDS: Final = 15 * 60
PER_ACCOUNT_AND_DEVICE: Final = 5
PER_ACCOUNT: Final = 50
PER_ADDRESS: Final = 300
KNOWN_SECONDS: Final = 90 * 24 * 3600
"""For which a browser is known after its last right password."""
_NO_REDIS: Final = "Signing in is not possible for a moment; please try again."
_BEGIN: Final = """
local wide = redis.call('exists', KEYS[1]) == 0
local wait, last = 0, wide and #KEYS or 2
for n = 2, last do
  if tonumber(redis.call('get', KEYS[n]) or '0') >= tonumber(ARGV[n]) then
    wait = math.max(wait, redis.call('ttl', KEYS[n]), 1)
  end
end
if wait > 0 then return wait end
for n = 2, last do
  if redis.call('incr', KEYS[n]) == 1 then redis.call('expire', KEYS[n], ARGV[1]) end
end
return 0
"""
_RIGHT: Final = """
if redis.call('exists', KEYS[1]) == 0 then
  for n = 3, #KEYS do
    if tonumber(redis.call('get', KEYS[n]) or '0') > 0 then redis.call('decr', KEYS[n]) end
  end
end
redis.call('del', KEYS[2])
if ARGV[2] == '1' then redis.call('set', KEYS[1], 1, 'ex', ARGV[1]) end
return 0
"""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try: the account's address as tidied, the browser's name where it has one, and where it comes from."""

    email: str
    device: str | None
    address: str

    @property
    def keys(self) -> tuple[str, str, str, str]:
        """Known browser; tries of this account in this browser, of the account, from the address."""
        device = self.device or f"at {self.address}"
        return (
            _key("known", self.email, device),
            _key("both", self.email, device),
            _key("account", self.email),
            _key("address", self.address),
        )


class Attempts:
    """Counts an attempt before it is made, so that many at once do not slip through, and takes right ones back."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def wait_seconds(self, attempt: Attempt) -> int:
        """Count one attempt; 0 when it may be made, else the seconds to wait, and then it isn't counted. Raises
        TryAgain without Redis."""
        limits = (PER_ACCOUNT_AND_DEVICE, PER_ACCOUNT, PER_ADDRESS)
        return int(await self._run(_BEGIN, attempt, WINDOW_SECONDS, *limits))

    async def right(self, attempt: Attempt) -> None:
        """The password was right: the attempt doesn't count, nor do those of this account in this browser, which is
        known from now on. Raises TryAgain without Redis."""
        await self._run(_RIGHT, attempt, KNOWN_SECONDS, int(attempt.device is not None))

    async def _run(self, script: str, attempt: Attempt, *values: int) -> Any:
        try:
            asked = self._redis.eval(script, len(attempt.keys), *attempt.keys, *map(str, values))
            return await cast("Awaitable[Any]", asked)  # redis types its two clients, of which one waits, as one
        except RedisError as failed:
            raise TryAgain(_NO_REDIS) from failed


def _key(*parts: str) -> str:
    return "sign-in:" + hashlib.sha256("\n".join(parts).encode()).hexdigest()
