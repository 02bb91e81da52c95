"""The web server itself: a free port, uvicorn without its own signal handling, a notice when it listens, a clean
shutdown."""

import asyncio
import json
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn
from litestar import Litestar

from agents.errors import CorrectInput
from server.http.http_head import BoundedHead
from server.settings import Settings

PORTS_TO_TRY = 50
FRAME_BYTES = 65_536
GRACE_SECONDS = 3
"""How long requests under way may still take when the server is asked to end."""
IDLE_SECONDS = 75
"""How long an idle connection stays open: longer than the minute of the usual proxies, so that they close it first."""
PONG_SECONDS = 60.0
"""How long a client may take to answer a ping: on a busy machine the answer waits behind all that it sent before."""


def free_socket(host: str, port: int) -> socket.socket:
    """A socket bound to the port, or to the next free one. Raises CorrectInput when 50 in a row are taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + PORTS_TO_TRY, 65536)):
        bound = socket.socket(family)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, candidate))
        except OSError as taken:
            bound.close()
            if not isinstance(taken, PermissionError) and taken.errno is not None and candidate + 1 < 65536:
                continue
            raise CorrectInput(f"Cannot listen on {host}:{candidate}: {taken.strerror}.") from taken
        return bound
    raise CorrectInput(f"No free port on {host} from {port} on: set ANAMNESIS_PORT.")


class Uvicorn(uvicorn.Server):
    """uvicorn, ended by its caller; `listening` is set once it answers."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then set `listening`."""
        await super().startup(sockets)
        self.listening.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the caller."""
        yield


async def serve(
    app: Litestar,
    settings: Settings,
    bound: socket.socket,
    stop: asyncio.Event,
    ready: Callable[[], None],
    ending: Callable[[], None],
) -> None:
    """Serve until `stop` is set; `ready` is called once requests are answered, `ending` when no more are."""
    config = uvicorn.Config(
        app,
        http=BoundedHead,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_timeout=PONG_SECONDS,
        proxy_headers=settings.public_url is not None,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = Uvicorn(config)
    serving = asyncio.create_task(server.serve([bound]))
    await _either(serving, server.listening)
    if server.listening.is_set():
        ready()
    await _either(serving, stop)
    ending()
    server.should_exit = True
    await serving


async def _either(task: "asyncio.Task[None]", event: asyncio.Event) -> None:
    """Wait until the event is set or the task is done, whichever comes first."""
    waiting = asyncio.create_task(event.wait())
    await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()


@contextmanager
def announced(folder: Path, url: str, token: str) -> Iterator[None]:
    """Write `server.json` (readable by its owner only) for programs on this machine; it is removed at the end of the
    block."""
    path = folder / "server.json"
    folder.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with open(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "w") as out:
        json.dump({"url": url, "pid": os.getpid(), "token": token}, out)
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            if json.loads(path.read_text())["pid"] == os.getpid():
                path.unlink()
