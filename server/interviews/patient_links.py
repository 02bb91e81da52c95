"""Links that let a patient into one interview. The database holds a link's digest and its end; the token is made anew
from these and the server's secret each time it is copied, so that a living link can be shown and none is stored."""

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from agents.errors import NotNow
from server.interviews.access import InterviewAccess
from server.tokens import digest

LINK_DAYS = 14
_Connection = AsyncConnection[Any]
_LATEST = """
select token_hash, expires_at, expires_at > now() from patient_link
where interview_id = %s and revoked_at is null order by expires_at desc limit 1
"""
_REPLACE = """
with gone as (delete from patient_session where interview_id = %(interview)s),
  old as (update patient_link set revoked_at = now() where interview_id = %(interview)s and revoked_at is null)
insert into patient_link (token_hash, interview_id, expires_at) values (%(hash)s, %(interview)s, %(expires)s)
"""
_ONE_AT_A_TIME = "select from interview where id = %s for update"


@dataclass(frozen=True, slots=True)
class PatientLink:
    """A link and its current state. `token` is None where it can't be shown: it was made with another secret, or
    before links
    could be shown again. `made` says that it did not stand before it was asked for."""

    token: str | None
    expires_at: datetime
    alive: bool = True
    made: bool = False


class PatientLinks:
    """At most one link of an interview is valid. `secret` is the server's own, the same on every node."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], secret: str, access: InterviewAccess) -> None:
        self._pool, self._secret, self._access = pool, secret.encode(), access

    async def latest(self, interview: UUID) -> PatientLink | None:
        """The last link that was made, alive or expired; None where there is none."""
        async with self._pool.connection() as connection:
            return await self._latest(connection, interview)

    async def living(self, interview: UUID) -> PatientLink:
        """The valid link, made only if there is none: this shuts nobody out. Raises NotNow where it can't be shown."""
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute(_ONE_AT_A_TIME, (interview,))
            link = await self._latest(connection, interview)
            if link is None or not link.alive:
                return await self._replace(connection, interview)
        if link.token is None:
            raise NotNow("The link that was made still works, but it cannot be shown again. Make a new one to copy it.")
        return link

    async def new(self, interview: UUID) -> PatientLink:
        """A fresh link. Earlier links of this interview, and the browsers that used them, are shut out."""
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute(_ONE_AT_A_TIME, (interview,))
            link = await self._replace(connection, interview)
        self._access.recheck(interview)
        return link

    async def _latest(self, connection: _Connection, interview: UUID) -> PatientLink | None:
        found = await (await connection.execute(_LATEST, (interview,))).fetchone()
        if found is None:
            return None
        stored, expires, alive = found
        token = self._token(interview, expires)
        return PatientLink(token if hmac.compare_digest(digest(token), stored) else None, expires, alive)

    async def _replace(self, connection: _Connection, interview: UUID) -> PatientLink:
        expires = datetime.now(UTC) + timedelta(days=LINK_DAYS)
        token = self._token(interview, expires)
        await connection.execute(_REPLACE, {"interview": interview, "hash": digest(token), "expires": expires})
        return PatientLink(token, expires, made=True)

    def _token(self, interview: UUID, expires: datetime) -> str:
        """43 URL-safe characters (256 bits) that only the secret's holder can make."""
        named = f"patient-link {interview} {expires.astimezone(UTC).isoformat()}"
        return urlsafe_b64encode(hmac.digest(self._secret, named.encode(), "sha256")).decode().rstrip("=")
