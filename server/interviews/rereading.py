"""What a model missed while it gave no usable answer, read again by it as a background job.

Each answer and each message is stored on its own, so that a job that was cut off goes on where it was. A score that
differs is for the clinician to confirm; a danger raises an alert. No score, status or report changes.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from agents.errors import NotFound, NotNow, TryAgain
from agents.interview import events as ev
from agents.interview.machine import replay
from agents.interview.missed import NEVER, missed, read_again, scored_again, with_alert
from agents.interview.state import State
from agents.llm.errors import ModelFailed
from agents.llm.providers import Providers
from server.engines.interviews import Readers, readers_of
from server.interviews.live.room import Room
from server.interviews.live.rooms import Rooms
from server.interviews.repository import Interviews
from server.jobs.repository import Job, JobTable
from server.jobs.running import Handler, Work
from server.settings import Settings

REREAD: Final = "reread"
OVER: Final = "This interview was stopped for safety or ended by the patient; nothing of it is read again."
NOTHING_MISSED: Final = "The model has missed nothing here that could be read again."
NO_MODEL: Final = "The rules lead this interview now: there is no model that could read it again."


class _ReadAlreadyError(Exception):
    """Somebody else read it, or it is not to be read any more."""


@dataclass(slots=True)
class _Count:
    """How far a job is."""

    total: int
    read: int = 0
    alerts: int = 0
    wrong: ModelFailed | None = None
    unread: int = 0


async def due(jobs: JobTable, rooms: Rooms, interview: UUID, owner: UUID) -> Job:
    """Have an interview of this owner read again; asked twice, it is read once. Raises NotNow where there is nothing to
    read."""
    log = await _log(rooms, interview)
    if replay(log).status in NEVER:
        raise NotNow(OVER)
    if not missed(log).many:
        raise NotNow(NOTHING_MISSED)
    return await jobs.add(REREAD, str(interview), {}, owner)


def rereading(settings: Settings, rooms: Rooms, interviews: Interviews, models: Providers) -> Handler:
    """Reads again what a model missed in an interview; nothing where all is read."""

    async def reread(work: Work) -> None:
        interview = UUID(work.job.key)
        if not await interviews.is_there(interview):
            raise NotFound("There is no such interview.")
        log = await _log(rooms, interview)
        state = replay(log)
        if state.status in NEVER:
            raise NotNow(OVER)
        readers = readers_of(settings, state.model, models)
        if readers.scorer is None and readers.risk is None:
            raise NotNow(NO_MODEL)
        count = _Count(missed(log).many)
        async for event in _reading(log, readers, count):
            await _store(rooms.room(interview), event, count)
            await work.progress({"read": count.read, "total": count.total, "alerts": count.alerts})
        if count.wrong is not None:
            raise NotNow(f"{count.unread} of {count.total} could not be read again ({count.wrong}).")

    return reread


async def _reading(
    log: Sequence[ev.Event], readers: Readers, count: _Count
) -> AsyncIterator[tuple[ev.Reread, ev.Alerted | None]]:
    """Messages first: a danger is more urgent than a score. What the model cannot read is counted and left; where it
    is out of reach, TryAgain ends it all."""
    left = missed(log)
    for turn, unread in left.messages.items() if readers.risk else ():
        try:
            assert readers.risk is not None
            yield await read_again(turn, unread, readers.risk)
        except ModelFailed as failed:
            _note(failed, count)
    for item, answer in left.answers.items() if readers.scorer else ():
        try:
            assert readers.scorer is not None
            yield await scored_again(item, answer, readers.scorer), None
        except ModelFailed as failed:
            _note(failed, count)


def _note(failed: ModelFailed, count: _Count) -> None:
    if isinstance(failed, TryAgain):
        raise failed
    count.wrong, count.unread = failed, count.unread + 1


async def _store(room: Room, found: tuple[ev.Reread, ev.Alerted | None], count: _Count) -> None:
    """Store a reading with its alert, unless it is stored, or the interview has been stopped, ended or erased since."""
    read, told = found
    try:
        await room.write(_events(read, told, count))
    except _ReadAlreadyError:
        return
    count.read += 1


def _events(
    read: ev.Reread, told: ev.Alerted | None, count: _Count
) -> Callable[[State, Sequence[ev.Event]], Sequence[ev.Event]]:
    def make(state: State, log: Sequence[ev.Event]) -> Sequence[ev.Event]:
        left = missed(log)
        if state.status in NEVER:
            raise NotNow(OVER)
        if read.item_id not in left.answers and read.turn not in left.messages:
            raise _ReadAlreadyError
        events: list[ev.Event] = [read, told] if told else with_alert(state, read)
        count.alerts += len(events) - 1
        return events

    return make


async def _log(rooms: Rooms, interview: UUID) -> list[ev.Event]:
    return [event for _, event, _ in await rooms.log.read(interview)]
