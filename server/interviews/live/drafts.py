"""What a model is still writing of a report, on its way from the process that writes it to those that show it.

A draft is kept nowhere: it goes as a notification of PostgreSQL to whoever listens, and one that gets lost is followed
by the next, or by what has been written and checked as a whole.
"""

import asyncio
import json
import logging
from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection, Error
from psycopg_pool import AsyncConnectionPool

from agents.domain.draft import Draft
from server.interviews.live.frames import VERSION

logger = logging.getLogger(__name__)
CHANNEL: Final = "anamnesis_draft"
EVERY_SECONDS: Final = 0.2
MOST_BYTES: Final = 7_900
"""PostgreSQL allows 8,000 in one notification; a longer draft is not sent."""


class DraftNews:
    """Tells other processes of drafts, of each text the latest a few times a second. Belongs to one event loop."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool = pool
        self._latest: dict[tuple[UUID, str], Draft] = {}
        self._sending: asyncio.Task[None] | None = None

    def tell(self, interview: UUID, draft: Draft) -> None:
        """Send this draft soon, unless another takes its place before."""
        self._latest[interview, draft.key] = draft
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        while self._latest:
            told, self._latest = self._latest, {}
            payloads = [one for (interview, _), draft in told.items() if (one := written(interview, draft))]
            try:
                async with self._pool.connection() as connection:
                    for payload in payloads:
                        await connection.execute("select pg_notify(%s, %s)", (CHANNEL, payload))
            except (Error, OSError) as lost:
                logger.warning("a draft is not shown (%s)", type(lost).__name__)
            await asyncio.sleep(EVERY_SECONDS)


def written(interview: UUID, draft: Draft) -> str | None:
    """A draft as a notification; None where it is too long for one."""
    frame: dict[str, Any] = {"v": VERSION, "type": "draft", **draft.model_dump()}
    payload = f"{interview} {json.dumps(frame, ensure_ascii=False)}"
    return payload if len(payload.encode(errors="replace")) <= MOST_BYTES else None


def read(payload: str) -> tuple[UUID, str]:
    """The interview of a notification, and the frame for its viewers."""
    interview, _, frame = payload.partition(" ")
    return UUID(interview), frame
