"""A simulated patient at an interview's websocket (docs/socket.md): answers, and survives dropped connections."""

import asyncio
import json
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from agents.errors import TryAgain
from agents.interviewer.port import Purpose
from benchmarks.personas.patient import Patient
from server.cli.remote.server import PATIENCE, socket_address

MOST_FAILURES = 12
LONGEST_PAUSE = 5.0
AGAIN = frozenset({"too_fast", "try_again"})
LAST_WORDS = frozenset({Purpose.SCRIPT, Purpose.CLOSING, Purpose.FAREWELL})


class SocketPatient:
    """One patient in one interview. The log's numbers say what was seen; one frame at most waits for its `ack`."""

    def __init__(self, origin: str, interview: str, cookies: str, patient: Patient) -> None:
        self._origin, self._cookies, self._patient = origin, cookies, patient
        self._url = socket_address(origin, interview)
        self._last_seq = 0
        self._sent = 0
        self._open: dict[str, Any] | None = None

    async def run(self) -> None:
        """Hold the interview to its end. Raises TryAgain when the server stays out of reach or refuses a message."""
        failures = 0
        while True:
            seen = self._last_seq
            try:
                return await self._connected()
            except (ConnectionClosed, OSError, TimeoutError) as error:
                failures = failures + 1 if self._last_seq == seen else 1
                if failures > MOST_FAILURES:
                    raise TryAgain(f"the connection failed {failures} times: {error}") from error
                await asyncio.sleep(min(0.1 * 2**failures, LONGEST_PAUSE))
            except InvalidStatus as error:
                raise TryAgain(f"the socket was refused (HTTP {error.response.status_code})") from error

    async def _connected(self) -> None:
        headers = {"Cookie": self._cookies}
        async with connect(self._url, origin=self._origin, additional_headers=headers) as socket:  # type: ignore[arg-type]  # Origin is a NewType of str
            await socket.send(json.dumps({"v": 1, "type": "resume", "lastSeq": self._last_seq}))
            await self._send_open(socket)
            while True:
                frame = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                if await self._take(socket, frame):
                    return

    async def _take(self, socket: ClientConnection, frame: dict[str, Any]) -> bool:
        """Act on one frame; true when the interview has ended."""
        match frame["type"]:
            case "ack" if self._open and self._open["id"] == frame["id"]:
                self._open = None
            case "error":
                await self._refused(socket, frame)
            case "event" if frame["seq"] > self._last_seq:
                self._last_seq = frame["seq"]
                if frame["kind"] == "message" and frame["body"]["role"] == "interviewer":
                    await self._answer(socket, frame["seq"], frame["body"])
                return bool(frame["kind"] == "ended")
        return False

    async def _answer(self, socket: ClientConnection, question: int, told: dict[str, Any]) -> None:
        purpose = Purpose(told["purpose"])
        if purpose in LAST_WORDS:
            return
        words = self._patient.answer(purpose, told["itemId"])
        self._sent += 1
        kind, name = "skip" if words is None else "message", f"replay-{self._sent}"
        frame: dict[str, Any] = {"v": 1, "type": kind, "id": name, "question": question}
        self._open = frame if words is None else frame | {"text": words}
        await self._send_open(socket)

    async def _send_open(self, socket: ClientConnection) -> None:
        if self._open is not None:
            await socket.send(json.dumps(self._open))

    async def _refused(self, socket: ClientConnection, error: dict[str, Any]) -> None:
        if error["code"] in AGAIN:
            await asyncio.sleep(0.5)
            await self._send_open(socket)
        elif error["code"] != "closed":
            raise TryAgain(f"the server did not take a message: {error['code']}: {error['message']}")
