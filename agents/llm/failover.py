"""The errors after which another engine answers in a model's place, and the note that says so."""

from typing import Final

from agents.errors import TryAgain
from agents.llm.errors import ModelFailed

FAILED: Final = (ModelFailed, TryAgain)
"""The errors after which another engine answers."""

_COULD_NOT: Final = " could not answer ("


def stood_in(first: str, failed: Exception, second: str) -> str:
    """The stand-in's note: which engine could not answer, why, and which one did."""
    return f"{first}{_COULD_NOT}{failed}); {second} did."


def stands_in(note: str | None) -> bool:
    """Whether a note says that a stand-in answered."""
    return note is not None and _COULD_NOT in note
