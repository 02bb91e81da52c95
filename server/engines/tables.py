"""The table of models' checks: every one stays, the latest of a model counts."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, DateTime, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel


class ModelCheck(SQLModel, table=True):
    """One check of one model. `body` is a `benchmarks.fitness.checking.Checked`."""

    __tablename__ = "model_check"

    model: str = Field(sa_column=Column(Text, primary_key=True))
    at: datetime = Field(
        sa_column=Column(DateTime(timezone=True), primary_key=True, server_default=text("now()"), nullable=False)
    )
    body: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
