"""The tables of what is kept of a client beside their interviews. The client's own row is in
`server/interviews/tables.py`."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, Column, Date, ForeignKey, Index, Integer, Uuid, desc
from sqlmodel import Field, SQLModel

from server.columns import moment, owned_by, string


class Note(SQLModel, table=True):
    """What somebody wrote down about a client; never changed. `author` is their e-mail address."""

    __tablename__ = "client_note"
    __table_args__ = (Index("client_note_client", "client_id", desc("at")),)

    id: UUID = Field(primary_key=True)
    client_id: UUID = owned_by("client.id")
    author: str = string()
    body: str = string()
    at: datetime = moment(now=True)


class Plan(SQLModel, table=True):
    """An interview is to be held every so many weeks; the next one is due on a day. `ended_at`: it no longer counts
    since then, and can be taken back for a while."""

    __tablename__ = "client_plan"
    __table_args__ = (CheckConstraint("every_weeks between 1 and 52", name="client_plan_weeks"),)

    client_id: UUID = Field(sa_column=Column(Uuid, ForeignKey("client.id", ondelete="CASCADE"), primary_key=True))
    every_weeks: int = Field(sa_column=Column(Integer, nullable=False))
    next_on: date = Field(sa_column=Column(Date, nullable=False))
    ended_at: datetime | None = moment(null=True)


class Handover(SQLModel, table=True):
    """A client went from one therapist to another, with so many interviews: who did it, from whom, to whom, when."""

    __tablename__ = "client_handover"
    __table_args__ = (Index("client_handover_client", "client_id", desc("at")),)

    id: UUID = Field(primary_key=True)
    client_id: UUID = owned_by("client.id")
    by: str = string()
    giver: str = string()
    taker: str = string()
    interviews: int = Field(sa_column=Column(Integer, nullable=False))
    at: datetime = moment(now=True)
