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
from pydantic import ValidationError

from agents.errors import NotFound, NotNow
from benchmarks.cards.card import JUDGED, MEASURED, REPLAY, Card, Part
from benchmarks.cards.judging import GIVEN, comparable
from benchmarks.cards.snapshot import Snapshot, check_status, digest_of
from server.cards.usual import NEWEST, SHARES, Usual
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
_CARDS = "select c.digest, c.engines, c.judged, c.started_at, s.frozen_at from card c join snapshot s using (digest)"
_USUAL = """
with own as (select id, mode, split_part(locale, '-', 1) as language from interview where id = %(interview)s),
others as (
  select distinct on (i.id) c.digest, s.frozen_at from own
  join interview i on i.id <> own.id and i.mode = own.mode and split_part(i.locale, '-', 1) = own.language
  left join client on client.id = i.client_id
  join snapshot s on s.interview_id = i.id
  join card c on c.digest = s.digest
  where i.status = 'completed' and i.deleted_at is null and i.persona_id is null and client.invented is not true
  order by i.id, c.started_at desc),
newest as (select digest from others order by frozen_at desc limit %(newest)s)
select f ->> 'key', count(*), percentile_cont(%(shares)s::float8[]) within group (order by (f ->> 'value')::float8)
from newest join card_part p using (digest), jsonb_array_elements(p.body -> 'figures') f
where jsonb_typeof(f -> 'value') = 'number' and p.key not like %(replays)s
  and (p.key <> 'judge' or (p.body #>> '{detail,given}')::int = %(given)s)
group by 1
"""
"""Figures of the newest card of each other interview; a replay's speak of its engine, not of the interview, and the
judge's count as `comparable` has it."""
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

    def shown(self, card: Card) -> tuple[str, ...]:
        """The keys of all its parts, and of those that an earlier version made and this one no longer does."""
        made = (part.key for part in card.parts if not part.key.startswith(REPLAY))
        return tuple(dict.fromkeys((*self.parts, *made)))


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

    async def all(self, interview: UUID) -> tuple[Asked, ...]:
        """Every card of an interview, the one asked for last first."""
        query = f"{_CARDS} where s.interview_id = %s order by c.started_at desc"
        return tuple(map(_asked, await self._rows(query, interview)))

    async def newest(self, interview: UUID) -> Asked | None:
        """The card that was asked for last."""
        return next(iter(await self.all(interview)), None)

    async def asked(self, digest: str) -> Asked:
        """The card of a snapshot. Raises NotFound."""
        rows = await self._rows(f"{_CARDS} where c.digest = %s", digest)
        if not rows:
            raise NotFound("There is no such card.")
        return _asked(rows[0])

    async def usual(self, interview: UUID) -> Usual:
        """What is usual in the other interviews of its mode and language."""
        given = {"interview": interview, "newest": NEWEST, "shares": list(SHARES), "given": GIVEN}
        async with self._pool.connection() as connection:
            rows = await connection.execute(_USUAL, {**given, "replays": f"{REPLAY}%"})
            return Usual.of(await rows.fetchall())

    async def snapshot(self, digest: str) -> Snapshot:
        """The frozen interview. Raises NotFound; NotNow where what is stored is not what was frozen."""
        rows = await self._rows("select document from snapshot where digest = %s", digest)
        if not rows:
            raise NotFound("There is no such snapshot.")
        document = rows[0]["document"]
        if digest_of(document) != digest:
            raise NotNow("The stored snapshot does not fit its digest: it is damaged.")
        try:
            return Snapshot.model_validate(document, strict=False)
        except ValidationError as error:
            raise NotNow("The stored snapshot is of a version that this one can't read.") from error

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

    async def _rows(self, query: str, key: object) -> list[dict[str, Any]]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(query, (key,))  # composed of our own constants only
            return await cursor.fetchall()


def _asked(row: dict[str, Any]) -> Asked:
    return Asked(**{**row, "engines": tuple(row["engines"])})


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
