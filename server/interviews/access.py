"""Who may enter an interview: staff with their session, the patient with a link that is exchanged for a cookie."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from uuid import UUID

from psycopg import AsyncConnection, OperationalError
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from server.accounts.sessions import STAFF_COOKIE
from server.tokens import digest, fresh_token

LOOK_AGAIN_SECONDS = 30.0
MOST_SOCKETS = 20
"""Open at once of one interview, for its patient and for staff each: tabs and devices, not a flood."""
_STAFF = """
select 1 from staff_session s join account a on a.id = s.account_id join interview i on i.id = %s
where s.token_hash = %s and s.expires_at > now() and not a.disabled and (a.role = 'admin' or i.owner_id = a.id)
  and i.deleted_at is null
"""
_PATIENT = """
select 1 from patient_session s join interview i on i.id = s.interview_id
where s.interview_id = %s and s.token_hash = %s and s.expires_at > now() and i.deleted_at is null
"""
_LOCK = """
select from interview where id = (select interview_id from patient_link where token_hash = %s) for key share
"""
_ENTER = """
insert into patient_session (token_hash, interview_id, expires_at)
select %(session)s, l.interview_id, l.expires_at from patient_link l join interview i on i.id = l.interview_id
where l.token_hash = %(link)s and l.revoked_at is null and l.expires_at > now() and i.deleted_at is null
returning interview_id, expires_at, (select locale from interview where id = interview_id)
"""
_PLACE = "select locale from interview where id = (select interview_id from patient_link where token_hash = %s)"


class Viewer(Enum):
    """The role in which somebody sees an interview."""

    STAFF = "staff"
    PATIENT = "patient"


@dataclass(frozen=True, slots=True)
class Entered:
    """A patient's browser that came in by the link: `token` goes into its cookie."""

    interview: UUID
    token: str
    expires_at: datetime
    locale: str


def patient_cookie(interview: UUID) -> str:
    """The cookie's name: one for each interview, so that two links on one phone do not shut each other out."""
    return f"patient-{interview.hex}"


class InterviewAccess:
    """Links and cookies are 256-bit tokens; the tables hold their SHA-256 only.

    A socket outlives the request that opened it. `inside` is for as long as it is open, and `until_out` looks again
    whether its viewer may still be there: at once when a new link was made here or an admin changed an account here,
    and every 30 seconds for everything else (signed out, too old, changed through another web node)."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection]) -> None:
        self._pool = pool
        self._inside: defaultdict[tuple[UUID, Viewer], set[asyncio.Event]] = defaultdict(set)

    async def viewer(self, interview: UUID, cookies: Mapping[str, str], as_patient: bool = False) -> Viewer | None:
        """The role in which these cookies admit somebody, or None. Staff comes first, unless they ask to be the patient
        (a therapist who tries the link in their own browser holds both cookies)."""
        staff, patient = cookies.get(STAFF_COOKIE), cookies.get(patient_cookie(interview))
        if staff and not as_patient and await self._holds(_STAFF, interview, staff):
            return Viewer.STAFF
        if patient and await self._holds(_PATIENT, interview, patient):
            return Viewer.PATIENT
        return None

    def recheck(self, interview: UUID) -> None:
        """The patient's link has changed: check again whether everybody who is connected may stay."""
        for bell in self._inside.get((interview, Viewer.PATIENT), ()):
            bell.set()

    def recheck_staff(self) -> None:
        """An account has changed: check again whether every member of staff who is connected here may stay."""
        for (_, viewer), bells in self._inside.items():
            if viewer is Viewer.STAFF:
                for bell in bells:
                    bell.set()

    @contextmanager
    def inside(self, interview: UUID, viewer: Viewer) -> Iterator[asyncio.Event | None]:
        """Be counted among those inside; a bell rings when they should be looked at again. None when it is full."""
        bell, others = asyncio.Event(), self._inside[interview, viewer]
        if len(others) >= MOST_SOCKETS:
            yield None
            return
        others.add(bell)
        try:
            yield bell
        finally:
            others.discard(bell)
            if not others:
                self._inside.pop((interview, viewer), None)

    async def until_out(
        self, bell: asyncio.Event, interview: UUID, cookies: Mapping[str, str], viewer: Viewer, as_patient: bool
    ) -> None:
        """Return when these cookies no longer admit that viewer. An unreachable database shuts nobody out; what else
        fails in looking is raised."""
        found: Viewer | None = viewer
        while found is viewer:
            with suppress(TimeoutError):
                await asyncio.wait_for(bell.wait(), LOOK_AGAIN_SECONDS)
            bell.clear()
            with suppress(OperationalError, PoolTimeout):
                found = await self.viewer(interview, cookies, as_patient)

    async def enter(self, link: str) -> Entered | None:
        """Exchange a link for a session of this browser; None when the link is unknown, replaced or too old."""
        token = fresh_token()
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute(_LOCK, (digest(link),))  # a link that is just being replaced is seen as it is then
            row = await connection.execute(_ENTER, {"session": digest(token), "link": digest(link)})
            found = await row.fetchone()
        return Entered(found[0], token, found[1], found[2]) if found else None

    async def place_of_link(self, link: str) -> str | None:
        """The locale of the interview to which a link leads or led; None for an unknown one."""
        async with self._pool.connection() as connection:
            found = await (await connection.execute(_PLACE, (digest(link),))).fetchone()
        return found[0] if found else None

    @staticmethod
    def seconds_left(entered: Entered) -> int:
        """How long the browser may return without the link, in seconds."""
        return max(0, int((entered.expires_at - datetime.now(UTC)).total_seconds()))

    async def _holds(self, query: str, interview: UUID, token: str) -> bool:
        async with self._pool.connection() as connection:
            row = await connection.execute(query, (interview, digest(token)), prepare=True)
            return await row.fetchone() is not None
