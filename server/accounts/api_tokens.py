"""Tokens for programs: made by a member of staff for their own account, shown once, kept as digests, found on every
request, ended at once. Every use is kept for a year and more."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from agents.errors import CorrectInput
from server.accounts.scopes import SCOPES, Scope
from server.accounts.tables import Account
from server.tokens import digest, fresh_token

PREFIX: Final = "anamnesis_"
"""What every token begins with, so that people and programs that look for leaked secrets recognise one."""
LIFETIMES: Final = (30, 90, 365)
"""Days, to choose from."""
MOST: Final = 20
"""Tokens of one account that work at the same time."""
LONGEST_NAME: Final = 60
_SHOWN_USES: Final = 12
_LONGEST_PATH: Final = 200
KEPT_DAYS: Final = 400
"""For so long it is known what a token was used for: longer than any works."""
_MAKE: Final = """
with gone as (delete from api_use where day < current_date - %(kept)s::int)
insert into api_token (id, account_id, token_hash, name, scopes, expires_at)
select %(id)s, %(account)s, %(hash)s, %(name)s, %(scopes)s, %(expires)s
where (
  select count(*) from api_token
  where account_id = %(account)s and revoked_at is null and expires_at > now()) < %(most)s
"""
_USE: Final = """
with found as (
  select t.id, a.id as account, a.email, a.name, a.role,
    coalesce(%(scope)s = any(t.scopes), false) as allowed
  from api_token t join account a on a.id = t.account_id
  where t.token_hash = %(hash)s and revoked_at is null and expires_at > now() and not a.disabled),
used as (update api_token set last_used_at = now() from found where api_token.id = found.id),
noted as (
  insert into api_use (token_id, day, method, path, allowed, times)
  select id, (now() at time zone 'utc')::date, %(method)s, %(path)s, allowed, 1 from found
  on conflict (token_id, day, method, path, allowed) do update set times = api_use.times + 1, last_at = now())
select account, email, name, role, allowed from found
"""
_LIST: Final = """
select id, name, scopes, created_at, expires_at, last_used_at, revoked_at,
  revoked_at is null and expires_at > now() as alive
from api_token where account_id = %s order by alive desc, created_at desc
"""
_REVOKE: Final = """
update api_token set revoked_at = coalesce(revoked_at, now()) where id = %s and account_id = %s
"""
_USES: Final = """
select t.name, u.method, u.path, u.allowed, u.times, u.last_at from api_use u join api_token t on t.id = u.token_id
where t.account_id = %s order by u.last_at desc limit %s
"""


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A token as it is listed; the token itself is not known any more."""

    id: UUID
    name: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None
    alive: bool


@dataclass(frozen=True, slots=True)
class UseLine:
    """What a token was used for on one day, so many times; the last time and whether its scopes allowed it."""

    name: str
    method: str
    path: str
    allowed: bool
    times: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Bearer:
    """Whoever sends a token: the account that it stands for, and whether it has the scope that was asked for."""

    account: Account
    allowed: bool


class ApiTokens:
    """The repository; every method is one statement."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool = pool

    async def make(self, account: UUID, name: str, scopes: Iterable[str], days: int) -> str:
        """A new token, which is shown now and never again; uses of long ago are forgotten. Raises CorrectInput."""
        chosen = _scopes(scopes)
        named = " ".join(name.replace("\x00", "").split())
        if not 0 < len(named) <= LONGEST_NAME:
            raise CorrectInput(f"Give the token a name of at most {LONGEST_NAME} characters: what it is for.")
        if days not in LIFETIMES:
            raise CorrectInput(f"A token works for {', '.join(map(str, LIFETIMES[:-1]))} or {LIFETIMES[-1]} days.")
        token = PREFIX + fresh_token()
        values = {"id": uuid4(), "account": account, "hash": digest(token), "name": named, "scopes": chosen}
        values |= {"expires": datetime.now(UTC) + timedelta(days=days), "most": MOST, "kept": KEPT_DAYS}
        async with self._pool.connection() as connection:
            if not (await connection.execute(_MAKE, values)).rowcount:
                raise CorrectInput(f"You have {MOST} tokens that work. Revoke one first.")
        return token

    async def use(self, token: str, scope: Scope | None, method: str, path: str) -> Bearer | None:
        """Who sends this token to ask for something that needs this scope; the use is kept, also one that is not
        allowed. None where the token is unknown, expired or revoked, or its account disabled."""
        values = {"hash": digest(token), "scope": scope, "method": method, "path": path[:_LONGEST_PATH]}
        async with self._pool.connection() as connection:
            found = await (await connection.execute(_USE, values)).fetchone()
        if found is None:
            return None
        account, email, name, role, allowed = found
        return Bearer(Account(id=account, email=email, name=name, role=role), allowed)

    async def of(self, account: UUID) -> list[TokenLine]:
        """An account's tokens, those that work first, then the newest first."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(TokenLine)) as cursor:
            return await (await cursor.execute(_LIST, (account,))).fetchall()

    async def uses(self, account: UUID) -> list[UseLine]:
        """What an account's tokens were last used for."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(UseLine)) as cursor:
            return await (await cursor.execute(_USES, (account, _SHOWN_USES))).fetchall()

    async def revoke(self, account: UUID, token: UUID) -> bool:
        """End a token of this account; from now on it opens nothing. False where there is none that works."""
        async with self._pool.connection() as connection:
            return bool((await connection.execute(_REVOKE, (token, account))).rowcount)


def _scopes(given: Iterable[str]) -> list[Scope]:
    """The scopes that were chosen, in their order. Raises CorrectInput."""
    asked = set(given)
    if not asked or asked - SCOPES.keys():
        raise CorrectInput("Choose what the token may do.")
    return [scope for scope in SCOPES if scope in asked]
