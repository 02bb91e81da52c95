"""Run the background jobs in a process of their own, beside `anamnesis run --no-worker`, until Ctrl-C.

Needs the same DATABASE_URL and REDIS_URL as the server, or the same data folder.
"""

import argparse
import asyncio
import os
import signal
import sys
from contextlib import AsyncExitStack

from agents.errors import AnamnesisError
from server.cli.loading import load


def configure(parser: argparse.ArgumentParser) -> None:
    """What is to be set is set by environment variables (README)."""
    parser.add_argument("--child", action="store_true", help="end with the process that holds the other end of stdin")


def execute(options: argparse.Namespace) -> int:
    """Run until interrupted: 0 after a clean end, 2 when something could not be started."""
    from pydantic import ValidationError

    from server.json_lines import faults

    try:
        afresh = asyncio.run(_run(options.child))
    except ValidationError as wrong:
        sys.stderr.write(f"anamnesis: A setting is not right: {faults(wrong)}\n")
        return 2
    except AnamnesisError as failed:
        sys.stderr.write(f"anamnesis: {failed}\n")
        return 2
    if afresh:
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - this very command again
    return 0


async def _run(child: bool) -> bool:
    """Work until asked to end. True when the worker should start afresh, to be rid of its models."""
    load("server.processes.worker_process")
    from server.installation import services
    from server.processes.shutdown import Opened, bounded_shutdown
    from server.processes.worker_process import open_worker
    from server.settings import Settings

    settings, stop = Settings(), _stop(child)
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(bounded_shutdown(stop, owns_services=not child))
        urls = await stack.enter_async_context(services(settings))
        worker = await stack.enter_async_context(open_worker(settings, urls))
        opened.set_result(Opened(worker.database, urls.embedded))
        if not child:
            sys.stderr.write("The worker waits for jobs. Ctrl-C ends it.\n")
        idle = worker.activity.heavy_and_idle(settings.worker_idle_seconds)
        waiting = [asyncio.create_task(one) for one in (stop.wait(), idle)]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        afresh = not stop.is_set()
        for one in waiting:
            one.cancel()
    return afresh


def _stop(child: bool) -> asyncio.Event:
    """Set by a signal, and for a child when its parent has gone."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if child:
        loop.add_reader(sys.stdin.fileno(), _end_of_input, stop)
    return stop


def _end_of_input(stop: asyncio.Event) -> None:
    if not os.read(sys.stdin.fileno(), 1):
        asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
        stop.set()
