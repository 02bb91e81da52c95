"""Whether the server can do its work: for load balancers and for whoever wonders."""

import asyncio

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Response
from psycopg import Error, OperationalError
from psycopg_pool import PoolTimeout
from redis.asyncio import Redis
from redis.exceptions import RedisError

from server.database import Database


@get("/healthz")
async def health(database: NamedDependency[Database], redis: NamedDependency[Redis]) -> Response[dict[str, str]]:
    """200 when database and queue answer, 503 otherwise; which of them does not is named."""
    at_once = await asyncio.gather(_database(database), _redis(redis))
    found = dict(zip(("database", "redis"), at_once, strict=True))
    return Response(found, status_code=200 if set(found.values()) == {"ok"} else 503)


async def _database(database: Database) -> str:
    try:
        async with database.pool.connection(timeout=2) as connection:
            await connection.execute("select 1")
    except (Error, OperationalError, PoolTimeout):
        return "out of reach"
    return "ok"


async def _redis(redis: Redis) -> str:
    try:
        await redis.ping()
    except RedisError:
        return "out of reach"
    return "ok"


HANDLERS = (health,)
