"""How often somebody may try a password: counted in Redis, per account and address, and per address alone."""

import hashlib

from redis.asyncio import Redis
from redis.exceptions import RedisError

from agents.errors import TryAgain

WINDOW_SECONDS = 15 * 60
PER_ACCOUNT_AND_ADDRESS = 5
PER_ADDRESS = 30
PER_ACCOUNT = 50


class Attempts:
    """Counts attempts before they are made, so that many at once do not slip through."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def wait_seconds(self, email: str, address: str) -> int:
        """Count one attempt; 0 when it may be made, else the seconds to wait. Raises TryAgain without Redis."""
        try:
            return max([await self._count(key, limit) for key, limit in _limits(email, address)])
        except RedisError as failed:
            raise TryAgain("Signing in is not possible for a moment; please try again.") from failed

    async def forget(self, email: str, address: str) -> None:
        """A right password: this account's attempts from this address no longer count."""
        try:
            await self._redis.delete(_limits(email, address)[0][0])
        except RedisError as failed:
            raise TryAgain("Signing in is not possible for a moment; please try again.") from failed

    async def _count(self, key: str, limit: int) -> int:
        async with self._redis.pipeline(transaction=True) as pipe:
            pipe.set(key, 0, ex=WINDOW_SECONDS, nx=True)
            pipe.incr(key)
            pipe.ttl(key)
            _, count, left = await pipe.execute()
        return max(1, int(left)) if count > limit else 0


def _limits(email: str, address: str) -> list[tuple[str, int]]:
    return [
        (_key("both", email, address), PER_ACCOUNT_AND_ADDRESS),
        (_key("address", address), PER_ADDRESS),
        (_key("account", email), PER_ACCOUNT),
    ]


def _key(*parts: str) -> str:
    return "sign-in:" + hashlib.sha256("\n".join(parts).encode()).hexdigest()
