"""The basis of all commands: the embedded services or those named in the settings, and a migrated database."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.errors import TryAgain
from server.embedded import Postgres, Redis, Service
from server.settings import Settings
from server.supervision import supervised

if TYPE_CHECKING:
    from arq import ArqRedis

    from server.database import Database


@dataclass(frozen=True, slots=True)
class Urls:
    """The addresses of the services, and which of them are embedded."""

    database: str
    redis: str
    embedded: tuple[Service, ...] = ()


@asynccontextmanager
async def services(settings: Settings, note: Callable[[str], None] = lambda _: None) -> AsyncIterator[Urls]:
    """PostgreSQL and Redis, started where the settings name none, restarted when they die, ended with the block. `note`
    is called with each step. A data folder created here is accessible to its owner only."""
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    postgres, redis = Postgres(settings.data / "postgres"), Redis(settings.data / "redis")
    async with AsyncExitStack() as stack:
        urls = await asyncio.gather(
            _url(stack, settings.database_url, postgres, note), _url(stack, settings.redis_url, redis, note)
        )
        own = [one for one, given in ((postgres, settings.database_url), (redis, settings.redis_url)) if given is None]
        async with supervised(*own):
            yield Urls(*urls, embedded=tuple(own))


async def _url(stack: AsyncExitStack, given: str | None, service: Service, note: Callable[[str], None]) -> str:
    name = type(service).__name__
    if given is not None:
        note(f"{name} from the settings")
        return given
    stack.push_async_callback(asyncio.to_thread, service.stop)
    await asyncio.to_thread(service.start)
    note(f"{name} ready")
    return service.url


@asynccontextmanager
async def migrated_database(settings: Settings) -> AsyncIterator["Database"]:
    """Only the database, open and at the newest revision: for commands that do one thing and end."""
    from server.database import open_database
    from server.schema import migrate

    async with AsyncExitStack() as stack:
        url = await _url(stack, settings.database_url, Postgres(settings.data / "postgres"), lambda _: None)
        with reachable():
            await asyncio.to_thread(migrate, url)
            database = await open_database(url, settings.pool_size)
        stack.push_async_callback(database.close)
        yield database


async def connected(stack: AsyncExitStack, urls: Urls, settings: Settings) -> "tuple[Database, ArqRedis]":
    """The database at its newest revision, and the queue; both closed with the stack. Raises TryAgain when a service
    cannot be reached."""
    from server.database import open_database
    from server.jobs.queue import open_queue
    from server.schema import migrate

    with reachable():
        await asyncio.to_thread(migrate, urls.database)
        database = await open_database(urls.database, settings.pool_size)
    stack.push_async_callback(database.close)
    with reachable():
        queue = await open_queue(urls.redis)
    stack.push_async_callback(queue.aclose)
    return database, queue


@contextmanager
def reachable() -> Iterator[None]:
    """Raises TryAgain, naming the database or Redis, when a connection to it fails."""
    from psycopg import OperationalError
    from redis.exceptions import RedisError

    try:
        yield
    except OperationalError as failed:
        raise TryAgain(f"The database cannot be reached: {str(failed).strip()}") from failed
    except (RedisError, OSError) as failed:
        raise TryAgain(f"Redis cannot be reached: {failed}") from failed
