"""The tables of what models did: counts by the hour, the stretches in which one gave no usable answer, and checks."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, BigInteger, Column, DateTime, Float, Index, Integer, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from server.columns import count, moment, string


class ModelHour(SQLModel, table=True):
    """One hour of one model in one role. `latencies` counts answers by their time (`ledger.bucket`); `usd` is what the
    answers with a known price cost, `unpriced` how many had none. `failure` is the last error's kind and words."""

    __tablename__ = "model_hour"

    hour: datetime = Field(sa_column=Column(DateTime(timezone=True), primary_key=True))
    model: str = Field(sa_column=Column(Text, primary_key=True))
    role: str = Field(sa_column=Column(Text, primary_key=True))
    answers: int = count()
    failures: int = count()
    tokens: int = count(BigInteger)
    usd: float = Field(default=0, sa_column=Column(Float, nullable=False, server_default=text("0")))
    unpriced: int = count()
    latencies: list[int] = Field(sa_column=Column(ARRAY(Integer), nullable=False))
    answered_at: datetime | None = moment(null=True)
    failure_kind: str | None = string(null=True)
    failure: str | None = string(null=True)
    failed_at: datetime | None = moment(null=True)


class ModelOutage(SQLModel, table=True):
    """A stretch in which a model gave no usable answer; `until` is None while it lasts."""

    __tablename__ = "model_outage"
    __table_args__ = (Index("model_outage_now", "model", unique=True, postgresql_where=text("until is null")),)

    id: UUID = Field(primary_key=True)
    model: str = string()
    since: datetime = moment()
    tried_at: datetime = moment()
    kind: str = string()
    reason: str = string()
    until: datetime | None = moment(null=True)


class ModelCheck(SQLModel, table=True):
    """One check of one model. `body` is a `benchmarks.fitness.checking.Checked`."""

    __tablename__ = "model_check"

    model: str = Field(sa_column=Column(Text, primary_key=True))
    at: datetime = Field(
        sa_column=Column(DateTime(timezone=True), primary_key=True, server_default=text("now()"), nullable=False)
    )
    body: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
