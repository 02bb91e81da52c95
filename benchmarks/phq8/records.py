"""A run's record of each participant: scores, confidences and counts, and no word of the transcript."""

from datetime import datetime
from enum import StrEnum
from typing import Final

from agents.domain.value import Value
from agents.errors import CorrectInput
from benchmarks.selective.prediction import Prediction, Table


class Mode(StrEnum):
    """With examples from a reference store, or without."""

    ZERO_SHOT = "zero-shot"
    FEW_SHOT = "few-shot"


class Item(Value):
    """One item. `gold` is the known score, None where there is none; `untold` where the reason is that the interview
    does not reveal it. `evidence` and `references` are counts, `similarity` the highest cosine of a reference,
    `samples` the scores of all samples."""

    score: int | None
    gold: int | None
    confidence: float
    reason: str
    untold: bool = False
    evidence: int = 0
    references: int = 0
    similarity: float | None = None
    samples: tuple[int | None, ...] = ()


class Record(Value):
    """One participant in one mode. `missing_as_zero` is the total as papers compute it, with items without a score as
    0; no severity follows from it. `seconds` is the wall time, `note` the references' own note."""

    mode: Mode
    id: str
    engine: str
    seconds: float
    items: dict[str, Item]
    missing_as_zero: int | None = None
    references_note: str | None = None
    scores_note: str | None = None


class Failure(Value):
    """Why a participant has no record: the stage, the kind of error and its message, which holds no transcript."""

    mode: Mode
    id: str
    stage: str
    error: str
    message: str
    at: datetime


CONFIDENCES: Final = ("confidence", "evidence", "similarity", "agreement")
"""The values by which answers can be ordered: the engine's own confidence, the number of supporting quotes, the
similarity of the best reference, or the share of samples that agree with the score."""


def confidence(item: Item, by: str) -> float:
    """The item's value by that name. Raises CorrectInput for an unknown name, and where the run has no such value."""
    match by:
        case "confidence":
            return item.confidence
        case "evidence":
            return float(item.evidence)
        case "similarity":
            return item.similarity or 0.0
        case "agreement" if item.samples:
            return sum(sample == item.score for sample in item.samples) / len(item.samples)
        case "agreement":
            raise CorrectInput("the run took one sample of each score: there is no agreement to go by")
    raise CorrectInput(f"no confidence {by!r}: choose one of {', '.join(CONFIDENCES)}")


def table(records: list[Record], by: str = "confidence") -> Table:
    """The predictions of the items whose score is known. Raises CorrectInput when there are none."""
    return Table.of(
        [
            Prediction(record.id, key, item.score, item.gold, confidence(item, by))
            for record in records
            for key, item in record.items.items()
            if item.gold is not None
        ]
    )
