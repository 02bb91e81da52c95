"""Access to PostgreSQL: SQLAlchemy for data that is rarely written, a pool of plain connections for the hot path."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from select import POLLIN, poll

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

WAIT_SECONDS = 10.0
"""How long a request waits for a free connection before the answer is to try again."""
CONNECT_SECONDS = 5
"""How long a server may take to accept a connection."""
RECONNECT_SECONDS = 1.0
"""After this time the pool gives up a lost connection; the next request for one makes it connect again, without
pauses."""


@dataclass(frozen=True, slots=True)
class Database:
    """Two ways to access one PostgreSQL.

    `pool.connection()` gives an autocommit connection: every statement is a transaction, prepared after its second use.
    `session()` gives a session in one transaction.
    """

    url: str
    engine: AsyncEngine
    pool: AsyncConnectionPool[AsyncConnection]

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncSession]:
        """One transaction: committed at the end of the block, rolled back when it raises."""
        async with AsyncSession(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    async def close(self) -> None:
        """Close all connections. The object can't be used afterwards."""
        await self.pool.close()
        await self.engine.dispose()


async def open_database(url: str, size: int = 10) -> Database:
    """Connect, with at most `size` connections for each of the two ways. Raises psycopg's OperationalError."""
    plain = plain_url(url)
    pool = AsyncConnectionPool[AsyncConnection](
        plain,
        min_size=2,
        max_size=max(2, size),
        timeout=WAIT_SECONDS,
        open=False,
        kwargs={"autocommit": True, "prepare_threshold": 1, "connect_timeout": CONNECT_SECONDS},
        check=_still_open,
        reconnect_timeout=RECONNECT_SECONDS,
    )
    await pool.open(wait=True, timeout=WAIT_SECONDS)
    engine = create_async_engine(
        alchemy_url(plain),
        pool_size=size,
        max_overflow=0,
        pool_timeout=WAIT_SECONDS,
        pool_pre_ping=True,
        connect_args={"connect_timeout": CONNECT_SECONDS},
    )
    return Database(plain, engine, pool)


async def _still_open(connection: AsyncConnection) -> None:
    """Check an idle connection that has something to read, which can only be the other end closing. Raises
    OperationalError."""
    looking = poll()
    looking.register(connection.fileno(), POLLIN)
    if looking.poll(0):
        await connection.execute("select 1")


def plain_url(url: str) -> str:
    """The URL in libpq's form: postgres:// and postgresql+driver:// become postgresql://."""
    scheme, _, rest = url.partition("://")
    return f"postgresql://{rest}" if scheme.startswith("postgres") else url


def alchemy_url(url: str) -> str:
    """The URL in SQLAlchemy's form, with psycopg as the driver."""
    return plain_url(url).replace("postgresql://", "postgresql+psycopg://", 1)
