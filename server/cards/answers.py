"""The answers about report cards."""

from datetime import datetime
from uuid import UUID

from agents.domain.level1 import items
from agents.domain.value import Value
from agents.errors import AnamnesisError
from benchmarks.cards.card import Card
from benchmarks.cards.figures import explained
from benchmarks.cards.snapshot import Snapshot
from benchmarks.cards.weak import Weighed, weigh
from benchmarks.metrics.metric import Explained, Unavailable
from server.cards.usual import RULE, Side, Usual, placed


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


class CardListed(Value):
    """A card of an interview: the digest of its snapshot, when that was frozen and when the card was last asked for,
    the engines that replay, and whether the judge was asked. The `newest` is the one asked for last."""

    snapshot: str
    frozen_at: datetime
    started_at: datetime
    engines: tuple[str, ...]
    judged: bool
    newest: bool


class CardList(Value):
    """The cards of an interview, the newest first."""

    cards: tuple[CardListed, ...]


class Beside(Value):
    """Where a figure stands beside those of `n` other interviews held here: usual is from `low` to `high`."""

    low: float
    median: float
    high: float
    n: int
    side: Side


class UsualHere(Value):
    """The card's figures beside other interviews: how many of these have any, by which `rule` they are taken, and each
    figure that has a range, by its key."""

    interviews: int
    rule: str
    figures: dict[str, Beside]


class CardFile(Value):
    """A card with what each of its figures means, how they stand beside other interviews held here, the answers that a
    clinician changed, and those that rest on weak evidence, each with what hangs on it."""

    frozen_at: datetime
    card: Card
    changed: tuple[Changed, ...]
    weak: Weighed | Unavailable
    usual: UsualHere
    explained: dict[str, Explained]


def file_of(frozen_at: datetime, card: Card, snapshot: Snapshot, usual: Usual) -> CardFile:
    """The card as a file. Takes tens of milliseconds of processor time: not for an event loop."""
    weak: Weighed | Unavailable
    try:
        weak = weigh(snapshot)
    except AnamnesisError as failed:
        weak = Unavailable(reason=str(failed))
    figures = {one.key: Beside(**one.here._asdict(), side=one.here.side(one.value)) for one in placed(card, usual)}
    return CardFile(
        frozen_at=frozen_at,
        card=card,
        changed=changed_in(snapshot),
        weak=weak,
        usual=UsualHere(interviews=usual.interviews, rule=RULE, figures=figures),
        explained=explained(),
    )


def changed_in(snapshot: Snapshot) -> tuple[Changed, ...]:
    """The answers of a snapshot that count otherwise than by the machine, in the form's order."""
    return tuple(
        Changed(item=one.item_id, symptom=items()[one.item_id].short, machine=one.machine, clinician=one.score)
        for one in sorted(snapshot.profile.ratings, key=lambda one: one.item_id)
        if one.changes and one.score is not None
    )
