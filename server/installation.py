"""What commands stand on: the embedded services or those named in the settings, and a migrated database."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from server.embedded import Postgres, Redis, Service
from server.settings import Settings


@dataclass(frozen=True, slots=True)
class Urls:
    """Where the services are."""

    database: str
    redis: str


@asynccontextmanager
async def services(settings: Settings, note: Callable[[str], None] = lambda _: None) -> AsyncIterator[Urls]:
    """PostgreSQL and Redis, started where the settings name none, ended with the block. `note` hears of each step."""
    async with AsyncExitStack() as stack:
        database, redis = await asyncio.gather(
            _url(stack, settings.database_url, Postgres(settings.data / "postgres"), note),
            _url(stack, settings.redis_url, Redis(settings.data / "redis"), note),
        )
        yield Urls(database, redis)


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
async def database_url(settings: Settings) -> AsyncIterator[str]:
    """The database alone, migrated: for commands that do one thing and end."""
    from server.schema import migrate

    async with AsyncExitStack() as stack:
        url = await _url(stack, settings.database_url, Postgres(settings.data / "postgres"), lambda _: None)
        await asyncio.to_thread(migrate, url)
        yield url
