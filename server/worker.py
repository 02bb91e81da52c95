"""Puts the background worker together. arq is the alarm clock; what there is to do stands in the tables."""

import json
from collections.abc import Mapping
from typing import Any

from arq import ArqRedis, Worker, create_pool
from arq.connections import RedisSettings

from server.jobs import write_report

JOBS: tuple[Any, ...] = (write_report,)  # arq types a job by *args; ours name their arguments
POLL_SECONDS = 0.2
JOB_SECONDS = 300


def _dump(job: dict[str, Any]) -> bytes:
    return json.dumps(job, default=str).encode()


def _load(job: bytes) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(job)
    return read


async def open_queue(url: str) -> ArqRedis:
    """Connect to the queue; jobs travel as JSON, ids only. Raises redis' ConnectionError."""
    return await create_pool(RedisSettings.from_dsn(url), job_serializer=_dump, job_deserializer=_load)


async def create_worker(redis_url: str, context: Mapping[str, Any]) -> Worker:
    """A worker whose jobs find `context` in their first argument: `async_run()` starts it, `close()` ends it."""
    return Worker(
        JOBS,
        redis_pool=await open_queue(redis_url),
        ctx=dict(context),
        handle_signals=False,
        poll_delay=POLL_SECONDS,
        job_timeout=JOB_SECONDS,
        keep_result=0,
        log_results=False,
        job_serializer=_dump,
        job_deserializer=_load,
    )
