"""Plays a script into an interview as its patient: through the interview's room, like every message over a socket."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Final
from uuid import UUID

from psycopg import Error

from agents.domain.phase import OVER
from agents.errors import CorrectInput, NotNow, TryAgain
from agents.interview import events as ev
from benchmarks.personas.replay import MOST_TURNS
from server.background_tasks import cancelled
from server.demo.scripts import Speaker, Visit, cast
from server.interviews.invented import SCRIPTED
from server.interviews.live.room import Room
from server.interviews.live.rooms import Rooms

logger = logging.getLogger(__name__)
PACE_SECONDS: Final = 0.7
"""Between two messages of the patient: so fast that a whole interview takes half a minute, slow enough to watch."""


class Player:
    """The scripts that are being played by this process; `pace` is how long a patient thinks, in seconds."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms, self.pace = rooms, PACE_SECONDS
        self._playing: dict[UUID, asyncio.Task[None]] = {}

    def playing(self, interview: UUID) -> bool:
        """Whether a script answers there right now."""
        return interview in self._playing

    def begin(self, interview: UUID, persona: str) -> None:
        """Have the persona's script play on from where the interview stands; nothing where it already does. Raises
        NotNow for a persona that has no script."""
        visit = script_of(persona)
        if not self.playing(interview):
            task = asyncio.create_task(self._play(interview, Speaker(visit, persona), self.pace))
            self._playing[interview] = task
            task.add_done_callback(lambda _: self._playing.pop(interview, None))

    async def at_once(self, interview: UUID, persona: str) -> None:
        """Play it without a pause, and to the end."""
        await self._play(interview, Speaker(script_of(persona), persona), 0)

    async def end(self, interviews: Collection[UUID]) -> None:
        """Nobody plays in these any more."""
        await cancelled(*(task for one, task in self._playing.items() if one in interviews))

    @asynccontextmanager
    async def living(self) -> AsyncIterator[None]:
        """What plays at the end of the block ends with it; its page offers to go on."""
        try:
            yield
        finally:
            await cancelled(*self._playing.values())

    async def _play(self, interview: UUID, speaker: Speaker, pace: float) -> None:
        room = self._rooms.room(interview)
        try:
            await room.opened()
            for _ in range(MOST_TURNS):
                await asyncio.sleep(pace)
                if not await self._answered(room, speaker):
                    return
        except (NotNow, CorrectInput) as over:
            logger.info("interview %s: the script stops: %s", interview, over)
        except (TryAgain, Error) as failed:
            logger.warning("interview %s: the script stops: %s", interview, type(failed).__name__)

    async def _answered(self, room: Room, speaker: Speaker) -> bool:
        """Say the next words. False where nothing is asked any more, or a clinician holds the interview."""
        await room.refresh()
        if room.state.phase in OVER or room.state.held is not None:
            return False
        log = await self._rooms.log.read(room.id)
        told = next((event for _, event, _ in reversed(log) if isinstance(event, ev.Told)), None)
        received = speaker.answer(told) if told is not None else None
        if received is None:
            return False
        await room.accept(received)
        await self._rooms.settle(room)
        return True


def script_of(persona: str) -> Visit:
    """The script of a persona, to its end: what was broken off goes on. Raises NotNow where there is none."""
    everybody = {f"{SCRIPTED}play": cast().play, f"{SCRIPTED}stop": cast().stop}
    for one in cast().client:
        everybody |= {persona_of(one.code, number): visit for number, visit in enumerate(one.visit)}
    found = everybody.get(persona)
    if found is None:
        raise NotNow("There is no script for this interview.")
    return found if found.leaves else found.model_copy(update={"at": None})


def persona_of(code: str, number: int) -> str:
    """The persona of a client's interview."""
    return f"{SCRIPTED}{code}/{number}"
