"""The clinic's logo in Postgres: each one stays with who handed it in, the latest counts."""

import hashlib
import time
from typing import Final

from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from server.clinic.logo import Logo
from server.patient_page import Mark

FRESH_SECONDS: Final = 2.0
_LATEST: Final = "select digest, width, height from clinic_logo order by number desc limit 1"
_FIND: Final = "select png from clinic_logo where digest = %s limit 1"
_SAVE: Final = "insert into clinic_logo (digest, png, width, height, by) values (%s, %s, %s, %s, %s)"


class Logos:
    """Reads and saves. What is read is at most two seconds old."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool = pool
        self._read: tuple[float, Mark | None] | None = None

    async def mark(self) -> Mark | None:
        """The logo that counts; None where there is none."""
        now = time.monotonic()
        if self._read is None or now - self._read[0] > FRESH_SECONDS:
            async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Mark)) as cursor:
                found = await (await cursor.execute(_LATEST)).fetchone()
            self._read = now, found if found and found.digest else None
        return self._read[1]

    async def png(self, digest: str) -> bytes | None:
        """The bytes of a logo, earlier ones too."""
        async with self._pool.connection() as connection:
            found = await (await connection.execute(_FIND, (digest,))).fetchone()
        return bytes(found[0]) if found else None

    async def save(self, logo: Logo | None, by: str) -> None:
        """From now on this is the logo; None takes it away."""
        kept = (hashlib.sha256(logo.png).hexdigest(), logo.png, logo.width, logo.height) if logo else (None, None, 0, 0)
        async with self._pool.connection() as connection:
            await connection.execute(_SAVE, (*kept, by))
        self._read = None
