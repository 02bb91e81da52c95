"""Interviews in progress: each has one room in this process; idle ones are forgotten."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from uuid import UUID

from psycopg import Error

from agents.domain.phase import Phase
from agents.errors import CorrectInput, NotNow, TryAgain
from agents.interview.patient_input import Input
from server.background_tasks import AWAY
from server.interviews.event_log import EventLog
from server.interviews.live.room import Drafted, Publish, Room, Teams, Told, nothing_told

logger = logging.getLogger(__name__)
AGAIN_SECONDS = 1.0


class Rooms:
    """The rooms of this process. Idle ones are forgotten, oldest first; the log brings them back.

    `report_due` is told of every interview that reaches REPORT (a job writes the report), `drafts` what may be shown of
    a report before it is complete."""

    def __init__(
        self,
        teams: Teams,
        log: EventLog,
        publish: Publish,
        report_due: Callable[[UUID], Awaitable[None]],
        keep: int = 2_000,
        clinic: Told = nothing_told,
        drafts: Drafted | None = None,
    ) -> None:
        self.teams = teams
        self.log = log
        self._drafts = drafts
        self._publish, self._report_due, self._keep, self.clinic = publish, report_due, keep, clinic
        self._rooms: OrderedDict[UUID, Room] = OrderedDict()
        self._kept: set[asyncio.Task[None]] = set()
        self._failing: set[UUID] = set()

    def room(self, interview: UUID) -> Room:
        """The room of an interview, made when there is none yet."""
        room = self._rooms.get(interview)
        if room is None:
            room = self._rooms[interview] = Room(
                interview, self.teams, self.log, self._publish, self.clinic, self._drafts
            )
            if len(self._rooms) > self._keep:
                self._rooms.popitem(last=False)
        else:
            self._rooms.move_to_end(interview)
        return room

    async def settle(self, room: Room) -> None:
        """Carry out a room's duties; if the report is due, have it written."""
        await room.settle()
        if room.state.phase is Phase.REPORT:
            await self._report_due(room.id)

    def keep(self, room: Room, received: Input) -> None:
        """Go on trying to store what could not be stored, until the process ends: who said it may have gone."""
        task = asyncio.create_task(self._store_later(room, received))
        self._kept.add(task)
        task.add_done_callback(self._kept.discard)

    async def _store_later(self, room: Room, received: Input) -> None:
        while True:
            try:
                await room.accept(received)
                return await self.settle(room)
            except (TryAgain, Error) as failed:
                logger.warning("interview %s: a stop is not stored yet (%s)", room.id, type(failed).__name__)
            except (NotNow, CorrectInput):
                return logger.warning("interview %s: a stop that was not stored is no longer taken", room.id)
            await asyncio.sleep(AGAIN_SECONDS)

    async def settle_owed(self, idle_seconds: float = 0) -> None:
        """Go on with every interview in which something is owed since so many seconds, as far as its last entry tells:
        what turns out to owe nothing is laid to rest. One that fails holds no other up."""
        for interview in await self.log.owed(idle_seconds):
            try:
                room = self.room(interview)
                await room.refresh()
                await (self.settle(room) if room.state.duty is not None else room.rest())
            except AWAY:
                raise
            except TryAgain:
                logger.warning("interview %s: what is owed there could not be done now", interview)
            except Exception as failed:
                self._warn_once(interview, failed)
            else:
                self._failing.discard(interview)

    def _warn_once(self, interview: UUID, failed: Exception) -> None:
        if interview not in self._failing:
            self._failing.add(interview)
            logger.error("interview %s: what is owed there cannot be done", interview, exc_info=failed)
