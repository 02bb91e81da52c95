"""The one place that signs a browser in and out: signing in starts a fresh session and ends the browser's old one."""

import hmac
from typing import Any
from uuid import UUID

from litestar import Request
from litestar.datastructures import Cookie
from litestar.response import Redirect

from server.accounts.repository import Accounts
from server.accounts.sessions import STAFF_COOKIE, StaffSessions
from server.tokens import digest

Caller = Request[Any, Any, Any]


class Entrance:
    """Lets browsers in and out.

    `local` are the digest of a token that works as often as one likes while this server runs, for programs on the same
    machine (it is written to `server.json`, readable by its owner only), and the account that it stands for.
    """

    def __init__(
        self, accounts: Accounts, sessions: StaffSessions, secure: bool, local: tuple[bytes, UUID] | None = None
    ) -> None:
        self._accounts, self._sessions, self._secure, self._local = accounts, sessions, secure, local

    async def account_for(self, token: str) -> UUID | None:
        """The account that a welcome token stands for. This uses the token up, unless it is the local one."""
        if self._local is not None and hmac.compare_digest(self._local[0], digest(token)):
            return self._local[1]
        return await self._accounts.redeem(token)

    async def let_in(self, request: Caller, account: UUID, to: str, *, alone: bool = False) -> Redirect:
        """Start a session and go on. `alone` ends every other session of the account."""
        token = await self._sessions.start(account, request.cookies.get(STAFF_COOKIE))
        if alone:
            await self._sessions.end_others(account, token)
        return Redirect(to, status_code=303, cookies=[self._cookie(token)])

    async def let_out(self, request: Caller) -> None:
        """End this browser's session."""
        await self._sessions.end(request.cookies.get(STAFF_COOKIE, ""))

    def _cookie(self, token: str) -> Cookie:
        return Cookie(
            key=STAFF_COOKIE,
            value=token,
            path="/",
            httponly=True,
            samesite="lax",
            secure=self._secure,
            max_age=int(self._sessions.lifetime.total_seconds()),
        )
