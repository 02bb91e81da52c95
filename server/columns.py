"""The kinds of column that all rooms' tables are made of; the tables themselves are in the rooms (`tables.py` in
each)."""

from typing import Any

from sqlalchemy import Boolean, Column, DateTime, ForeignKey, Integer, LargeBinary, Text, Uuid, text
from sqlmodel import Field


def moment(*, now: bool = False, null: bool = False) -> Any:
    """A point in time with its zone; `now`: the database's clock sets it. `null`: it may be missing."""
    return Field(
        default=None,
        sa_type=DateTime(timezone=True),
        nullable=null,
        sa_column_kwargs={"server_default": text("now()")} if now else {},
    )


def string(*, null: bool = False, default: str | None = None) -> Any:
    """Text of any length."""
    given = {"server_default": text(f"'{default}'")} if default is not None else {}
    return Field(default=default, sa_type=Text, nullable=null, sa_column_kwargs=given)


def flag(*, on: bool = False) -> Any:
    """True or false; `on` is what it is at first."""
    given = {"server_default": text("true" if on else "false")}
    return Field(default=on, sa_type=Boolean, nullable=False, sa_column_kwargs=given)


def count(kind: type[Integer] = Integer) -> Any:
    """A whole number, 0 at first."""
    return Field(default=0, sa_type=kind, nullable=False, sa_column_kwargs={"server_default": text("0")})


def token_digest() -> Any:
    """The primary key of a row that a token opens: the token's SHA-256 digest."""
    return Field(sa_type=LargeBinary, primary_key=True)


def owned_by(target: str) -> Any:
    """A foreign key, such as to `account.id`: this row is deleted with the one it refers to."""
    return Field(sa_column=Column(Uuid, ForeignKey(target, ondelete="CASCADE"), nullable=False, index=False))
