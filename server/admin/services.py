"""Whether the services work, and what this installation has and lacks, as `anamnesis doctor` says it."""

import asyncio
import time
from typing import Final

from arq import ArqRedis
from redis.exceptions import RedisError

from server.checks import Check, State, installation
from server.health import OK, Health
from server.library.vectors import COMES_UP_SECONDS, WORKING
from server.settings import Settings

KEPT_SECONDS: Final = 60.0
"""For so long what was found of the installation is shown again: it changes with an installation, not by itself."""
_NAMES: Final = {"database": "PostgreSQL", "redis": "Redis"}


class Services:
    """Looks when it is asked to."""

    def __init__(self, settings: Settings, health: Health, queue: ArqRedis) -> None:
        self._settings, self._health, self._queue = settings, health, queue
        self._found: tuple[Check, ...] = ()
        self._at, self._begun = -KEPT_SECONDS, time.monotonic()

    async def now(self) -> list[Check]:
        """Database, queue and worker at this moment."""
        found = await self._health.found()
        live = [
            Check(name=_NAMES[name], state=State.OK if told == OK else State.FAILED, detail=told)
            for name, told in found.items()
        ]
        return [*live, await self._worker()]

    async def _worker(self) -> Check:
        try:
            works = await self._queue.exists(WORKING)
        except (RedisError, OSError):
            return Check(name="Worker", state=State.NOTE, detail="cannot be asked: Redis is out of reach")
        if not works and time.monotonic() - self._begun < COMES_UP_SECONDS:
            return Check(name="Worker", state=State.NOTE, detail="is coming up; reports and other jobs wait for it")
        lacks = "gives no sign; reports and other jobs wait until one runs"
        return Check(name="Worker", state=State.OK if works else State.FAILED, detail="works" if works else lacks)

    async def installed(self) -> tuple[Check, ...]:
        """The rest, without what `now` says."""
        if time.monotonic() - self._at >= KEPT_SECONDS:
            found = await asyncio.to_thread(installation, self._settings)
            self._found = tuple(one for one in found if one.name not in _NAMES.values())
            self._at = time.monotonic()
        return self._found
