"""The tables of messages about alerts, and about the ends of interviews. Both are entries of an interview's log:
`(interview_id, seq)`."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Text,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlmodel import Field, SQLModel

from server.columns import count, flag, moment, string


def _the_alert() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(("interview_id", "seq"), ("event.interview_id", "event.seq"), ondelete="CASCADE")


def _part_of_key(kind: Any) -> Any:
    return Field(sa_column=Column(kind, primary_key=True, autoincrement=False))


class AlertPlan(SQLModel, table=True):
    """The messages about an alert or an end have been decided; there may be none."""

    __tablename__ = "alert_plan"
    __table_args__ = (_the_alert(),)

    interview_id: UUID = _part_of_key(Uuid)
    seq: int = _part_of_key(BigInteger)
    planned_at: datetime = moment(now=True)


class AlertDelivery(SQLModel, table=True):
    """One message to one address. `address` is an e-mail address, or the host of a webhook. `second`: it goes to a
    second person, if nobody acknowledges the alert until `due_at`. `unneeded`: somebody did."""

    __tablename__ = "alert_delivery"
    __table_args__ = (
        _the_alert(),
        UniqueConstraint("interview_id", "seq", "channel", "address", "second", name="alert_delivery_once"),
        CheckConstraint(
            "channel in ('email', 'clinic_webhook', 'account_webhook', 'ended_webhook')", name="alert_delivery_channel"
        ),
        CheckConstraint("state in ('waiting', 'accepted', 'failed', 'unneeded')", name="alert_delivery_state"),
        Index("alert_delivery_due", "due_at", postgresql_where=text("state = 'waiting'")),
    )

    id: UUID = Field(primary_key=True)
    interview_id: UUID = Field(sa_column=Column(Uuid, nullable=False))
    seq: int = Field(sa_column=Column(BigInteger, nullable=False))
    channel: str = string()
    address: str = string()
    second: bool = flag()
    state: str = string(default="waiting")
    tries: int = count()
    due_at: datetime = moment(now=True)
    lease_until: datetime | None = moment(null=True)


class AlertTry(SQLModel, table=True):
    """One try to deliver a message, and how it ended. `again_at`: when the next one is due."""

    __tablename__ = "alert_try"
    __table_args__ = (
        CheckConstraint(
            "outcome in ('trying', 'accepted', 'failed', 'interrupted', 'unneeded')", name="alert_try_outcome"
        ),
    )

    delivery_id: UUID = Field(
        sa_column=Column(Uuid, ForeignKey("alert_delivery.id", ondelete="CASCADE"), primary_key=True)
    )
    number: int = _part_of_key(Integer)
    at: datetime = moment(now=True)
    outcome: str = string(default="trying")
    detail: str = string(default="")
    again_at: datetime | None = moment(null=True)


class AlertOpening(SQLModel, table=True):
    """Somebody's browser showed the interview's page with this alert standing on it; the first time counts."""

    __tablename__ = "alert_opening"
    __table_args__ = (_the_alert(),)

    interview_id: UUID = _part_of_key(Uuid)
    seq: int = _part_of_key(BigInteger)
    by: str = _part_of_key(Text)
    at: datetime = moment(now=True)
