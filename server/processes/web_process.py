"""One running server: database, accounts, application, a worker beside it, and the printed link."""

import asyncio
import gc
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import cast

from litestar import Litestar
from litestar.plugins.jinja import JinjaTemplateEngine
from psycopg import Error

from agents.errors import TryAgain
from server.accounts.repository import Accounts
from server.accounts.tables import Account
from server.app import create_app
from server.assessments import assessing
from server.background_tasks import cancelled
from server.demo.filling import fill, told
from server.engines import roles
from server.installation import Urls, connected
from server.logs import log_to_stderr
from server.pages.templates import compile_all
from server.processes.serving import announced, free_socket, serve
from server.processes.warmup import warm_up
from server.processes.worker_process import worker_beside
from server.settings import RULES, Settings
from server.tokens import digest, fresh_token


@dataclass(frozen=True, slots=True)
class RunningServer:
    """Everything that one server needs, opened."""

    settings: Settings
    app: Litestar
    bound: socket.socket
    link: str
    token: str
    owner: Account
    note: Callable[[str], None]

    @property
    def url(self) -> str:
        """The address at which browsers on this machine reach it."""
        return f"http://{self.settings.host}:{self.bound.getsockname()[1]}"

    async def serve(self, stop: asyncio.Event, demo: bool = False) -> None:
        """Serve until `stop` is set. Where models serve, everything is read and imported first; the rules alone are so
        quick that the first requests need not wait for the warm-up. With `demo`, an invented clinic's month is filled
        in once the link is printed."""
        warming = asyncio.create_task(asyncio.to_thread(self._warm_up))
        if roles.models_in_use(self.settings) or {*roles.assessing(self.settings).values()} != {RULES}:
            await warming
        listening = asyncio.Event()

        def ready() -> None:
            self._ready()
            listening.set()

        filling = asyncio.create_task(self._fill(listening)) if demo else None
        try:
            with announced(self.settings.data, self.url, self.token):
                await serve(self.app, self.settings, self.bound, stop, ready, self.app.state.parts.feeds.close)
        finally:
            if filling is not None:
                await cancelled(filling)
        await warming

    async def _fill(self, listening: asyncio.Event) -> None:
        await listening.wait()
        try:
            many = await fill(self.app.state.parts, self.owner)
        except (TryAgain, Error) as failed:
            sys.stdout.write(f"  The invented clinic could not be filled in: {failed}\n")
        else:
            sys.stdout.write(f"  {told(many)}\n")
        sys.stdout.flush()

    def _warm_up(self) -> None:
        warm_up(self.settings.safety)
        assessing.warm_up(self.settings)
        compile_all(cast("JinjaTemplateEngine", self.app.template_engine).engine)

    def _ready(self) -> None:
        gc.freeze()  # existing objects stay for good: the collector need not stop everything to scan them
        self.note("listening")
        base = self.settings.public_url or self.url
        sys.stdout.write(f"\n  Open this link, it signs you in once:\n\n    {base}/welcome/{self.link}\n")
        sys.stdout.write("\n  Ctrl-C ends the server.\n\n")
        sys.stdout.flush()


@asynccontextmanager
async def open_server(settings: Settings, urls: Urls, note: Callable[[str], None]) -> AsyncIterator[RunningServer]:
    """Migrate, connect and assemble. Raises TryAgain when a service cannot be reached."""
    log_to_stderr()
    async with AsyncExitStack() as stack:
        database, queue = await connected(stack, urls, settings)
        note("tables up to date")
        accounts = Accounts(database)
        owner = await accounts.first_admin(settings.admin_email)
        link = await accounts.sign_in_link(owner.id, settings.sign_in_link_lifetime)
        note(f"account {owner.email}")
        token = fresh_token()
        app = create_app(settings, database, queue, (digest(token), owner.id))
        if settings.worker:
            await stack.enter_async_context(worker_beside(urls))
        note("application, and a worker beside it" if settings.worker else "application")
        yield RunningServer(settings, app, free_socket(settings.host, settings.port), link, token, owner, note)
