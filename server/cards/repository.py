"""Report cards in the tables: the frozen snapshot of an interview, what was asked for, and the parts made so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool

from agents.errors import NotFound, NotNow
from benchmarks.cards.card import JUDGED, MEASURED, REPLAY, Card, Part
from benchmarks.cards.judging import comparable
from benchmarks.cards.snapshot import Snapshot, check_status
from server.interviews.event_log import load
from server.interviews.tables import Interview
from server.jobs.repository import Job, JobTable

REPORT_CARD = "report_card"
"""The kind of the job that makes a card, or single parts of it."""
_LOG = "select kind, body::text from event where interview_id = %s order by seq"
_FREEZE = "insert into snapshot (digest, interview_id, document) values (%s, %s, %s) on conflict (digest) do nothing"
_ASK = """
insert into card (digest, engines, judged) values (%s, %s, %s)
on conflict (digest) do update set engines = excluded.engines, judged = excluded.judged, started_at = now()
"""
_NEWEST = """
select c.digest, c.engines, c.judged, c.started_at, s.frozen_at from card c join snapshot s using (digest)
where s.interview_id = %s order by s.frozen_at desc limit 1
"""
_SAVE = """
insert into card_part (digest, key, body, job_id) values (%s, %s, %s, %s)
on conflict (digest, key) do update set body = excluded.body, job_id = excluded.job_id, made_at = now()
"""
_HELD = "select body from card_part where digest = %s and key = %s for update"


@dataclass(frozen=True, slots=True)
class Asked:
    """A card as it was asked for: the digest of its snapshot, the engines that replay (the rules are always among
    them), and whether the judge was asked."""

    digest: str
    engines: tuple[str, ...]
    judged: bool
    started_at: datetime
    frozen_at: datetime

    @property
    def parts(self) -> tuple[str, ...]:
        """The keys of all its parts."""
        return (*MEASURED, *JUDGED, *(f"{REPLAY}{engine}" for engine in self.engines))


class Cards:
    """The repository of report cards. Callers have asked `Interviews.get_for` whose the interview is."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection], jobs: JobTable) -> None:
        self._pool, self._jobs = pool, jobs

    async def start(self, interview: Interview, engines: Sequence[str], judged: bool) -> Job:
        """Freeze the interview and have its card made, in one transaction under the interview's row lock. The same
        snapshot has one card; while that is being made, asking again answers with the same job. Raises NotNow."""
        async with self._pool.connection() as connection, connection.transaction():
            snapshot = await _frozen(connection, interview.id)
            digest = snapshot.digest
            document = Jsonb(snapshot.model_dump(mode="json", by_alias=True))
            await connection.execute(_FREEZE, (digest, interview.id, document))
            payload = {"digest": digest}
            job = await self._jobs.insert(connection, REPORT_CARD, digest, payload, interview.owner_id)
            if job.attempts == 0:  # one that is under way keeps what it was asked for
                await connection.execute(_ASK, (digest, Jsonb(list(engines)), judged))
        await self._jobs.wake(job)
        return job

    async def again(self, interview: Interview, part: str) -> Job:
        """Have one part of the newest card made again, alone. While the card is being made, that job. Raises NotFound
        for a card or part that is not there."""
        check_status(interview.status)
        asked = await self.newest(interview.id)
        if asked is None or part not in asked.parts:
            raise NotFound("There is no such part.")
        payload = {"digest": asked.digest, "parts": [part]}
        return await self._jobs.add(REPORT_CARD, asked.digest, payload, interview.owner_id)

    async def job(self, digest: str) -> Job | None:
        """The newest job that made a card or a part of it."""
        return await self._jobs.find(REPORT_CARD, digest)

    async def newest(self, interview: UUID) -> Asked | None:
        """The newest card that was asked for."""
        row = await self._row(_NEWEST, interview)
        return Asked(**{**row, "engines": tuple(row["engines"])}) if row else None

    async def asked(self, digest: str) -> Asked:
        """The card of a snapshot. Raises NotFound."""
        query = _NEWEST.replace("s.interview_id", "s.digest")
        row = await self._row(query, digest)
        if row is None:
            raise NotFound("There is no such card.")
        return Asked(**{**row, "engines": tuple(row["engines"])})

    async def snapshot(self, digest: str) -> Snapshot:
        """The frozen interview. Raises NotFound; NotNow where what is stored is not what was frozen."""
        row = await self._row("select document from snapshot where digest = %s", digest)
        if row is None:
            raise NotFound("There is no such snapshot.")
        found = Snapshot.model_validate(row["document"], strict=False)
        if found.digest != digest:
            raise NotNow("The stored snapshot does not fit its digest: it was frozen by another version, or damaged.")
        return found

    async def card(self, digest: str) -> Card:
        """The parts made so far."""
        card = Card(snapshot=digest)
        async with self._pool.connection() as connection:
            rows = await connection.execute("select body from card_part where digest = %s", (digest,))
            for (body,) in await rows.fetchall():
                card = card.with_part(comparable(_part(body)))
        return card

    async def made_by(self, job: UUID) -> set[str]:
        """The parts that a job has already made: a job that begins again leaves these out."""
        async with self._pool.connection() as connection:
            rows = await connection.execute("select key from card_part where job_id = %s", (job,))
            return {key for (key,) in await rows.fetchall()}

    async def save(self, digest: str, part: Part, job: UUID) -> None:
        """Put a part into its place; a good one stays there where making it again failed (`Part.after`)."""
        async with self._pool.connection() as connection, connection.transaction():
            row = await (await connection.execute(_HELD, (digest, part.key))).fetchone()
            body = part.after(_part(row[0]) if row else None).model_dump(mode="json", by_alias=True)
            await connection.execute(_SAVE, (digest, part.key, Jsonb(body), job))

    async def _row(self, query: str, key: object) -> dict[str, Any] | None:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(query, (key,))  # composed of our own constants only
            return await cursor.fetchone()


def _part(body: object) -> Part:
    return Part.model_validate(body, strict=False)


async def _frozen(connection: AsyncConnection, interview: UUID) -> Snapshot:
    locked = await connection.execute("select status from interview where id = %s for update", (interview,))
    row = await locked.fetchone()
    if row is None:
        raise NotFound("There is no such interview.")
    check_status(row[0])
    log = await (await connection.execute(_LOG, (interview,))).fetchall()
    return Snapshot.of([load(kind, body) for kind, body in log])
