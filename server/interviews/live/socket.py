"""The interview's socket: frames in, events out (docs/socket.md). Who may come in is settled before the handshake."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import aclosing, suppress
from typing import Any
from uuid import UUID

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.params import FromPath
from litestar.types import Scope
from psycopg import Error
from uvicorn.protocols.utils import ClientDisconnected

from agents.errors import CorrectInput, NotNow, TryAgain
from agents.interview.patient_input import Input
from server.background_tasks import cancelled
from server.errors import passes
from server.http.security import same_origin
from server.interviews.access import InterviewAccess, Viewer
from server.interviews.live import protocol
from server.interviews.live.feed import Feed, Feeds
from server.interviews.live.limits import Bucket, frames
from server.interviews.live.protocol import MAX_FRAME_BYTES, Refused, Resume
from server.interviews.live.room import Room
from server.interviews.live.rooms import Rooms
from server.logs import Stretches

logger = logging.getLogger(__name__)
_away = Stretches(logger)
STORED_SECONDS = 1.0
"""What takes longer to be stored is looked at for danger meanwhile."""
MOST_WAITING = 64
"""Frames that one connection may have waiting; then its client waits."""
_TOO_LARGE = 1009
_REFUSED = 4403
_FULL = 4429
_GONE = (WebSocketDisconnect, ClientDisconnected)
"""What is raised to whoever sends to a client that has gone."""


@websocket("/interviews/{interview_id:uuid}/socket")
async def interview_socket(
    socket: WebSocket[Any, Any, Any],
    interview_id: FromPath[UUID],
    rooms: NamedDependency[Rooms],
    feeds: NamedDependency[Feeds],
    access: NamedDependency[InterviewAccess],
) -> None:
    """One viewer of one interview, from the handshake to the end of the connection."""
    as_patient = socket.query_params.get("as") == "patient"
    viewer = await access.viewer(interview_id, socket.cookies, as_patient) if same_origin(socket.scope) else None
    if viewer is None:
        await socket.close(code=_REFUSED)
        return
    with access.inside(interview_id, viewer) as bell:
        if bell is None:
            await socket.close(code=_FULL)
            return
        room = rooms.room(interview_id)
        await room.opened()
        await socket.accept()
        feed = feeds.of(interview_id, staff=viewer is Viewer.STAFF)
        connection = Connection(socket, rooms, room, feed, writes=viewer is Viewer.PATIENT)
        await _attend(connection, access.until_out(bell, interview_id, socket.cookies, viewer, as_patient))


async def _attend(connection: "Connection", until_out: Coroutine[None, None, None]) -> None:
    """Serve the connection until its client leaves or may no longer be here. Raises what fails."""
    serving, out = asyncio.create_task(connection.run()), asyncio.create_task(until_out)
    try:
        ended, _ = await asyncio.wait({serving, out}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await cancelled(serving, out)
    for one in ended:
        one.result()
    if serving not in ended:
        await connection.shut_out()


async def log_failure(error: Exception, scope: Scope) -> None:
    """Log an error that ended a socket; Litestar then closes it with 4500, and its client connects anew. While the
    database is away, every page does: that is said once."""
    refused = isinstance(error, HTTPException) and error.status_code < 500
    if scope["type"] != ScopeType.WEBSOCKET or refused or isinstance(error, _GONE):
        return
    if passes(error):
        _away.warn("sockets cannot be opened now: %s", type(error).__name__)
    else:
        logger.error("a socket ended by an error of ours", exc_info=error)


class Connection:
    """One accepted socket: a loop that reads, one that does what was read, in order, and a task that sends what the
    interview's feed brings. Reading goes on while something is being stored, so that danger never waits in a queue."""

    def __init__(self, socket: WebSocket[Any, Any, Any], rooms: Rooms, room: Room, feed: Feed, writes: bool) -> None:
        self._socket, self._rooms, self._room, self._feed, self._writes = socket, rooms, room, feed, writes
        self._pump: asyncio.Task[None] | None = None
        self._waiting: asyncio.Queue[tuple[Resume | Input, asyncio.TimerHandle] | None] = asyncio.Queue(MOST_WAITING)
        self._warned = self._over = False
        self._pace = frames()

    async def run(self) -> None:
        """Read frames until the client leaves, and do them all. Raises what fails in any of its tasks."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._do_all(group))
                await self._read_all(group)
                await self._waiting.put(None)
        except* _GONE:
            logger.debug("socket closed")
        finally:
            self._over = True

    async def _read_all(self, group: asyncio.TaskGroup) -> None:
        loop = asyncio.get_running_loop()
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            await _pause(self._pace)
            try:
                frame = self._allowed(protocol.read(self._text(message)))
            except Refused as refused:
                await self._send(protocol.error(refused))
                if refused.code == "too_large":
                    await self._socket.close(code=_TOO_LARGE)
                    return
            else:
                late = loop.call_later(STORED_SECONDS, self._look, frame, group)
                await self._waiting.put((frame, late))

    async def _do_all(self, group: asyncio.TaskGroup) -> None:
        while (one := await self._waiting.get()) is not None:
            frame, late = one
            try:
                await (self._resume(frame.last_seq, group) if isinstance(frame, Resume) else self._turn(frame, late))
            except Refused as refused:
                await self._send(protocol.error(refused))
            finally:
                late.cancel()
        await self._stop_sending()

    async def shut_out(self) -> None:
        """Close the socket of somebody who may no longer be here; what was acknowledged stays."""
        with suppress(*_GONE):
            await self._socket.close(code=_REFUSED)

    @staticmethod
    def _text(message: object) -> str:
        text = message.get("text") if isinstance(message, dict) else None
        if not isinstance(text, str):
            raise Refused("bad_frame", "send text frames, not binary ones")
        if len(text) > MAX_FRAME_BYTES or len(text.encode()) > MAX_FRAME_BYTES:
            raise Refused("too_large", f"a frame holds at most {MAX_FRAME_BYTES} bytes")
        return text

    def _allowed(self, frame: Resume | Input) -> Resume | Input:
        if not self._writes and not isinstance(frame, Resume):
            raise Refused("not_allowed", "only the patient's connection may write", frame.client_id)
        return frame

    async def _resume(self, last_seq: int, group: asyncio.TaskGroup) -> None:
        await self._stop_sending()
        await _pause(self._room.limits.resumes)
        self._pump = group.create_task(self._send_feed(last_seq))
        await self._settle()

    async def _turn(self, received: Input, late: asyncio.TimerHandle) -> None:
        try:
            await self._room.check(received)
            seq = await self._room.accept(received)
        except Refused:
            raise
        except NotNow as ended:
            if self._room.state.held is not None:
                raise Refused("held", "Your therapist has paused this conversation.", received.client_id) from ended
            raise Refused("closed", "This conversation has ended.", received.client_id) from ended
        except CorrectInput as wrong:
            raise Refused("unknown_item", str(wrong), received.client_id) from wrong
        except Exception as failed:
            await self._warn(received)
            if not isinstance(failed, (TryAgain, Error)):
                raise
            raise Refused("try_again", "This was not stored; please send it again.", received.client_id) from failed
        late.cancel()
        await self._send(protocol.ack(received.client_id, seq))
        await self._settle()

    async def _settle(self) -> None:
        try:
            await self._rooms.settle(self._room)
        except (TryAgain, Error):
            logger.warning("interview %s: a duty could not be done now; the reconciler goes on", self._room.id)

    def _look(self, frame: Resume | Input, group: asyncio.TaskGroup) -> None:
        if not self._over:
            group.create_task(self._warn(frame))

    async def _warn(self, frame: Resume | Input) -> None:
        """What is not stored yet, and is a stop by all that is known here, gets the safety script now."""
        script = None if self._warned or isinstance(frame, Resume) else self._room.stop_script(frame)
        if script is None or isinstance(frame, Resume):
            return
        self._warned = True
        self._rooms.keep(self._room, frame)
        await self._send(protocol.script(frame.client_id, script))

    async def _send_feed(self, last_seq: int) -> None:
        with suppress(*_GONE):  # what was read before the client went is still done
            async with aclosing(self._feed.after(last_seq)) as news:
                async for frame in news:
                    await self._send(frame)

    async def _stop_sending(self) -> None:
        if self._pump is not None:
            await cancelled(self._pump)

    async def _send(self, text: str) -> None:
        try:
            await self._socket.send({"type": "websocket.send", "text": text, "bytes": None})
        except RuntimeError as closed:  # uvicorn's, where this end has closed it
            raise ClientDisconnected from closed


async def _pause(pace: Bucket) -> None:
    if wait := pace.wait():
        await asyncio.sleep(wait)


HANDLERS = (interview_socket,)
