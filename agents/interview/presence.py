"""Entries of the log that say that the clinician holds an interview: a pause, or an interview carried on in person."""

from datetime import datetime
from enum import StrEnum
from typing import Literal

from agents.domain.profile import ItemResponse
from agents.domain.value import Value


class Why(StrEnum):
    """Why the patient's page takes no messages."""

    PAUSE = "pause"
    IN_PERSON = "in_person"


class Held(Value):
    """The clinician paused the interview, or carries it on in person. `by` is their e-mail address, `name` their
    name."""

    kind: Literal["held"] = "held"
    why: Why
    by: str
    name: str = ""
    at: datetime


class Released(Value):
    """The clinician gave the interview back to the patient."""

    kind: Literal["released"] = "released"
    by: str
    name: str = ""
    at: datetime


class InPerson(Value):
    """An item answered in person: the clinician read it aloud and gave the score that the patient named."""

    kind: Literal["in_person"] = "in_person"
    response: ItemResponse
    by: str
    name: str = ""
    at: datetime
