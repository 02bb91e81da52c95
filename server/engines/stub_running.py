"""Running the scripted provider: as a process of its own, or in a thread beside whatever needs it."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from agents.scripted.interview_roles import prepare
from server.engines.stub_provider import StubProvider

if TYPE_CHECKING:
    from uvicorn import Server

_BACKLOG = 512


def listening(host: str, port: int) -> socket.socket:
    """A socket on this port, or on a free one for port 0. Raises OSError when it is taken.

    The protocol is named because asyncio turns Nagle's algorithm off only then; else each answer waits 40 ms."""
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((host, port))
        opened.listen(_BACKLOG)
    except OSError:
        opened.close()
        raise
    return opened


def address(of: socket.socket) -> str:
    """The socket's URL, without a trailing slash."""
    host, port = of.getsockname()[:2]
    return f"http://{host}:{port}"


def server(stub: StubProvider) -> "Server":
    """A uvicorn server that says nothing: dropping connections on purpose is no error here."""
    from uvicorn import Config, Server

    prepare()
    return Server(Config(stub, log_config=None, access_log=False, log_level="critical", lifespan="off"))


@contextmanager
def in_thread(stub: StubProvider) -> Iterator[str]:
    """The stub on a free port of this machine, in a thread with a loop of its own; gives its URL."""
    opened = listening("127.0.0.1", 0)
    serving = server(stub)
    serving.config.timeout_graceful_shutdown = 1
    thread = threading.Thread(target=lambda: asyncio.run(serving.serve([opened])), daemon=True)
    thread.start()
    try:
        yield address(opened)
    finally:
        serving.should_exit = True
        thread.join(10)
        opened.close()
