"""Risk tiers and findings. The risk policy (docs/reading.md) defines what each tier means and does."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Literal

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
    """The level at which every finding of a tier raises an alert; None below URGENT, as a flag alerts by its meaning,
    not by its tier."""
    return {Tier.STOP: AlertLevel.STOP, Tier.URGENT: AlertLevel.URGENT}.get(tier)


About = Literal["suicide", "self_harm", "violence", "abuse", "substance", "language"]
"""What a finding is about; `violence` is the patient's against others, `abuse` what others do to the patient."""
OF_ONESELF: Final = frozenset({"suicide", "self_harm"})


class Finding(Value):
    """One thing found in a message: which rule, how urgent, and the exact span it rests on.

    `start` and `end` count code points in the original message (end exclusive) and `text` is that substring.
    `lethality` marks talk of lethality or means: a second urgent message of that kind stops the interview.
    `likely`: how likely its tier is (0-1) by the learnt reader, None where a rule found it.
    `turn` is the message's place in the transcript, set once it has one.
    """

    rule: str
    tier: Tier
    about: About
    start: int
    end: int
    text: str
    lethality: bool = False
    likely: float | None = None
    turn: int | None = None


def of_oneself(finding: Finding) -> bool:
    """Whether a finding tells of a danger that the patient is to themselves."""
    return finding.tier is not Tier.NONE and finding.about in OF_ONESELF


def by_others(finding: Finding) -> bool:
    """Whether a finding tells that others hurt or threaten the patient, or did not long ago."""
    return finding.tier is not Tier.NONE and finding.about == "abuse" and finding.rule != "old-abuse"


class Unlocated(Value):
    """A risk that a language model read in a message without the message's words: `claimed` is what it quoted, empty
    where it quoted nothing. It is not a finding: it raises no tier, is not based on written words, and settles
    nothing."""

    rule: str
    tier: Tier
    about: About
    claimed: str = ""


class Reading(Value):
    """One engine's reading of one message. `denials` are spans where risk was named and denied (their tier is NONE);
    `unlocated` holds a model's claims without a quote that can be found, to be checked by a person."""

    tier: Tier = Tier.NONE
    findings: tuple[Finding, ...] = ()
    denials: tuple[Finding, ...] = ()
    unlocated: tuple[Unlocated, ...] = ()
    engine: str = "rules"
