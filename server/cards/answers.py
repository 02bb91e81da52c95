"""The answers about report cards."""

from datetime import datetime
from uuid import UUID

from agents.domain.value import Value
from benchmarks.cards.card import Card
from benchmarks.metrics.metric import Explained


class CardStarted(Value):
    """The job that makes a card or a part of it, and the digest of the snapshot that it is made from."""

    job: UUID
    snapshot: str


class CardFile(Value):
    """A card with what each of its figures means."""

    frozen_at: datetime
    card: Card
    explained: dict[str, Explained]
