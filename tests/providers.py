"""The scripted provider beside a test."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from server.engines.stub_provider import StubProvider
from server.engines.stub_running import address, listening, server


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
