"""One answer to one item of one participant, and many of them as columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from agents.errors import CorrectInput

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Prediction:
    """`score` and `gold` from 0 to 3; `score` None is an abstention. `confidence` orders the answers, the most
    confident highest; it is from 0 to 1 where it is to be calibrated."""

    participant: str
    item: str
    score: int | None
    gold: int
    confidence: float = 0.0


@dataclass(frozen=True)
class Table:
    """Predictions as columns, including abstentions. Participants are numbered in their order in `participants`."""

    predictions: tuple[Prediction, ...]

    @classmethod
    def of(cls, predictions: Sequence[Prediction]) -> Self:
        """Raises CorrectInput when a participant has an item twice, or when there are no predictions."""
        if not predictions:
            raise CorrectInput("there is no prediction with a known score")
        keys = {(one.participant, one.item) for one in predictions}
        if len(keys) < len(predictions):
            raise CorrectInput("an item of a participant is there twice")
        return cls(tuple(predictions))

    @cached_property
    def participants(self) -> tuple[str, ...]:
        """In the order of their first appearance."""
        return tuple(dict.fromkeys(one.participant for one in self.predictions))

    @cached_property
    def owners(self) -> Ints:
        """The participant's number, for each prediction."""
        numbers = {name: number for number, name in enumerate(self.participants)}
        return np.array([numbers[one.participant] for one in self.predictions], dtype=np.int64)

    @cached_property
    def answered(self) -> NDArray[np.bool_]:
        """Whether there is a score."""
        return np.array([one.score is not None for one in self.predictions])

    @cached_property
    def losses(self) -> Floats:
        """The absolute error in points, NaN for an abstention."""
        return np.array([np.nan if one.score is None else abs(one.score - one.gold) for one in self.predictions])

    @cached_property
    def confidences(self) -> Floats:
        """The confidence of each prediction."""
        return np.array([one.confidence for one in self.predictions])

    @property
    def coverage(self) -> float:
        """The share of answers among all predictions: the highest that this run can reach."""
        return float(self.answered.mean())

    @property
    def keys(self) -> set[tuple[str, str]]:
        """Participant and item of each prediction."""
        return {(one.participant, one.item) for one in self.predictions}
