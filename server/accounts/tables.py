"""The tables of accounts and of who is signed in. Tokens are kept as SHA-256 digests only."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Identity,
    Index,
    LargeBinary,
    Text,
    UniqueConstraint,
    Uuid,
)
from sqlmodel import Field, SQLModel

from server.columns import count, flag, moment, owned_by, string, token_digest


class Account(SQLModel, table=True):
    """A therapist or an admin. The e-mail is stored in lower case. An account without a password signs in by one-time
    links only.

    `alert_email`: alerts go to its e-mail. `alert_webhook`: they go there too, signed with `alert_webhook_secret`.
    `alert_second`: the e-mail of the second person, to whom an alert goes that nobody acknowledges."""

    __tablename__ = "account"
    __table_args__ = (
        UniqueConstraint("email", name="account_email"),
        CheckConstraint("email = lower(email)", name="account_email_lower"),
        CheckConstraint("role in ('therapist', 'admin')", name="account_role"),
    )

    id: UUID = Field(primary_key=True)
    email: str = string()
    name: str = string(default="")
    role: str = string()
    password_hash: str | None = string(null=True)
    disabled: bool = flag()
    alert_email: bool = flag(on=True)
    alert_webhook: str | None = string(null=True)
    alert_webhook_secret: str | None = string(null=True)
    alert_second: str | None = string(null=True)
    created_at: datetime = moment(now=True)


class AccountChange(SQLModel, table=True):
    """What an admin changed of an account, never changed itself: `what` is `role`, `second person` or `access`, and
    `by` the admin's e-mail address."""

    __tablename__ = "account_change"
    __table_args__ = (Index("account_change_account", "account_id", "number"),)

    number: int | None = Field(default=None, sa_column=Column(BigInteger, Identity(), primary_key=True))
    account_id: UUID = owned_by("account.id")
    what: str = string()
    before: str = string(default="")
    after: str = string(default="")
    by: str = string()
    at: datetime = moment(now=True)


class SignInLink(SQLModel, table=True):
    """A link that signs its account in, once."""

    __tablename__ = "sign_in_link"

    token_hash: bytes = token_digest()
    account_id: UUID = owned_by("account.id")
    expires_at: datetime = moment()
    used_at: datetime | None = moment(null=True)


class StaffSession(SQLModel, table=True):
    """A browser in which a member of staff is signed in."""

    __tablename__ = "staff_session"
    __table_args__ = (Index("staff_session_account", "account_id"),)

    token_hash: bytes = token_digest()
    account_id: UUID = owned_by("account.id")
    expires_at: datetime = moment()
    created_at: datetime = moment(now=True)


class ApiToken(SQLModel, table=True):
    """A token with which a program acts as an account, within its scopes (`server/accounts/scopes.py`)."""

    __tablename__ = "api_token"
    __table_args__ = (
        UniqueConstraint("token_hash", name="api_token_hash"),
        Index("api_token_account", "account_id", "created_at"),
    )

    id: UUID = Field(primary_key=True)
    account_id: UUID = owned_by("account.id")
    token_hash: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    name: str = string()
    scopes: list[str] = Field(sa_column=Column(ARRAY(Text), nullable=False))
    created_at: datetime = moment(now=True)
    expires_at: datetime = moment()
    last_used_at: datetime | None = moment(null=True)
    revoked_at: datetime | None = moment(null=True)


class ApiUse(SQLModel, table=True):
    """What a token was used for: one row a day for the same method, path and outcome. `allowed`: its scopes reach so
    far."""

    __tablename__ = "api_use"

    token_id: UUID = Field(sa_column=Column(Uuid, ForeignKey("api_token.id", ondelete="CASCADE"), primary_key=True))
    day: date = Field(sa_column=Column(Date, primary_key=True))
    method: str = Field(sa_column=Column(Text, primary_key=True))
    path: str = Field(sa_column=Column(Text, primary_key=True))
    allowed: bool = Field(sa_column=Column(Boolean, primary_key=True))
    times: int = count(BigInteger)
    last_at: datetime = moment(now=True)
