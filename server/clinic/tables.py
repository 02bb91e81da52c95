"""The table of the clinic's settings: append-only, so that it is its own audit."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from server.columns import moment, string


class ClinicVersion(SQLModel, table=True):
    """All settings as somebody left them. `by` is the admin's e-mail address; `body` is read by
    `server/clinic/store.py` alone."""

    __tablename__ = "clinic_version"

    number: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    by: str = string()
    at: datetime = moment(now=True)
    body: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
