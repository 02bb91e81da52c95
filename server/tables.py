"""The tables. Rows are storage, not domain values: nothing here validates. Tokens are kept as SHA-256 digests only."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
    Uuid,
    desc,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel


def _time(*, now: bool = False, null: bool = False) -> Any:
    return Field(
        default=None,
        sa_type=DateTime(timezone=True),
        nullable=null,
        sa_column_kwargs={"server_default": text("now()")} if now else {},
    )


def _words(*, null: bool = False, default: str | None = None) -> Any:
    given = {"server_default": text(f"'{default}'")} if default is not None else {}
    return Field(default=default, sa_type=Text, nullable=null, sa_column_kwargs=given)


def _flag() -> Any:
    return Field(default=False, sa_type=Boolean, nullable=False, sa_column_kwargs={"server_default": text("false")})


def _count(kind: type[Integer] = Integer) -> Any:
    return Field(default=0, sa_type=kind, nullable=False, sa_column_kwargs={"server_default": text("0")})


def _token() -> Any:
    return Field(sa_type=LargeBinary, primary_key=True)


def _owner(target: str) -> Any:
    return Field(sa_column=Column(Uuid, ForeignKey(target, ondelete="CASCADE"), nullable=False, index=False))


class Account(SQLModel, table=True):
    """A therapist or an admin. The e-mail is kept in lower case; no password means: one-time links only."""

    __tablename__ = "account"
    __table_args__ = (
        UniqueConstraint("email", name="account_email"),
        CheckConstraint("email = lower(email)", name="account_email_lower"),
        CheckConstraint("role in ('therapist', 'admin')", name="account_role"),
    )

    id: UUID = Field(primary_key=True)
    email: str = _words()
    name: str = _words(default="")
    role: str = _words()
    password_hash: str | None = _words(null=True)
    disabled: bool = _flag()
    created_at: datetime = _time(now=True)


class SignInLink(SQLModel, table=True):
    """A link that signs its account in, once."""

    __tablename__ = "sign_in_link"

    token_hash: bytes = _token()
    account_id: UUID = _owner("account.id")
    expires_at: datetime = _time()
    used_at: datetime | None = _time(null=True)


class StaffSession(SQLModel, table=True):
    """A browser in which a member of staff is signed in."""

    __tablename__ = "staff_session"
    __table_args__ = (Index("staff_session_account", "account_id"),)

    token_hash: bytes = _token()
    account_id: UUID = _owner("account.id")
    expires_at: datetime = _time()
    created_at: datetime = _time(now=True)


class Interview(SQLModel, table=True):
    """One interview: whose it is, and the state that lists and locks need. The conversation itself is in `event`.

    `alert_level` is the rank of the alert that stands or stood last (`AlertLevel.rank`), 0 where there was none."""

    __tablename__ = "interview"
    __table_args__ = (
        Index("interview_owner", "owner_id", desc("created_at")),
        Index("interview_phase", "phase"),
    )

    id: UUID = Field(primary_key=True)
    owner_id: UUID = Field(sa_column=Column(Uuid, ForeignKey("account.id"), nullable=False))
    label: str = _words(default="")
    mode: str = _words()
    locale: str = _words()
    persona_id: str | None = _words(null=True)
    driver: str = _words(default="rules")
    phase: str = _words()
    paused: bool = _flag()
    answered: int = _count()
    last_seq: int = _count(BigInteger)
    tier: str = _words(default="none")
    alert_level: int = _count()
    alerted_at: datetime | None = _time(null=True)
    acknowledged_at: datetime | None = _time(null=True)
    created_at: datetime = _time(now=True)
    updated_at: datetime = _time(now=True)
    completed_at: datetime | None = _time(null=True)


class Event(SQLModel, table=True):
    """One entry of an interview's log; append-only. `client_id` is the sender's own name for the frame it came in."""

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("interview_id", "client_id", name="event_client"),)

    interview_id: UUID = Field(sa_column=Column(Uuid, ForeignKey("interview.id", ondelete="CASCADE"), primary_key=True))
    seq: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    kind: str = _words()
    body: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    client_id: str | None = _words(null=True)
    at: datetime = _time(now=True)


class PatientLink(SQLModel, table=True):
    """A link that lets a patient into one interview, until it expires or is revoked."""

    __tablename__ = "patient_link"
    __table_args__ = (Index("patient_link_interview", "interview_id"),)

    token_hash: bytes = _token()
    interview_id: UUID = _owner("interview.id")
    created_at: datetime = _time(now=True)
    expires_at: datetime = _time()
    revoked_at: datetime | None = _time(null=True)


class PatientSession(SQLModel, table=True):
    """A browser in which the patient of one interview came in by the link."""

    __tablename__ = "patient_session"
    __table_args__ = (Index("patient_session_interview", "interview_id"),)

    token_hash: bytes = _token()
    interview_id: UUID = _owner("interview.id")
    expires_at: datetime = _time()


class Job(SQLModel, table=True):
    """Something to do in the background. At most one of a kind and key is queued or running."""

    __tablename__ = "job"
    __table_args__ = (
        Index("job_live", "kind", "key", unique=True, postgresql_where=text("state in ('queued', 'running')")),
        Index("job_latest", "kind", "owner_id", desc("created_at")),
        CheckConstraint("state in ('queued', 'running', 'done', 'failed', 'cancelled')", name="job_state"),
    )

    id: UUID = Field(primary_key=True)
    kind: str = _words()
    key: str = _words()
    owner_id: UUID | None = Field(
        default=None, sa_column=Column(Uuid, ForeignKey("account.id", ondelete="CASCADE"), nullable=True)
    )
    payload: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    state: str = _words(default="queued")
    progress: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False, server_default=text("'{}'")))
    error: str | None = _words(null=True)
    attempts: int = _count()
    failures: int = _count()
    run_id: UUID | None = Field(default=None, sa_column=Column(Uuid, nullable=True))
    woken_as: str | None = _words(null=True)
    woken_at: datetime | None = _time(null=True)
    lease_until: datetime | None = _time(null=True)
    not_before: datetime = _time(now=True)
    created_at: datetime = _time(now=True)
    updated_at: datetime = _time(now=True)
    started_at: datetime | None = _time(null=True)
    finished_at: datetime | None = _time(null=True)


class Heartbeat(SQLModel, table=True):
    """One row, which every server writes each second; server/health.py."""

    __tablename__ = "heartbeat"

    id: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    at: datetime = _time(now=True)


class SnapshotRow(SQLModel, table=True):
    """A finished interview as it was when a report card was asked for. A trigger refuses every change."""

    __tablename__ = "snapshot"
    __table_args__ = (Index("snapshot_interview", "interview_id", desc("frozen_at")),)

    digest: str = Field(sa_type=Text, primary_key=True)
    interview_id: UUID = _owner("interview.id")
    document: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    frozen_at: datetime = _time(now=True)


class CardRow(SQLModel, table=True):
    """What a report card was asked for: the engines that replay, and whether the judge reads the conversation."""

    __tablename__ = "card"

    digest: str = Field(sa_column=Column(Text, ForeignKey("snapshot.digest", ondelete="CASCADE"), primary_key=True))
    engines: list[str] = Field(sa_column=Column(JSONB, nullable=False))
    judged: bool = _flag()
    started_at: datetime = _time(now=True)


class CardPart(SQLModel, table=True):
    """One part of a card, and the job that made it."""

    __tablename__ = "card_part"

    digest: str = Field(sa_column=Column(Text, ForeignKey("card.digest", ondelete="CASCADE"), primary_key=True))
    key: str = Field(sa_type=Text, primary_key=True)
    body: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    job_id: UUID = Field(sa_column=Column(Uuid, nullable=False))
    made_at: datetime = _time(now=True)


metadata = SQLModel.metadata
