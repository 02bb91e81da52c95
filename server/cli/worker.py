"""Run the background jobs in a process of their own, beside `anamnesis run --no-worker`, until Ctrl-C.

Needs the same DATABASE_URL and REDIS_URL as the server, or the same data folder.
"""

import argparse
import asyncio
import signal
import sys
from contextlib import AsyncExitStack

from agents.errors import AnamnesisError


def configure(parser: argparse.ArgumentParser) -> None:
    """No arguments: everything is set by environment variables (README)."""


def execute(options: argparse.Namespace) -> int:
    """Run until interrupted: 0 after a clean end, 2 when something could not be started."""
    try:
        asyncio.run(_run())
    except AnamnesisError as failed:
        sys.stderr.write(f"anamnesis: {failed}\n")
        return 2
    return 0


async def _run() -> None:
    from server.ending import Opened, hastened
    from server.installation import services
    from server.settings import Settings
    from server.web_process import open_worker

    settings = Settings()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(hastened(stop))
        urls = await stack.enter_async_context(services(settings))
        database = await stack.enter_async_context(open_worker(settings, urls))
        opened.set_result(Opened(database, urls.embedded))
        sys.stderr.write("The worker waits for jobs. Ctrl-C ends it.\n")
        await stop.wait()
