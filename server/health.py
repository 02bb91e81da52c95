"""Whether database and queue work: both are written to every second, so that asking costs nothing and waits for
neither."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from datetime import datetime
from typing import Final, Literal

from psycopg import Error
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as NoRedis
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as SlowRedis
from sqlalchemy import Column, Integer
from sqlmodel import Field, SQLModel

from agents.domain.value import Value
from server.background_tasks import in_background
from server.columns import moment
from server.database import Database

OK: Final = "ok"
OUT_OF_REACH: Final = "out of reach"
NO_WRITES: Final = "takes no writes"
_EVERY_SECONDS: Final = 1.0
_PATIENCE_SECONDS: Final = 2.0
"""How long database and queue have to answer, and how long an answer counts."""
_BEAT: Final = """
insert into heartbeat (id, at) values (1, now()) on conflict (id) do update set at = excluded.at
"""
_KEY: Final = "anamnesis:heartbeat"


class Heartbeat(SQLModel, table=True):
    """One row, which every server writes each second."""

    __tablename__ = "heartbeat"

    id: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    at: datetime = moment(now=True)


class Healthy(Value):
    """The state of a service."""

    database: Literal["ok", "out of reach", "takes no writes"]
    redis: Literal["ok", "out of reach", "takes no writes"]


class Part:
    """A service, and its last known state."""

    def __init__(self, beat: Callable[[], Awaitable[object]]) -> None:
        self._beat = beat
        self._seen, self._at = OUT_OF_REACH, -_PATIENCE_SECONDS
        self._looked = asyncio.Event()

    async def found(self) -> str:
        """The state seen within the last two seconds, or else within the next two."""
        if time.monotonic() - self._at >= _PATIENCE_SECONDS:
            self._looked.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE_SECONDS):
                    await self._looked.wait()
        return self._seen if time.monotonic() - self._at < _PATIENCE_SECONDS else OUT_OF_REACH

    async def look_for_ever(self) -> None:
        """Write every second, for ever. Abandoning a write may take longer than its time; it then does not count."""
        while True:
            self._seen = await self._written()
            self._at = time.monotonic()
            self._looked.set()
            await asyncio.sleep(_EVERY_SECONDS)

    async def _written(self) -> str:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await self._beat()
        except (NoRedis, SlowRedis, TimeoutError, OSError):
            return OUT_OF_REACH
        except Error as failed:
            return NO_WRITES if failed.sqlstate else OUT_OF_REACH
        except RedisError:
            return NO_WRITES
        return OK


class Health:
    """Database and queue."""

    def __init__(self, database: Database, redis: Redis) -> None:
        async def store() -> None:
            async with database.pool.connection(timeout=_PATIENCE_SECONDS) as connection:
                await connection.execute(_BEAT)

        self._parts: Final = {"database": Part(store), "redis": Part(lambda: redis.set(_KEY, "1", ex=60))}

    async def found(self) -> Mapping[str, str]:
        """`ok`, `out of reach` or `takes no writes` by name of the service, within two seconds."""
        return dict(
            zip(self._parts, await asyncio.gather(*(part.found() for part in self._parts.values())), strict=True)
        )

    def watching(self) -> AbstractAsyncContextManager[None]:
        """Check every second while the block runs."""
        return in_background(*(part.look_for_ever for part in self._parts.values()))
