"""Who is signed in: staff sessions, kept in the database and found by the cookie's token on every request."""

from datetime import timedelta
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from server.accounts.tables import Account
from server.tokens import digest, fresh_token

STAFF_COOKIE = "anamnesis_staff"

_FIND = """
select a.id, a.email, a.name, a.role from staff_session s join account a on a.id = s.account_id
where s.token_hash = %s and s.expires_at > now() and not a.disabled
"""
_START = """
with gone as (delete from staff_session where token_hash = %(replaced)s or expires_at < now())
insert into staff_session (token_hash, account_id, expires_at) values (%(token)s, %(account)s, now() + %(lifetime)s)
"""


class StaffSessions:
    """Starts, finds and ends sessions; one statement each."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], lifetime: timedelta) -> None:
        self._pool = pool
        self.lifetime = lifetime

    async def find(self, token: str | None) -> Account | None:
        """The account that a cookie belongs to, without its password hash; None if the session is unknown or over, or
        the account disabled."""
        if not token:
            return None
        async with self._pool.connection() as connection:
            row = await (await connection.execute(_FIND, (digest(token),))).fetchone()
        return Account(id=row[0], email=row[1], name=row[2], role=row[3]) if row else None

    async def start(self, account: UUID, replaced: str | None = None) -> str:
        """A new session's token. The session that the same browser had before ends."""
        token = fresh_token()
        values = {"token": digest(token), "account": account, "lifetime": self.lifetime}
        async with self._pool.connection() as connection:
            await connection.execute(_START, {**values, "replaced": digest(replaced or "")})
        return token

    async def end(self, token: str) -> None:
        """Sign one browser out."""
        async with self._pool.connection() as connection:
            await connection.execute("delete from staff_session where token_hash = %s", (digest(token),))

    async def end_others(self, account: UUID, kept: str) -> None:
        """Sign out every other browser of an account, as after a new password."""
        async with self._pool.connection() as connection:
            await connection.execute(
                "delete from staff_session where account_id = %s and token_hash <> %s", (account, digest(kept))
            )
