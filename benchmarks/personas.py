"""Personas: a simulated patient as a table of replies, one for each item, and what one interview is given to say."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field


class Reply(BaseModel):
    """What a patient says to one item: to the question, and to a follow-up question where anything is held for it."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    reply: str
    followup: str | None = None


class Held(BaseModel):
    """Everything that one simulated patient has to say. `intro` answers the interviewer's introduction."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    items: Mapping[int, Reply] = Field(default_factory=dict)
    intro: str | None = None
