"""When another engine answers in a model's place, and the note that says so."""

from typing import Final

from agents.errors import TryAgain
from agents.llm.errors import ModelFailed

FAILED: Final = (ModelFailed, TryAgain)
"""The errors at which another engine answers."""


def stood_in(first: str, failed: Exception, second: str) -> str:
    """The note that a stand-in leaves: who could not, why, who did."""
    return f"{first} could not answer ({failed}); {second} did."
