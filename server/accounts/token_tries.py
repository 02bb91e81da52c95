"""How often somebody may send a token that is none: wrong ones are counted by address in Redis. A token that was right
before is spared, so that nobody who guesses beside a record system locks it out."""

import hashlib
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from agents.errors import TryAgain

WINDOW_SECONDS: Final = 15 * 60
PER_ADDRESS: Final = 20
KNOWN_SECONDS: Final = 24 * 3600
_NO_REDIS: Final = "Tokens cannot be checked for a moment; please try again."


class TokenTries:
    """Counts. Without Redis no token is let in."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def wait_seconds(self, token: str, address: str) -> int:
        """0 when the token may be tried, else the seconds to wait. Raises TryAgain without Redis."""
        try:
            async with self._redis.pipeline(transaction=False) as asked:
                asked.exists(_key("known", token))
                asked.get(_key("wrong", address))
                asked.ttl(_key("wrong", address))
                known, wrong, left = await asked.execute()
        except RedisError as failed:
            raise TryAgain(_NO_REDIS) from failed
        return 0 if known or int(wrong or 0) < PER_ADDRESS else max(int(left), 1)

    async def right(self, token: str) -> None:
        """The token was right. Raises TryAgain without Redis."""
        try:
            await self._redis.set(_key("known", token), 1, ex=KNOWN_SECONDS)
        except RedisError as failed:
            raise TryAgain(_NO_REDIS) from failed

    async def wrong(self, address: str) -> None:
        """It was none. Raises TryAgain without Redis."""
        key = _key("wrong", address)
        try:
            async with self._redis.pipeline(transaction=True) as asked:
                asked.set(key, 0, ex=WINDOW_SECONDS, nx=True)
                asked.incr(key)
                await asked.execute()
        except RedisError as failed:
            raise TryAgain(_NO_REDIS) from failed


def _key(*parts: str) -> str:
    return "token:" + hashlib.sha256("\n".join(parts).encode()).hexdigest()
