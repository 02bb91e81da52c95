"""The interview's socket: frames in, events out (docs/socket.md). Who may come in is settled before the handshake."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from uuid import UUID

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from psycopg import OperationalError

from agents.errors import CorrectInput, NotNow, TryAgain
from agents.interview.received import Input
from server import protocol
from server.doors import Doors, Viewer
from server.feed import Feed, Feeds
from server.protocol import MAX_FRAME_BYTES, Refused, Resume
from server.rooms import Room, Rooms
from server.security import same_origin

logger = logging.getLogger(__name__)
_TOO_LARGE = 1009
_REFUSED = 4403
_FULL = 4429


@websocket("/interviews/{interview_id:uuid}/socket")
async def interview_socket(
    socket: WebSocket[Any, Any, Any],
    interview_id: FromPath[UUID],
    rooms: NamedDependency[Rooms],
    feeds: NamedDependency[Feeds],
    doors: NamedDependency[Doors],
) -> None:
    """One viewer of one interview, from the handshake to the end of the connection."""
    as_patient = socket.query_params.get("as") == "patient"
    viewer = await doors.viewer(interview_id, socket.cookies, as_patient) if same_origin(socket.scope) else None
    if viewer is None:
        await socket.close(code=_REFUSED)
        return
    with doors.inside(interview_id, viewer) as bell:
        if bell is None:
            await socket.close(code=_FULL)
            return
        await socket.accept()
        feed = feeds.of(interview_id, staff=viewer is Viewer.STAFF)
        connection = Connection(socket, rooms, rooms.room(interview_id), feed, writes=viewer is Viewer.PATIENT)
        await _attend(connection, doors.until_out(bell, interview_id, socket.cookies, viewer, as_patient))


async def _attend(connection: "Connection", until_out: Coroutine[None, None, None]) -> None:
    """Serve the connection until its client leaves or may no longer be here."""
    serving, out = asyncio.create_task(connection.run()), asyncio.create_task(until_out)
    try:
        await asyncio.wait({serving, out}, return_when=asyncio.FIRST_COMPLETED)
        if out.done() and not serving.done():
            await connection.shut_out()
    finally:
        out.cancel()
        serving.cancel()
        try:
            await serving
        except (WebSocketDisconnect, asyncio.CancelledError):
            logger.debug("socket closed")
        await connection.close()


class Connection:
    """One accepted socket: a loop that reads, and a task that sends what the interview's feed brings."""

    def __init__(self, socket: WebSocket[Any, Any, Any], rooms: Rooms, room: Room, feed: Feed, writes: bool) -> None:
        self._socket, self._rooms, self._room, self._feed, self._writes = socket, rooms, room, feed, writes
        self._pump: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Read frames until the client leaves."""
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            try:
                await self._take(self._text(message))
            except Refused as refused:
                await self._send(protocol.error(refused))
                if refused.code == "too_large":
                    await self._socket.close(code=_TOO_LARGE)
                    return

    async def shut_out(self) -> None:
        """Close the socket of somebody who may no longer be here; what was acknowledged stays."""
        with suppress(WebSocketDisconnect):
            await self._socket.close(code=_REFUSED)

    async def close(self) -> None:
        """Stop sending."""
        if self._pump is not None:
            self._pump.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect):
                await self._pump

    @staticmethod
    def _text(message: object) -> str:
        text = message.get("text") if isinstance(message, dict) else None
        if not isinstance(text, str):
            raise Refused("bad_frame", "send text frames, not binary ones")
        if len(text) > MAX_FRAME_BYTES or len(text.encode()) > MAX_FRAME_BYTES:
            raise Refused("too_large", f"a frame holds at most {MAX_FRAME_BYTES} bytes")
        return text

    async def _take(self, text: str) -> None:
        frame = protocol.read(text)
        if isinstance(frame, Resume):
            await self._resume(frame.last_seq)
        elif not self._writes:
            raise Refused("not_allowed", "only the patient's connection may write", frame.client_id)
        else:
            await self._turn(frame)

    async def _resume(self, last_seq: int) -> None:
        await self.close()
        self._pump = asyncio.create_task(self._send_feed(last_seq))
        try:
            await self._rooms.settle(self._room)
        except (TryAgain, OperationalError):
            logger.warning("interview %s: a duty could not be done now; the reconciler goes on", self._room.id)

    async def _turn(self, received: Input) -> None:
        try:
            seq = await self._room.accept(received)
        except NotNow as ended:
            raise Refused("closed", "This conversation has ended.", received.client_id) from ended
        except CorrectInput as wrong:
            raise Refused("unknown_item", str(wrong), received.client_id) from wrong
        except (TryAgain, OperationalError) as failed:
            raise Refused("try_again", "This was not stored; please send it again.", received.client_id) from failed
        await self._send(protocol.ack(received.client_id, seq))
        try:
            await self._rooms.settle(self._room)
        except (TryAgain, OperationalError):
            logger.warning("interview %s: a turn could not be finished now; the reconciler goes on", self._room.id)

    async def _send_feed(self, last_seq: int) -> None:
        async for frame in self._feed.after(last_seq):
            await self._send(frame)

    async def _send(self, text: str) -> None:
        await self._socket.send({"type": "websocket.send", "text": text, "bytes": None})


HANDLERS = (interview_socket,)
