"""MiniLM's vectors for the web process, which loads no model: the worker makes them, asked through the queue."""

import asyncio
import time
from collections.abc import Sequence
from typing import Final

from arq import ArqRedis
from arq.jobs import ResultNotFound, SerializationError
from redis.exceptions import RedisError

from agents.errors import TryAgain
from agents.llm.local.minilm import NAME as MINILM
from rag.vectors import Embedding, NoWorker, Vector
from server.jobs.repository import REPORTS

MAKE_VECTORS: Final = "make_vectors"
WORKING: Final = f"{REPORTS}:working"
"""The key that a worker keeps alive in Redis."""
COMES_UP_SECONDS: Final = 90.0
"""So long after the server's start a worker may still be loading."""
RETURN_SECONDS: Final = 3.0
"""A worker that lets go of its models is back within this time."""
ANSWER_SECONDS: Final = 30.0
_LOOK_SECONDS: Final = 0.02
NO_WORKER: Final = (
    "No worker is running: books wait to be read in, and the library is searched by words alone. Start "
    "\u201canamnesis worker\u201d, or \u201canamnesis run\u201d without --no-worker."
)


class WorkerVectors:
    """Satisfies `rag.vectors.Embedding`. Texts and vectors are gone from the queue within a minute."""

    name: Final = MINILM

    def __init__(self, queue: ArqRedis, comes_up: float = COMES_UP_SECONDS) -> None:
        self._queue: Final = queue
        self._expected: Final = time.monotonic() + comes_up

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector of 384 numbers for each text, in order. Raises NoWorker, and TryAgain where the worker could not
        make them."""
        try:
            if not await self._present():
                raise NoWorker(NO_WORKER)
            asked = await self._queue.enqueue_job(
                MAKE_VECTORS, list(texts), _queue_name=REPORTS, _expires=ANSWER_SECONDS
            )
            assert asked is not None, "its id is new"
            made: list[Vector] = await asked.result(timeout=ANSWER_SECONDS, poll_delay=_LOOK_SECONDS)
        except (RedisError, OSError, TimeoutError) as lost:
            raise NoWorker(NO_WORKER) from lost
        except (SerializationError, ResultNotFound) as failed:
            raise TryAgain("The worker could not make the vectors; its log says why.") from failed
        return made

    async def notice(self) -> str | None:
        """What an admin should know; None while a worker is running, or may still be coming up."""
        if time.monotonic() < self._expected:
            return None
        return None if await self._queue.exists(WORKING) else NO_WORKER

    async def _present(self) -> bool:
        """Whether a worker is running, or is within three seconds."""
        deadline = asyncio.get_running_loop().time() + RETURN_SECONDS
        while not await self._queue.exists(WORKING):
            if asyncio.get_running_loop().time() > deadline:
                return False
            await asyncio.sleep(5 * _LOOK_SECONDS)
        return True


async def make_vectors(local: Embedding, texts: Sequence[str]) -> list[list[float]]:
    """The worker's side."""
    return [list(vector) for vector in await local.embed(texts)]
