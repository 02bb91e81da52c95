"""The tables of report cards and of the finished interviews that they measure."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Column, ForeignKey, Index, Text, Uuid, desc
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from server.columns import flag, moment, owned_by


class SnapshotRow(SQLModel, table=True):
    """A finished interview as it was when a report card was asked for. A trigger refuses every change."""

    __tablename__ = "snapshot"
    __table_args__ = (Index("snapshot_interview", "interview_id", desc("frozen_at")),)

    digest: str = Field(sa_type=Text, primary_key=True)
    interview_id: UUID = owned_by("interview.id")
    document: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    frozen_at: datetime = moment(now=True)


class CardRow(SQLModel, table=True):
    """What a report card was asked for: the engines that replay, and whether the judge reads the conversation."""

    __tablename__ = "card"

    digest: str = Field(sa_column=Column(Text, ForeignKey("snapshot.digest", ondelete="CASCADE"), primary_key=True))
    engines: list[str] = Field(sa_column=Column(JSONB, nullable=False))
    judged: bool = flag()
    started_at: datetime = moment(now=True)


class CardPart(SQLModel, table=True):
    """One part of a card, with the job that made it."""

    __tablename__ = "card_part"

    digest: str = Field(sa_column=Column(Text, ForeignKey("card.digest", ondelete="CASCADE"), primary_key=True))
    key: str = Field(sa_type=Text, primary_key=True)
    body: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    job_id: UUID = Field(sa_column=Column(Uuid, nullable=False))
    made_at: datetime = moment(now=True)
