"""The errors after which another engine answers in a model's place, and the note that says so."""

from typing import Final

from agents.errors import TryAgain
from agents.llm.errors import ModelFailed

FAILED: Final = (ModelFailed, TryAgain)
"""The errors after which another engine answers."""


def stood_in(first: str, failed: Exception, second: str) -> str:
    """The stand-in's note: which engine could not answer, why, and which one did."""
    return f"{first} could not answer ({failed}); {second} did."
