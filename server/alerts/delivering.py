"""Sends what is due, beside a worker's jobs, while the worker runs."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from httpx import AsyncClient
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.domain.value import Value
from server.addresses import MailServer, host_of
from server.alerts.ended import end_notice
from server.alerts.notice import Notice, notice
from server.alerts.outbox import Due, Outbox
from server.alerts.planning import plan
from server.alerts.sending import NotTaken, post, send_mail
from server.background_tasks import AWAY, cancelled, in_background
from server.clinic.clock import clock_of
from server.clinic.store import ClinicStore
from server.settings import Settings

logger = logging.getLogger(__name__)
EVERY_SECONDS: Final = 1.0
AT_ONCE: Final = 20
"""Messages that one worker sends at the same time."""
LEASE_SECONDS: Final = 2.0
"""How much longer than one try may take a message stays with its worker."""


@asynccontextmanager
async def delivering(pool: AsyncConnectionPool[AsyncConnection], settings: Settings) -> AsyncIterator[None]:
    """While the block runs: messages about alerts are decided and sent. Any number of processes may do so at once."""
    async with AsyncClient(timeout=settings.alert_timeout + LEASE_SECONDS, follow_redirects=False) as client:
        deliverer = Deliverer(pool, settings, client)
        try:
            async with in_background(deliverer.deliver_for_ever):
                yield
        finally:
            await deliverer.end()


class Deliverer:
    """Takes what is due, and sends each message by its channel."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], settings: Settings, client: AsyncClient) -> None:
        self._pool, self._settings, self._client = pool, settings, client
        self._outbox = Outbox(pool, settings.alert_timeout + LEASE_SECONDS, settings.alert_again)
        self._clinic = ClinicStore(pool, settings)
        self._sending: set[asyncio.Task[None]] = set()

    async def deliver_for_ever(self) -> None:
        """Look every second."""
        while True:
            for step in (self._plan, self._outbox.drop_acknowledged, self._begin):
                await self._guarded(step)
            await asyncio.sleep(EVERY_SECONDS)

    async def end(self) -> None:
        """Stop what is being sent; it is tried again when its lease is over."""
        await cancelled(*self._sending)

    async def _guarded(self, step: Callable[[], Awaitable[None]]) -> None:
        """A database out of reach is waited for; and what cannot be planned must not hold up what can be sent."""
        try:
            await step()
        except AWAY as passing:
            logger.warning("alerts: %s; trying again", type(passing).__name__)
        except Exception:
            logger.exception("alerts: looking for what is due failed")

    async def _plan(self) -> None:
        await plan(self._pool, self._settings)

    async def _begin(self) -> None:
        free = AT_ONCE - len(self._sending)
        for one in await self._outbox.take(free) if free else ():
            task = asyncio.create_task(self._guarded(partial(self._deliver, one)))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _deliver(self, one: Due) -> None:
        try:
            async with asyncio.timeout(self._settings.alert_timeout):
                detail = await self._send(one)
        except NotTaken as why:
            await self._outbox.failed(one, str(why), why.final)
        except TimeoutError:
            await self._outbox.failed(one, f"no answer within {self._settings.alert_timeout:g} seconds")
        except Exception:
            logger.exception("alerts: a message failed")
            await self._outbox.failed(one, "something went wrong on the server; it has been noted")
        else:
            await self._outbox.accepted(one, detail)

    async def _send(self, one: Due) -> str:
        settings = self._settings
        if one.channel == "ended_webhook":
            told = end_notice(settings, one)
            return await self._post(told, settings.ended_webhook, settings.ended_webhook_secret)
        return await self._send_notice(one, notice(settings, one))

    async def _send_notice(self, one: Due, said: Notice) -> str:
        settings = self._settings
        match one.channel:
            case "email":
                if settings.smtp_url is None or settings.alert_from is None:
                    raise NotTaken("no mail server is set up any more")
                server = MailServer.parse(settings.smtp_url)
                clock = clock_of((await self._clinic.current()).time_zone)
                return await send_mail(said, server, settings.alert_from, one.address, clock)
            case "clinic_webhook":
                return await self._post(said, settings.alert_webhook, settings.alert_webhook_secret)
            case _:
                if host_of(one.webhook or "") not in settings.alert_webhook_hosts:
                    raise NotTaken("this webhook is not set up any more", final=True)
                return await self._post(said, one.webhook, one.secret)

    async def _post(self, said: Value, url: str | None, secret: str | None) -> str:
        if url is None or secret is None:
            raise NotTaken("this webhook is not set up any more", final=True)
        return await post(said, self._client, url, secret)
