"""How often somebody may send a token that is none: wrong ones are counted by address in Redis. A token that works is
never held back, so that nobody who guesses beside a record system, or has just made a new token, is locked out."""

import hashlib
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from agents.errors import TryAgain

WINDOW_SECONDS: Final = 15 * 60
PER_ADDRESS: Final = 20
_NO_REDIS: Final = "Tokens cannot be checked for a moment; please try again."


class TokenTries:
    """Counts."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def wrong(self, address: str) -> int:
        """Counts a wrong token of this address: 0 while it may go on, else the seconds to wait. Raises TryAgain without
        Redis."""
        key = "token:" + hashlib.sha256(f"wrong\n{address}".encode()).hexdigest()
        try:
            async with self._redis.pipeline(transaction=True) as asked:
                asked.set(key, 0, ex=WINDOW_SECONDS, nx=True)
                asked.incr(key)
                asked.ttl(key)
                _, wrong, left = await asked.execute()
        except RedisError as failed:
            raise TryAgain(_NO_REDIS) from failed
        return 0 if wrong <= PER_ADDRESS else max(int(left), 1)
