"""The table of assessments of transcripts."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Column, ForeignKey, Index, Uuid, desc, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from server.columns import moment, owned_by, string

DANGER: Final = (
    "seen_at is null and interview_id is null and result #>> '{risk,found,0,finding,tier}' in ('stop', 'urgent')"
)
"""A transcript that was handed in, in which the rules read danger, and that nobody has read since. The most urgent
finding is the first; an interview raises its own alerts."""


class AssessmentRow(SQLModel, table=True):
    """One transcript and what the pipeline has found in it so far. `transcript` is a list of turns, `result` an
    `Assessment` as JSON; both are read by `server/assessments/repository.py` alone. `interview_id` where it is an
    interview's, `client_id` where it was handed in for a client.
    `seen_at` and `seen_by`: who has read the danger in it, nobody (None) where it was handed in before that was asked.
    `digest` is of all that an owner has assessed once: see `server/assessments/assessing.py`."""

    __tablename__ = "assessment"
    __table_args__ = (
        Index("assessment_owner", "owner_id", desc("created_at")),
        Index("assessment_interview", "interview_id"),
        Index("assessment_client", "client_id"),
        Index("assessment_danger", "owner_id", postgresql_where=text(DANGER)),
        Index("assessment_once", "owner_id", "digest", unique=True),
    )

    id: UUID = Field(primary_key=True)
    owner_id: UUID = owned_by("account.id")
    interview_id: UUID | None = Field(
        default=None, sa_column=Column(Uuid, ForeignKey("interview.id", ondelete="CASCADE"), nullable=True)
    )
    client_id: UUID | None = Field(
        default=None, sa_column=Column(Uuid, ForeignKey("client.id", ondelete="SET NULL"), nullable=True)
    )
    label: str = string()
    digest: str | None = string(null=True)
    transcript: list[dict[str, Any]] = Field(sa_column=Column(JSONB, nullable=False))
    result: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False, server_default=text("'{}'")))
    created_at: datetime = moment(now=True)
    finished_at: datetime | None = moment(null=True)
    seen_at: datetime | None = moment(null=True)
    seen_by: str | None = string(null=True)
