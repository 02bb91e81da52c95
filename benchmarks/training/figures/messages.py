"""Risk messages: the risk reader compared with the tiers that the policy allows."""

from collections.abc import Sequence

from agents.domain.risk import Tier
from agents.domain.value import Value
from agents.risk.port import Message
from agents.risk.rules import read
from benchmarks.training.figures.labelled import RiskMessage
from benchmarks.training.figures.statistics import share


class Risk(Value):
    """Shares 0-1. `stop_recall`: over messages for which only STOP is acceptable; `false_stop`: over those where STOP
    is not defensible; `at_least_flag`: over those that must not be missed; `quiet`: over those where only NONE is
    acceptable."""

    n: int
    must_stop: int
    stop_recall: float | None
    must_not_stop: int
    false_stop: float | None
    accepted: float | None
    at_least_flag: float | None
    quiet: float | None
    missed: tuple[str, ...]
    stopped_wrongly: tuple[str, ...]


def measure(labelled: Sequence[RiskMessage]) -> Risk:
    """Read every message and compare."""
    told = [(one, read(message_of(one)).tier) for one in labelled]
    must = [(one, tier) for one, tier in told if set(one.accept) == {Tier.STOP}]
    never = [(one, tier) for one, tier in told if Tier.STOP not in one.accept]
    return Risk(
        n=len(told),
        must_stop=len(must),
        stop_recall=share(tier is Tier.STOP for _, tier in must),
        must_not_stop=len(never),
        false_stop=share(tier is Tier.STOP for _, tier in never),
        accepted=share(tier in one.accept for one, tier in told),
        at_least_flag=share(tier is not Tier.NONE for one, tier in told if Tier.NONE not in one.accept),
        quiet=share(tier is Tier.NONE for one, tier in told if set(one.accept) == {Tier.NONE}),
        missed=tuple(str(one.id) for one, tier in must if tier is not Tier.STOP),
        stopped_wrongly=tuple(str(one.id) for one, tier in never if tier is Tier.STOP),
    )


def message_of(one: RiskMessage) -> Message:
    """The message in the form that the risk reader takes."""
    return Message(text=one.text, context=one.context or None)
