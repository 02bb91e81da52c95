"""Assessments of transcripts as rows. A therapist sees their own, an admin all, nobody else any."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

from pydantic import TypeAdapter
from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col, desc, select, update
from sqlmodel.sql.expression import SelectOfScalar

from agents.assessment.result import Assessment
from agents.domain.transcript import Transcript, Turn
from agents.errors import NotFound
from server.accounts.tables import Account
from server.assessments.tables import DANGER, AssessmentRow
from server.database import Database
from server.interviews.tables import Interview

PAGE: Final = 50
"""Assessments on one page of the list."""
_SAVE: Final = (
    "update assessment set result = %s::jsonb, finished_at = case when %s then now() else finished_at end where id = %s"
)
"""Every stage of every assessment is kept by this."""
_DANGERS: Final = f"""
select id, label, client_id, created_at, owner_id,
  result #>> '{{risk,found,0,finding,tier}}' as tier, result #>> '{{risk,found,0,sentence}}'
from assessment where {DANGER} and (%(owner)s::uuid is null or owner_id = %(owner)s) order by tier, created_at desc
"""  # noqa: S608
_NUL: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")
"""A NUL as JSON writes it, which no text of the database may hold; not a backslash that was written before "u0000"."""
_TURNS: Final = TypeAdapter(tuple[Turn, ...])


class Danger(NamedTuple):
    """A transcript with danger in it that nobody has read: the most urgent finding's tier and sentence."""

    id: UUID
    label: str
    client: UUID | None
    at: datetime
    owner: UUID
    tier: str
    sentence: str


class Assessments:
    """The repository. Every question by a member of staff goes through `_visible`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def once(
        self,
        owner: UUID,
        label: str,
        transcript: Transcript,
        digest: str,
        interview: UUID | None = None,
        client: UUID | None = None,
    ) -> UUID:
        """A new one, nothing found yet, or the one that the owner has with this digest. A NUL, which no text of the
        database may hold, is left out."""
        row: dict[str, Any] = {
            "id": uuid4(),
            "owner_id": owner,
            "interview_id": interview,
            "client_id": client,
            "label": label,
            "digest": digest,
            "transcript": [_storable(turn) for turn in transcript],
            "result": {},
        }
        added = insert(AssessmentRow).values(row).on_conflict_do_nothing(index_elements=["owner_id", "digest"])
        of_owner = select(AssessmentRow.id).where(AssessmentRow.owner_id == owner, AssessmentRow.digest == digest)
        async with self._database.session() as session:
            await session.exec(added)
            return (await session.exec(of_owner)).one()

    async def list_for(self, account: Account, page: int = 1) -> tuple[Sequence[AssessmentRow], bool]:
        """What this account may see, newest first: one page (the first is 1), and whether there are older ones."""
        newest = _visible(account).order_by(desc(col(AssessmentRow.created_at)), col(AssessmentRow.id))
        async with self._database.session() as session:
            rows = (await session.exec(newest.offset((page - 1) * PAGE).limit(PAGE + 1))).all()
        return rows[:PAGE], len(rows) > PAGE

    async def get_for(self, account: Account, number: UUID) -> AssessmentRow:
        """One assessment. Raises NotFound when it is not there or somebody else's."""
        async with self._database.session() as session:
            row = (await session.exec(_visible(account).where(col(AssessmentRow.id) == number))).one_or_none()
        if row is None:
            raise NotFound("There is no such assessment.")
        return row

    async def of_client(self, account: Account, client: UUID) -> Sequence[AssessmentRow]:
        """The transcripts that were handed in for a client, the newest first; those of interviews are theirs."""
        newest = _visible(account).where(col(AssessmentRow.client_id) == client)
        async with self._database.session() as session:
            return (await session.exec(newest.order_by(desc(col(AssessmentRow.created_at))))).all()

    async def of_interview(self, account: Account, interview: UUID) -> AssessmentRow | None:
        """The newest assessment of an interview, None before the first."""
        newest = _visible(account).where(col(AssessmentRow.interview_id) == interview)
        async with self._database.session() as session:
            found = await session.exec(newest.order_by(desc(col(AssessmentRow.created_at))).limit(1))
            return found.one_or_none()

    async def dangers(self, account: Account) -> Sequence[Danger]:
        """The transcripts with danger that nobody has read, stops first, of these the latest first."""
        owner = None if account.role == "admin" else account.id
        async with self._database.pool.connection() as connection:
            found = await connection.execute(_DANGERS, {"owner": owner})
            return [Danger(*one) for one in await found.fetchall()]

    async def see(self, account: Account, number: UUID) -> None:
        """Somebody has read the danger in it; who did so first stays. Raises NotFound."""
        await self.get_for(account, number)
        unseen = update(AssessmentRow).where(col(AssessmentRow.id) == number, col(AssessmentRow.seen_at).is_(None))
        async with self._database.session() as session:
            await session.exec(unseen.values(seen_at=func.now(), seen_by=account.name or account.email))

    async def work(self, number: UUID) -> tuple[Transcript, Assessment]:
        """What the pipeline goes on from. Raises NotFound."""
        async with self._database.session() as session:
            row = await session.get(AssessmentRow, number)
        if row is None:
            raise NotFound("The assessment was removed.")
        return transcript_of(row), assessment_of(row)

    async def save(self, number: UUID, assessment: Assessment, finished: bool) -> None:
        """Keep what is found by now."""
        written = assessment.model_dump_json()
        if "\\u0000" in written:  # hardly ever, and the pattern takes milliseconds to say so
            written = _NUL.sub(r"\1", written)
        async with self._database.pool.connection() as connection:
            await connection.execute(_SAVE, (written, finished, number))


def transcript_of(row: AssessmentRow) -> Transcript:
    """The turns."""
    return _TURNS.validate_python(row.transcript)


def assessment_of(row: AssessmentRow) -> Assessment:
    """What was found by now."""
    return Assessment.model_validate(row.result)


def _storable(turn: Turn) -> dict[str, Any]:
    return turn.model_dump(mode="json") | {"text": turn.text.replace("\0", "")}


def _visible(account: Account) -> SelectOfScalar[AssessmentRow]:
    hidden = select(Interview.id).where(col(Interview.deleted_at).is_not(None))
    of_deleted = func.coalesce(col(AssessmentRow.interview_id).in_(hidden), False)
    every = select(AssessmentRow).where(~of_deleted)
    return every if account.role == "admin" else every.where(col(AssessmentRow.owner_id) == account.id)
