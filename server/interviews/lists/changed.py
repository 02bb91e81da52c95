"""Tells the pages that list interviews, on whichever server, that something about some of them is otherwise: what no
entry of a log says, such as a label, the archive or a note. What it is they read themselves."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from sqlalchemy import func
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from server.interviews.group_commit import CHANNEL

_AT_ONCE: Final = 100
"""Interviews in one piece of news, which holds 8,000 bytes at most."""
_EVERYBODY: Final = "-"
"""In the place of the server that sent it: this one listens, too."""


def news_of(interviews: Collection[UUID]) -> list[str]:
    """The pieces of news that name them."""
    named = list(map(str, interviews))
    return [f"{_EVERYBODY} {' '.join(named[at : at + _AT_ONCE])}" for at in range(0, len(named), _AT_ONCE)]


async def tell(session: AsyncSession, interviews: Collection[UUID]) -> None:
    """Send them when this session commits."""
    for piece in news_of(interviews):
        await session.exec(select(func.pg_notify(CHANNEL, piece)))
