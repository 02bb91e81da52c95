"""Start the server with everything it needs, print a link that signs in, and run until Ctrl-C."""

import argparse
import asyncio
import signal
import sys
import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from agents.errors import AnamnesisError
from server.cli.loading import load

if TYPE_CHECKING:
    from server.settings import Settings

CANNOT_START = 2
SWITCH_SECONDS = 0.001
"""How long a thread that works things out keeps the interpreter from the event loop, at each of the loop's steps."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Where to listen; everything else is set by environment variables (README)."""
    parser.add_argument("--host", help="address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=int, help="first port to try (default 8000)")
    parser.add_argument("--demo", action="store_true", help="fill in a month of a small clinic that is invented")
    parser.add_argument("--no-worker", action="store_true", help="leave background jobs to `anamnesis worker`")


def execute(options: argparse.Namespace) -> int:
    """Run until interrupted: 0 after a clean end, 2 when something could not be started."""
    steps = Steps()
    from pydantic import ValidationError

    from server.json_lines import faults

    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        settings = _settings(options)
        with asyncio.Runner(loop_factory=_loop()) as runner:
            runner.run(_run(settings, steps, options.demo))
            steps.note("ended")
            from server.processes.shutdown import exit_now

            exit_now()
    except ValidationError as wrong:
        return _failed(f"A setting is not right: {faults(wrong)}")
    except AnamnesisError as failed:
        return _failed(str(failed))
    return 0


class Steps:
    """One printed line per step, with the seconds that it took."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def note(self, what: str) -> None:
        """Print one step."""
        now = time.monotonic()
        sys.stdout.write(f"  {what:<44}{now - self._last:7.2f} s\n")
        sys.stdout.flush()
        self._last = now


def _settings(options: argparse.Namespace) -> "Settings":
    from server.settings import Settings

    given = {"host": options.host, "port": options.port, "worker": False if options.no_worker else None}
    return Settings(**{name: value for name, value in given.items() if value is not None})


async def _run(settings: "Settings", steps: Steps, demo: bool) -> None:
    stop = _stop_on_signals()
    async with AsyncExitStack() as stack:
        loading = asyncio.create_task(asyncio.to_thread(load, "server.processes.web_process"))
        from server.installation import services
        from server.processes.shutdown import Opened, bounded_shutdown

        opened = await stack.enter_async_context(bounded_shutdown(stop))
        urls = await stack.enter_async_context(services(settings, steps.note))
        await loading
        steps.note("program loaded")
        if stop.is_set():
            return
        from server.processes.web_process import open_server

        running = await stack.enter_async_context(open_server(settings, urls, steps.note))
        opened.set_result(Opened(running.app.state.parts.database, urls.embedded))
        await running.serve(stop, demo)
        steps.note("ending")


def _stop_on_signals() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    return stop


def _loop() -> "type[asyncio.AbstractEventLoop] | None":
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.Loop


def _failed(reason: str) -> int:
    sys.stderr.write(f"anamnesis: {reason}\n")
    return CANNOT_START
