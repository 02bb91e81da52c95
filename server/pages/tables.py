"""The table of when each account was last on the start page."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Column, ForeignKey, Uuid
from sqlmodel import Field, SQLModel

from server.columns import moment


class Visit(SQLModel, table=True):
    """The visit that goes on, or was the last: `at` is when the page was last looked at, `before` when the visit before
    it ended."""

    __tablename__ = "visit"

    account_id: UUID = Field(sa_column=Column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), primary_key=True))
    at: datetime = moment(now=True)
    before: datetime | None = moment(null=True)
