"""One mention of how often: its wording and the days of fourteen it stands for."""

from dataclasses import dataclass
from typing import Final

WINDOW: Final = 14
"""Days that the questionnaire asks about."""


@dataclass(frozen=True, slots=True)
class Mention:
    """`days` of fourteen (0-14); `kind` names the wording; `start` and `end` are offsets into the plain words.

    `firm` mentions tell the score; the others leave it open.
    """

    kind: str
    days: float
    start: int
    end: int
    firm: bool = True
