"""The parts of a card that are computed, not judged: from the snapshot to figures with what they rest on."""

from typing import Final

from benchmarks.cards.card import Made, unavailable
from benchmarks.cards.conversation import Conversation
from benchmarks.cards.explainability import explainability
from benchmarks.cards.integrity import integrity
from benchmarks.cards.snapshot import Snapshot
from benchmarks.metrics import metrics
from benchmarks.metrics.metric import Unavailable
from benchmarks.metrics.models import Meters

MEASURED: Final = "measured"


def measure(key: str, snapshot: Snapshot, meters: Meters) -> Made:
    """The part of that key. Takes up to seconds of processor time: not for an event loop. Raises NotConfigured where a
    local model is missing."""
    match key:
        case "explainability":
            return explainability(snapshot)
        case "integrity":
            return integrity(snapshot)
        case _:
            found = metrics()[key].measure(Conversation(snapshot), meters)
    if isinstance(found, Unavailable):  # nothing to measure: no error, and running it again would not help
        return unavailable(key, MEASURED, found.reason).model_copy(update={"error": None})
    return Made(engine=MEASURED, figures=found.figures, detail=found.along)
