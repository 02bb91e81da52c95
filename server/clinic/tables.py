"""The tables of the clinic's settings and logo: append-only, so that they are their own audit."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Column, Identity, LargeBinary
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from server.columns import count, moment, string


class ClinicVersion(SQLModel, table=True):
    """All settings as somebody left them. `by` is the admin's e-mail address; `body` is read by
    `server/clinic/store.py` alone."""

    __tablename__ = "clinic_version"

    number: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    by: str = string()
    at: datetime = moment(now=True)
    body: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))


class LogoRow(SQLModel, table=True):
    """A logo that an admin handed in, found by the SHA-256 of its bytes; the latest one counts. Without bytes: it was
    taken away."""

    __tablename__ = "clinic_logo"

    number: int | None = Field(default=None, sa_column=Column(BigInteger, Identity(), primary_key=True))
    digest: str | None = string(null=True)
    png: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    width: int = count()
    height: int = count()
    by: str = string()
    at: datetime = moment(now=True)
