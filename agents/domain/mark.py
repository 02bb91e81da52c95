"""A judge's mark for one metric of a written assessment, from 1 (poor) to 5, by the number of mistakes."""

from enum import StrEnum
from typing import Final

from pydantic import Field

from agents.domain.value import Value

HIGHEST: Final = 5
LOWEST: Final = 1
_MISTAKES_A_MARK: Final = 2


class Metric(StrEnum):
    """A quality by which an assessment is judged."""

    COHERENCE = "coherence"
    COMPLETENESS = "completeness"
    SPECIFICITY = "specificity"
    ACCURACY = "accuracy"


class Mark(Value):
    """`score` is None exactly when the metric could not be judged; `reason` then says why. None does not mean an
    average 3.

    `mistakes` names each fault that was found; a model that counts without naming leaves fewer than it counted."""

    metric: Metric
    score: int | None = Field(ge=LOWEST, le=HIGHEST)
    explanation: str = ""
    mistakes: tuple[str, ...] = ()
    reason: str | None = None


def score_for(mistakes: int) -> int:
    """The mark for a number of mistakes: 0 gives 5, 1-2 give 4, 3-4 give 3, 5-6 give 2, 7 and more give 1.

    The rubric of the judge in the project's transcript pipeline."""
    return max(LOWEST, HIGHEST - (mistakes + 1) // _MISTAKES_A_MARK)
