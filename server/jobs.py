"""The jobs that arq runs: thin, passed ids only, safe to run twice."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from arq import ArqRedis
from redis.exceptions import RedisError

from server.interviews import Interviews
from server.rooms import Rooms

logger = logging.getLogger(__name__)
WRITE_REPORT = "write_report"


def report_queue(queue: ArqRedis) -> Callable[[UUID], Awaitable[None]]:
    """A function that has an interview's report written; asked twice, it is written once.

    Where Redis is out of reach the reconciler asks again later."""

    async def due(interview: UUID) -> None:
        try:
            await queue.enqueue_job(WRITE_REPORT, str(interview), _job_id=f"{WRITE_REPORT}:{interview}")
        except (RedisError, OSError) as failed:
            logger.warning("interview %s: its report waits for Redis (%s)", interview, type(failed).__name__)

    return due


async def write_report(context: dict[str, Any], interview_id: str) -> None:
    """Write the report of an interview whose last question is answered."""
    rooms: Rooms = context["rooms"]
    interviews: Interviews = context["interviews"]
    interview = UUID(interview_id)
    await rooms.room(interview).write_report(await interviews.label_of(interview))
