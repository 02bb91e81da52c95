"""The table of background jobs."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Uuid, desc, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from server.columns import count, moment, string


class Job(SQLModel, table=True):
    """Something to do in the background. At most one of a kind and key is queued or running."""

    __tablename__ = "job"
    __table_args__ = (
        Index("job_live", "kind", "key", unique=True, postgresql_where=text("state in ('queued', 'running')")),
        Index("job_latest", "kind", "owner_id", desc("created_at")),
        CheckConstraint("state in ('queued', 'running', 'done', 'failed', 'cancelled')", name="job_state"),
    )

    id: UUID = Field(primary_key=True)
    kind: str = string()
    key: str = string()
    owner_id: UUID | None = Field(
        default=None, sa_column=Column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), nullable=True)
    )
    payload: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    state: str = string(default="queued")
    progress: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False, server_default=text("'{}'")))
    error: str | None = string(null=True)
    attempts: int = count()
    failures: int = count()
    run_id: UUID | None = Field(default=None, sa_column=Column(Uuid, nullable=True))
    woken_as: str | None = string(null=True)
    woken_at: datetime | None = moment(null=True)
    lease_until: datetime | None = moment(null=True)
    not_before: datetime = moment(now=True)
    created_at: datetime = moment(now=True)
    updated_at: datetime = moment(now=True)
    started_at: datetime | None = moment(null=True)
    finished_at: datetime | None = moment(null=True)
