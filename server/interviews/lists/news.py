"""Live news for the list of interviews: that something happened in one, not what; the page reads that itself."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from litestar import get
from litestar.di import NamedDependency
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage
from psycopg import OperationalError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from agents.domain.value import Value
from server.accounts.tables import Account
from server.http.security import staff
from server.interviews.live.feed import Bulletin, Feeds
from server.interviews.repository import Interviews
from server.jobs.routes import LONGEST_SECONDS, QUIET_SECONDS, STILL_HERE
from server.openapi.contract import described, events_of

AT_MOST_EVERY = 0.3
"""Seconds; events within this time are sent as one piece of news."""


class Nothing(Value):
    """News says nothing but that there is some."""


NEWS = ServerSentEventMessage(event="news", data="{}")


@get(
    "/interviews/news",
    guards=[staff],
    **described("interviews_news", "Follow news of the interviews live", gives=events_of("news", Nothing)),
)
async def interviews_news(
    account: NamedDependency[Account], interviews: NamedDependency[Interviews], feeds: NamedDependency[Feeds]
) -> ServerSentEvent:
    """Server-sent events named `news`: one at the beginning, then one whenever an interview that this account may see
    has grown, was begun, renamed, put away or taken back, or got a note, on whichever server."""
    return ServerSentEvent(_news(account, interviews, feeds))


async def _news(account: Account, interviews: Interviews, feeds: Feeds) -> AsyncIterator[ServerSentEventMessage]:
    loop = asyncio.get_running_loop()
    begun = loop.time()
    with feeds.bulletin() as bulletin:
        yield NEWS
        while not bulletin.closed and loop.time() - begun < LONGEST_SECONDS:
            if not await _rung(bulletin):
                yield STILL_HERE
            elif await _concerns(account, interviews, bulletin):
                yield NEWS
                await asyncio.sleep(AT_MOST_EVERY)


async def _rung(bulletin: Bulletin) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(QUIET_SECONDS):
            return await bulletin.rung.wait()
    return False


async def _concerns(account: Account, interviews: Interviews, bulletin: Bulletin) -> bool:
    grown, missed = bulletin.taken()
    try:
        return missed or (bool(grown) and await interviews.any_for(account, grown))
    except (OperationalError, DBAPIError, NoConnection):
        return True  # the page asks again itself, and learns how things are


HANDLERS = (interviews_news,)
