"""The conversation as it was held: turns in order, each by interviewer or patient."""

from datetime import datetime
from enum import StrEnum

from agents.domain.value import Value


class Role(StrEnum):
    INTERVIEWER = "interviewer"
    PATIENT = "patient"


class Turn(Value):
    """One utterance. `index` is its place in the transcript; `item_id` the item that it asks about or answers."""

    index: int
    role: Role
    text: str
    item_id: int | None = None
    at: datetime | None = None


Transcript = tuple[Turn, ...]
