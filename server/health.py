"""Whether database and queue answer: looked at every second, so that being asked costs nothing and waits for none."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import Final

from psycopg import Error
from psycopg_pool import PoolTimeout
from redis.asyncio import Redis
from redis.exceptions import RedisError

from server.background import beside
from server.database import Database

OK: Final = "ok"
_EVERY_SECONDS: Final = 1.0
_PATIENCE_SECONDS: Final = 2.0
"""How long database and queue have to answer, and how long an answer counts."""


class Health:
    """What was seen last. A look that is older than two seconds is not told: then a new one is waited for."""

    def __init__(self, database: Database, redis: Redis) -> None:
        self._database: Final = database
        self._redis: Final = redis
        self._seen: Mapping[str, str] = {}
        self._at = -_PATIENCE_SECONDS

    async def found(self) -> Mapping[str, str]:
        """`ok` or `out of reach` by name of the service."""
        if time.monotonic() - self._at >= _PATIENCE_SECONDS:
            await self._look()
        return self._seen

    def watching(self) -> AbstractAsyncContextManager[None]:
        """While the block runs: look every second."""
        return beside(self._look_for_ever())

    async def _look_for_ever(self) -> None:
        while True:
            await self._look()
            await asyncio.sleep(_EVERY_SECONDS)

    async def _look(self) -> None:
        database, redis = await asyncio.gather(self._asked_database(), self._asked_redis())
        self._seen = {"database": database, "redis": redis}
        self._at = time.monotonic()

    async def _asked_database(self) -> str:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS), self._database.pool.connection() as connection:
                await connection.execute("select 1")
        except (Error, PoolTimeout, TimeoutError):
            return "out of reach"
        return OK

    async def _asked_redis(self) -> str:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await self._redis.ping()
        except (RedisError, TimeoutError):
            return "out of reach"
        return OK
