"""Risk tiers and findings. What each tier means and does is set down in the risk policy (docs/risk.md)."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal

from agents.domain.value import Value


class Tier(StrEnum):
    """How urgent a message is; the order is NONE < FLAG < URGENT < STOP (compare by `rank`)."""

    NONE = "none"
    FLAG = "flag"
    URGENT = "urgent"
    STOP = "stop"

    @property
    def rank(self) -> int:
        """0 for NONE to 3 for STOP."""
        return _RANK[self]


_RANK = {Tier.NONE: 0, Tier.FLAG: 1, Tier.URGENT: 2, Tier.STOP: 3}


def highest(tiers: Iterable[Tier]) -> Tier:
    """The most urgent of the tiers; NONE when there are none."""
    return max(tiers, key=_RANK.__getitem__, default=Tier.NONE)


class AlertLevel(StrEnum):
    """How soon somebody must read an alert; the order is ATTENTION < URGENT < STOP (compare by `rank`)."""

    ATTENTION = "attention"
    URGENT = "urgent"
    STOP = "stop"

    @property
    def rank(self) -> int:
        """1 for ATTENTION to 3 for STOP, as the tiers count."""
        return _LEVELS.index(self) + 1


_LEVELS = (AlertLevel.ATTENTION, AlertLevel.URGENT, AlertLevel.STOP)


def at_least(tier: Tier) -> AlertLevel | None:
    """The level at which any finding of a tier alerts: a flag alerts for what it says, not for its tier."""
    return {Tier.STOP: AlertLevel.STOP, Tier.URGENT: AlertLevel.URGENT}.get(tier)


About = Literal["suicide", "self_harm", "violence", "substance", "language"]


class Finding(Value):
    """One thing found in a message: which rule, how urgent, and the exact span it rests on.

    `start` and `end` count code points in the original message (end exclusive) and `text` is that substring.
    `lethality` marks talk of lethality or means: a second urgent message of that kind stops the interview.
    `turn` is the message's place in the transcript, set once it has one.
    """

    rule: str
    tier: Tier
    about: About
    start: int
    end: int
    text: str
    lethality: bool = False
    turn: int | None = None


class Unlocated(Value):
    """A risk that a language model read in a message without the message's words: `claimed` is what it quoted, empty
    where it quoted nothing. It is no finding: it raises no tier, rests on nothing that was written, settles nothing."""

    rule: str
    tier: Tier
    about: About
    claimed: str = ""


class Reading(Value):
    """What one engine made of one message. `denials` are spans where risk was named and denied (their tier is NONE);
    `unlocated` is what a model claimed beside that, to be checked by a person."""

    tier: Tier = Tier.NONE
    findings: tuple[Finding, ...] = ()
    denials: tuple[Finding, ...] = ()
    unlocated: tuple[Unlocated, ...] = ()
    engine: str = "rules"
