"""The connection to the queue in Redis: arq's, with jobs as JSON."""

import json
from typing import Any

from arq import ArqRedis, create_pool
from arq.connections import RedisSettings


def dump(job: dict[str, Any]) -> bytes:
    """A job as it is sent."""
    return json.dumps(job, default=str).encode()


def load(job: bytes) -> dict[str, Any]:
    """A job as it is received."""
    read: dict[str, Any] = json.loads(job)
    return read


async def open_queue(url: str) -> ArqRedis:
    """Connect to the queue; jobs travel as JSON, ids only. Raises redis' ConnectionError."""
    return await create_pool(RedisSettings.from_dsn(url), job_serializer=dump, job_deserializer=load)
