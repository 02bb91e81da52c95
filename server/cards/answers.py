"""The answers about report cards."""

from datetime import datetime
from uuid import UUID

from agents.domain.level1 import items
from agents.domain.value import Value
from benchmarks.cards.card import Card
from benchmarks.cards.snapshot import Snapshot
from benchmarks.metrics.metric import Explained


class CardStarted(Value):
    """The job that makes a card or a part of it, and the digest of the snapshot that it is made from."""

    job: UUID
    snapshot: str


class Changed(Value):
    """An answer that a clinician changed before the card was made: `machine` is None where the machine gave none."""

    item: int
    symptom: str
    machine: int | None
    clinician: int


class CardFile(Value):
    """A card with what each of its figures means, and the answers that a clinician changed."""

    frozen_at: datetime
    card: Card
    changed: tuple[Changed, ...]
    explained: dict[str, Explained]


def changed_in(snapshot: Snapshot) -> tuple[Changed, ...]:
    """The answers of a snapshot that count otherwise than by the machine, in the form's order."""
    return tuple(
        Changed(item=one.item_id, symptom=items()[one.item_id].short, machine=one.machine, clinician=one.score)
        for one in sorted(snapshot.profile.ratings, key=lambda one: one.item_id)
        if one.changes and one.score is not None
    )
